import { expect, it } from 'vitest';
import { NOTHING, withAttempt } from '../../simulator/store/resume.js';
import type { Spoiled, Starver } from '../../src/recording/model.js';

it('counts the first attempt that the rig did not spoil, and does nothing again that the agent may have spoiled', () => {
  const ended = (spoiled?: Spoiled) => ({ reason: 'complete' as const, ...(spoiled === undefined ? {} : { spoiled }) });
  const late = (starvedBy: Starver) => ended({ cause: 'late', detail: '', starvedBy });
  const progress = (...ends: Parameters<typeof withAttempt>[2][]) =>
    ends.reduce((sum, one, i) => withAttempt(sum, `s0000-a${i + 1}`, one), NOTHING);
  expect(progress(late('others'))).toMatchObject({ settled: false, counted: 's0000-a1' });
  expect(progress(late('others'), ended(), ended())).toMatchObject({ settled: true, counted: 's0000-a2', spoiled: ['s0000-a1'] });
  expect(progress(late('nobody'), late('unknown'))).toMatchObject({ settled: false, counted: 's0000-a2' });
  expect(progress(late('agent'), ended())).toMatchObject({ settled: true, counted: 's0000-a1' });
});
