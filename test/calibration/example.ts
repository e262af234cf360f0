/** A calibration as `turnrig calibrate` leaves it, for those who use one. */
import { CALIBRATION_FORMAT, CALIBRATION_VERSION, type Calibration, type ErrorFigures } from '../../src/calibration/model.js';

export const FIGURES: ErrorFigures = {
  n: 12,
  biasMs: 0.31,
  p95AbsErrorMs: 1.24,
  maxAbsErrorMs: 1.4,
  coverage: 1,
  plusMinusMs: 4.2,
  censored: 0,
  missed: 0,
};

export const PLACE = { machine: 'm', transport: 'livekit', server: 'embedded', serverVersion: '0.1.0' };
export const CALIBRATED_AT = Date.parse('2026-11-30T00:00:00Z');

export function calibration(over: Partial<Calibration> = {}): Calibration {
  return {
    format: CALIBRATION_FORMAT,
    version: CALIBRATION_VERSION,
    turnrig: '0.1.0',
    createdAt: '2026-11-30T00:00:00.000Z',
    ...PLACE,
    of: 'waits',
    sessions: 2,
    seed: 1,
    delayMs: undefined,
    lossPercent: 0,
    ...FIGURES,
    conditions: [],
    audioStream: undefined,
    cue: undefined,
    ...over,
  };
}
