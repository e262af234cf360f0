/** A sample of the packet logs of real senders; `npm run verify` judges all of them (test/verify/rtp.test.ts). */
import { describe, expect, it } from 'vitest';
import { OnlinePlacer, placePackets } from '../../src/media/placement.js';
import { judgeLog, LIMIT_MS } from './rtp-figures.js';
import { logMutes, logPackets, quantile, readLog } from './rtp-logs.js';

const file = (name: string): string => new URL(`../vectors/rtp/${name}.json`, import.meta.url).pathname;
const track = { codec: 'opus', constantDelay: 0, constantDelayPlusMinus: 0 } as const;

describe.each([
  ['real-q0-dtx0-red0', ['start', 'step-up', 'step-up', 'step-up', 'step-up', 'step-down', 'step-up', 'ssrc']],
  ['mute-real-q0-dtx0', ['start', 'mute', 'mute', 'mute', 'mute', 'mute', 'ssrc']],
  ['silence-real-q0', ['start', 'step-up', 'step-up', 'step-up', 'step-up', 'step-up', 'step-up']],
])('%s', (name, causes) => {
  it('is placed within 2 ms of its pushes in the second after every event, and within its intervals', () => {
    const figures = judgeLog(file(name));
    expect(figures.parts.length).toBeGreaterThan(4);
    for (const part of figures.parts) expect(part.p95, part.name).toBeLessThanOrEqual(LIMIT_MS);
    expect(figures.p95).toBeLessThanOrEqual(LIMIT_MS);
    expect(figures.covered).toBeGreaterThanOrEqual(0.94);
  });

  it('has the epochs of its script', () => {
    const log = readLog(file(name));
    const { mapping } = placePackets(logPackets(log).packets, track);
    expect(mapping.epochs.map((e) => e.cause)).toEqual(causes);
  });

  it('is placed live within 2 ms of how the whole is placed', () => {
    const log = readLog(file(name));
    const { packets } = logPackets(log);
    const mutes = logMutes(log);
    const whole = new Map(placePackets(packets, track, { mutes }).pieces.map((p) => [p.packet, p]));
    const online = new OnlinePlacer(track);
    let told = 0;
    const apart = packets.flatMap((packet) => {
      for (let next = mutes[told]; next !== undefined && next <= packet.arrival; next = mutes[++told]) online.mute();
      const placed = online.push(packet);
      const final = placed && whole.get(packet);
      return final ? [Math.abs(placed.at - final.at) / 48] : [];
    });
    expect(apart.length).toBe(whole.size);
    expect(quantile(apart, 0.95)).toBeLessThanOrEqual(LIMIT_MS);
  });
});
