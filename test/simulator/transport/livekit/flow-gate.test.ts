import { expect, test } from 'vitest';
import { FlowGate } from '../../../../simulator/transport/livekit/flow-gate.js';
import { msToSamples } from '../../../../src/time/position.js';
import type { RigPos } from '../../../../src/time/position.js';

/** When the gate opened, ms; packets at these times. */
function opened(times: number[]): number[] {
  const gate = new FlowGate();
  return times.filter((ms) => gate.arrived(msToSamples(ms) as RigPos));
}
const every = (step: number, from: number, to: number): number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);

test.each([
  ['a steady stream opens it after a second, once', every(20, 0, 3000), [1000]],
  ['so does one with the steps of DTX', every(400, 0, 3000), [1200]],
  ['a gap begins the second anew', [...every(20, 0, 900), ...every(20, 1500, 3000)], [2500]],
  ['single packets never do', every(600, 0, 10_000), []],
  ['no packets, no flow', [], []],
])('%s', (_name, times, expected) => {
  expect(opened(times)).toEqual(expected);
});
