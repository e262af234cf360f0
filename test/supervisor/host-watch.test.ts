import { describe, expect, it } from 'vitest';
import type { Transport, TransportHandler, TransportSession } from '../../simulator/transport/transport.js';
import type { OpenOptions } from '../../simulator/transport/transport.js';
import { withCpuShares } from '../../simulator/supervisor/cpu-share.js';
import { busySeconds, cpuReader, HostWatch, sharesBetween, type Reading } from '../../simulator/supervisor/host-watch.js';
import { rigPos } from '../../src/time/position.js';
import { VirtualClock } from '../../src/time/virtual-clock.js';
import { health } from '../recording/fixtures.js';

const NEVER = 2 ** 30;
/** A reader that gives these, one after the other. */
const reads = (...readings: Reading[]) => {
  let i = 0;
  return () => Promise.resolve(readings[i++] ?? (readings.at(-1) as Reading));
};
const reading = (at: number, rig: number, agent: number | undefined, host: number | undefined): Reading => ({ at, rig, agent, host });

describe('shares', () => {
  it('are of one processor, and left out where a reading is missing', () => {
    expect(sharesBetween(reading(0, 0, 0, 0), reading(2, 0.5, 3, 4))).toEqual({ rigCpu: 0.25, agentCpu: 1.5, hostCpu: 2 });
    expect(sharesBetween(reading(0, 0, undefined, 0), reading(2, 1, 3, undefined))).toEqual({ rigCpu: 0.5 });
    expect(sharesBetween(reading(1, 0, 0, 0), reading(1, 1, 1, 1))).toEqual({});
  });
  it('of the machine leave out what is idle', () => {
    expect(busySeconds('cpu  100 20 30 1000 500 1 2 3 40 0\ncpu0 1 2 3\n')).toBe(1.56);
    expect(busySeconds('intr 1 2 3')).toBeUndefined();
  });
});

describe('the watch', () => {
  it('keeps what the agent used around the latest frame, before or after its report', async () => {
    const watch = new HostWatch(
      reads(reading(0, 0, 0, 0), reading(1, 0.1, 1.8, 2), reading(2, 0.2, 1.9, 2.2), reading(3, 0.3, 2.0, 2.4)),
      NEVER,
    );
    await watch.sample();
    await watch.sample();
    watch.late(100);
    await watch.sample();
    watch.late(50);
    await watch.sample();
    watch.stop();
    expect(watch.figures().whenLate?.agentCpu).toBeCloseTo(1.8);
    expect(watch.figures().whole.hostCpu).toBeCloseTo(0.8);
  });
  it('knows nothing of late frames when there were none', () => {
    const watch = new HostWatch(reads(reading(0, 0, 0, 0)), NEVER);
    watch.stop();
    expect(watch.figures().whenLate).toBeUndefined();
  });
  it('reads this machine', async () => {
    const read = cpuReader(undefined, () => performance.now() / 1000);
    const first = await read();
    const second = await read();
    expect(first.agent).toBeUndefined();
    expect(second.rig).toBeGreaterThanOrEqual(first.rig);
    expect(second.host ?? 0).toBeGreaterThanOrEqual(first.host ?? 0);
  });
});

it('puts the shares into the health of a session, and marks lateness only where it has an amount', async () => {
  let handler: TransportHandler | undefined;
  const session: TransportSession = {
    clock: new VirtualClock(),
    zeroNs: 0n,
    play: () => undefined,
    agentLog: () => [],
    health: () => health,
    close: () => Promise.resolve(),
  };
  const transport: Transport = {
    name: 'test',
    open: (_options, given) => {
      handler = given;
      return Promise.resolve(session);
    },
  };
  const watch = new HostWatch(reads(reading(0, 0, 0, 0), reading(1, 0.5, 1, 1.75)), NEVER);
  const seen: string[] = [];
  const opened = await withCpuShares(transport, () => watch).open({} as OpenOptions, {
    input: ({ type }) => seen.push(type),
    track: () => undefined,
    packet: () => undefined,
  });
  handler?.input({ type: 'rig-trouble', what: 'stall', detail: '' });
  await opened.close();
  expect(opened.health()).toMatchObject({ rigCpu: 0.5, agentCpu: 1, hostCpu: 1.75 });
  expect(opened.health().whenLate).toBeUndefined();
  handler?.input({ type: 'rig-trouble', what: 'late-frame', detail: '', amount: rigPos(480) });
  expect(opened.health().whenLate).toEqual({ rigCpu: 0.5, agentCpu: 1, hostCpu: 1.75 });
  expect(seen).toEqual(['rig-trouble', 'rig-trouble']);
});
