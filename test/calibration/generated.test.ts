import { expect, test } from 'vitest';
import { figuresOf } from '../../src/calibration/figures.js';
import { BUSY, generate, heardOf, observed, QUIET, send, type Generated, type Sending } from './generated.js';

const made = async (sending: Sending): Promise<Generated> => {
  const sent = await send(sending);
  return observed(sent, await heardOf(sent));
};

/** Both edges keep what the issue asks of continuous senders; broken ones may be off by 8 ms. A made network is quiet: what a live one adds is measured live. */
test.each([
  ['VoIP, packets of 20 ms', { sender: 'packet-20', weather: QUIET }, 5],
  ['VoIP, packets of 10 ms, busy', { sender: 'packet-10', weather: BUSY, voices: ['awb', 'kal16'] }, 5],
  ['VoIP, packets of 60 ms', { sender: 'packet-60', weather: QUIET, bitrate: 24_000 }, 5],
  ['a voice 18 dB down', { sender: 'packet-20', voices: ['kal', 'rms'], gain: 0.125 }, 5],
  ['low delay', { sender: 'low-delay', voices: ['slt', 'awb'] }, 5],
  ['audio, 64 kbit/s', { sender: 'packet-20', application: 'audio', bitrate: 64_000 }, 5],
  ['starving, busy', { sender: 'starve-400', weather: BUSY }, 8],
  ['stopping dead', { sender: 'stop-restart' }, 8],
] as const)(
  'edges of hard bursts through a real encoder are where they were put: %s',
  async (_name, sending, limitMs) => {
    const { onsets, offsets } = await made({ ...sending, bursts: 24, seed: 31 });
    for (const edges of [onsets, offsets]) {
      const { n, missed, biasMs, p95AbsErrorMs, coverage } = figuresOf(edges);
      expect([n, missed]).toEqual([24, 0]);
      expect(Math.abs(biasMs ?? Infinity)).toBeLessThanOrEqual(limitMs === 8 ? 4 : 2);
      expect(p95AbsErrorMs).toBeLessThanOrEqual(limitMs);
      expect(coverage).toBeGreaterThanOrEqual(limitMs === 8 ? 0.8 : 0.9);
    }
  },
  120_000,
);

test('with loss no edge is missed, intervals hold the truth, and those at a hole reach over it', async () => {
  const { onsets, offsets } = await generate('queue-0', 60, 3, { ...QUIET, loss: 0.05 });
  for (const edges of [onsets, offsets]) {
    const { missed, coverage } = figuresOf(edges);
    expect(missed).toBe(0);
    expect(coverage).toBeGreaterThanOrEqual(0.9);
  }
  const censored = [...onsets, ...offsets].filter(({ kind }) => kind === 'censored');
  expect(censored.length).toBeGreaterThan(0);
  for (const one of censored) expect(one).toMatchObject({ covered: true });
}, 120_000);
