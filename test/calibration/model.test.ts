import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CALIBRATION_FORMAT,
  CALIBRATION_LIMITS,
  CALIBRATION_MAX_AGE_MS,
  CALIBRATION_VERSION,
  mayJudgeLatency,
  readCalibration,
  withinLimits,
  writeCalibration,
  type Calibration,
  type ErrorFigures,
} from '../../src/calibration/model.js';
import { TurnrigError } from '../../src/error.js';

const NOW = Date.UTC(2026, 10, 30, 12);
const PLACE = { machine: 'm1', transport: 'livekit', server: 'embedded', serverVersion: '1.9.0' };
const NOTHING: ErrorFigures = {
  n: 0,
  biasMs: undefined,
  p95AbsErrorMs: undefined,
  maxAbsErrorMs: undefined,
  coverage: undefined,
  plusMinusMs: undefined,
  censored: 0,
  missed: 0,
};
const GOOD: Calibration = {
  format: CALIBRATION_FORMAT,
  version: CALIBRATION_VERSION,
  turnrig: '0.1.0',
  createdAt: new Date(NOW - 3_600_000).toISOString(),
  ...PLACE,
  of: 'waits',
  sessions: 1,
  seed: 1,
  delayMs: undefined,
  lossPercent: 0,
  n: 100,
  biasMs: 0.3,
  p95AbsErrorMs: 1.1,
  maxAbsErrorMs: 2,
  coverage: 0.95,
  plusMinusMs: 1.2,
  censored: 0,
  missed: 0,
  conditions: [
    {
      name: 'queue-0',
      of: 'onsets',
      sessions: 1,
      verdict: 'unknown',
      ...NOTHING,
      onset: NOTHING,
      offset: { ...NOTHING, n: 2, biasMs: -1, p95AbsErrorMs: 2, maxAbsErrorMs: 2, coverage: 1, plusMinusMs: 3 },
      truthPlusMinusMs: 0.5,
      untold: 0,
      note: '',
    },
  ],
  audioStream: NOTHING,
  cue: undefined,
};

describe('mayJudgeLatency', () => {
  const { biasMs, p95AbsErrorMs } = CALIBRATION_LIMITS;
  test.each<[string, Partial<Calibration>, 'ok' | 'stale' | 'elsewhere' | 'unmeasured' | 'outside']>([
    ['good', {}, 'ok'],
    ['at both limits', { biasMs, p95AbsErrorMs }, 'ok'],
    ['bias above', { biasMs: biasMs + 0.01 }, 'outside'],
    ['bias below', { biasMs: -biasMs - 0.01 }, 'outside'],
    ['p95 above', { p95AbsErrorMs: p95AbsErrorMs + 0.01 }, 'outside'],
    ['a day old', { createdAt: new Date(NOW - CALIBRATION_MAX_AGE_MS).toISOString() }, 'stale'],
    ['nearly a day old', { createdAt: new Date(NOW - CALIBRATION_MAX_AGE_MS + 1000).toISOString() }, 'ok'],
    ['from tomorrow', { createdAt: new Date(NOW + 3_600_000).toISOString() }, 'stale'],
    ['no date', { createdAt: 'yesterday' }, 'stale'],
    ['another machine', { machine: 'm2' }, 'elsewhere'],
    ['another transport', { transport: 'memory' }, 'elsewhere'],
    ['another server', { server: 'livekit' }, 'elsewhere'],
    ['another version of it', { serverVersion: '1.13.5' }, 'elsewhere'],
    ['with loss', { lossPercent: 5 }, 'elsewhere'],
    ['of onsets', { of: 'onsets' }, 'elsewhere'],
    ['too few', { n: 9 }, 'unmeasured'],
    ['nothing', { n: 0, biasMs: undefined, p95AbsErrorMs: undefined }, 'unmeasured'],
  ])('%s', (_name, change, expected) => {
    const trust = mayJudgeLatency({ ...GOOD, ...change }, NOW, PLACE);
    expect(trust.may ? 'ok' : trust.code).toBe(expected);
    expect(trust.reason).not.toBe('');
  });

  test('without any', () => {
    expect(mayJudgeLatency(undefined, NOW, PLACE)).toMatchObject({ may: false, code: 'none' });
  });

  test('never judges what the limits refuse', () => {
    fc.assert(
      fc.property(fc.double({ min: -50, max: 50, noNaN: true }), fc.double({ min: 0, max: 50, noNaN: true }), (bias, p95) => {
        const one = { ...GOOD, biasMs: bias, p95AbsErrorMs: p95 };
        expect(mayJudgeLatency(one, NOW, PLACE).may).toBe(withinLimits(one) === 'within');
      }),
    );
  });
});

describe('the file', () => {
  test('comes back as it was written, with null for what does not exist', () => {
    const json = writeCalibration(GOOD);
    expect(readCalibration(json)).toEqual(GOOD);
    expect(JSON.parse(json)).toMatchObject({ delayMs: null, cue: null, conditions: [{ biasMs: null, offset: { biasMs: -1 } }] });
  });

  test.each(['', '{', '[]', 'null', JSON.stringify({ ...GOOD, version: 2 }), JSON.stringify({ ...GOOD, n: -1 })])('refuses %j', (json) => {
    expect(() => readCalibration(json)).toThrow(TurnrigError);
  });
});
