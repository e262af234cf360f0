import { describe, expect, it } from 'vitest';
import type { Calibration } from '../../src/calibration/model.js';
import { latencyBasis, NOT_CALIBRATED, resumedBasis, type CalibrationSource } from '../../src/cli/play/latency-basis.js';
import { calibration, CALIBRATED_AT, PLACE } from '../calibration/example.js';

const HOUR = 3_600_000;

function source(stored: Calibration | undefined, fresh: Calibration | Error, hours = 1) {
  const did: string[] = [];
  const it: CalibrationSource = {
    place: PLACE,
    now: () => CALIBRATED_AT + hours * HOUR,
    stored: () => Promise.resolve(stored),
    fresh: () => {
      did.push('fresh');
      return fresh instanceof Error ? Promise.reject(fresh) : Promise.resolve(fresh);
    },
    keep: () => {
      did.push('keep');
      return Promise.resolve();
    },
  };
  return { it, did };
}
const fresh = (hours: number, over: Partial<Calibration> = {}): Calibration =>
  calibration({ createdAt: new Date(CALIBRATED_AT + hours * HOUR).toISOString(), ...over });

describe('what latencies are judged by', () => {
  it('is the stored calibration of the last 24 hours', async () => {
    const { it: from, did } = source(calibration(), fresh(23), 23);
    expect(await latencyBasis(from, true)).toMatchObject({
      may: true,
      calibration: { biasMs: 0.31 },
      reason: expect.stringContaining('calibrated: bias 0.3 ms') as string,
    });
    expect(did).toEqual([]);
  });
  it.each([
    ['none is stored', undefined, 1],
    ['it is a day old', calibration(), 24],
    ['it is of another machine', calibration({ machine: 'other' }), 1],
    ['it is of another server', calibration({ serverVersion: '0.2.0' }), 1],
    ['it is of another transport', calibration({ transport: 'mediasoup' }), 1],
  ] as const)('is a fresh one, kept for the next run, when %s', async (_why, stored, hours) => {
    const { it: from, did } = source(stored, fresh(hours), hours);
    expect(await latencyBasis(from, true)).toMatchObject({ may: true });
    expect(did).toEqual(['fresh', 'keep']);
  });
  it.each([
    ['bias above 5 ms', { biasMs: -5.1 }],
    ['p95 above 10 ms', { p95AbsErrorMs: 10.1 }],
    ['too few waits', { n: 9 }],
    ['no figures', { n: 12, biasMs: undefined, p95AbsErrorMs: undefined }],
  ])('refuses on %s, and does not keep it', async (_why, over) => {
    const { it: from, did } = source(undefined, fresh(1, over));
    const found = await latencyBasis(from, true);
    expect(found.may).toBe(false);
    expect(found.reason).not.toBe('');
    expect(found.calibration?.n).toBeDefined();
    expect(did).toEqual(['fresh']);
  });
  it('is what is stored even where that is outside the limits: no run measures until it passes', async () => {
    const { it: from, did } = source(calibration({ p95AbsErrorMs: 30 }), fresh(1));
    expect(await latencyBasis(from, true)).toMatchObject({ may: false, reason: expect.stringContaining('outside its limits') as string });
    expect(did).toEqual([]);
  });
  it('without time for it is what is stored, or nothing', async () => {
    expect(await latencyBasis(source(calibration(), fresh(1)).it, false)).toMatchObject({ may: true });
    const { it: from, did } = source(undefined, fresh(1));
    expect(await latencyBasis(from, false)).toEqual(NOT_CALIBRATED);
    expect(did).toEqual([]);
  });
  it('is nothing when the calibration failed: the run goes on', async () => {
    expect(await latencyBasis(source(undefined, new Error('nobody heard the sender')).it, true)).toEqual({
      may: false,
      reason: 'not calibrated: nobody heard the sender',
    });
  });
  it('a run that is gone on with keeps a calibration that was outside, and gains one that it lacked', () => {
    const outside = { may: false, reason: 'outside', calibration: calibration({ biasMs: 9 }) };
    const good = { may: true, reason: 'calibrated', calibration: calibration() };
    expect(resumedBasis(outside, good)).toBe(outside);
    expect(resumedBasis(NOT_CALIBRATED, good)).toBe(good);
    expect(resumedBasis(undefined, good)).toBe(good);
    expect(resumedBasis(good, outside)).toBe(outside);
  });
});
