import { describe, expect, it } from 'vitest';
import type { SessionHealth } from '../../src/recording/model.js';
import type { SessionEvent } from '../../src/schedule/events.js';
import { healthFigures } from '../../src/score/health.js';
import { agentMayHave, spoiledBy, spoiledReason } from '../../src/score/spoiled.js';
import { starvedBy } from '../../src/score/starvation.js';
import { msToSamples, rigPos } from '../../src/time/position.js';
import * as recording from '../recording/fixtures.js';
import { lost, span } from './fixtures.js';

const LIMITS = { lateFrame: msToSamples(40), packetLossShare: 0.01, readyWithin: 0 };
const late = (ms: number): SessionEvent[] => [
  { type: 'rig-trouble', what: 'late-frame', detail: '', amount: msToSamples(ms), seq: 0, at: rigPos(0) },
];
const health = (more: Partial<SessionHealth>): SessionHealth => ({ ...recording.health, ...more });

describe('who starved the rig', () => {
  // Two processors: busy from 1.6 on.
  it.each<readonly [string, Partial<SessionHealth>, ReturnType<typeof starvedBy>]>([
    ['nothing is known', {}, 'unknown'],
    ['an agent that used more than all others', { processors: 2, hostCpu: 1.9, agentCpu: 1.2 }, 'agent'],
    ['an agent that used as much as all others', { processors: 2, hostCpu: 1.8, agentCpu: 0.9 }, 'others'],
    ['others', { processors: 2, hostCpu: 1.9, agentCpu: 0.4 }, 'others'],
    ['an agent elsewhere', { processors: 2, hostCpu: 1.9 }, 'others'],
    ['a machine with just a fifth idle', { processors: 2, hostCpu: 1.6, agentCpu: 1.5 }, 'agent'],
    ['a machine with room', { processors: 2, hostCpu: 1.59, agentCpu: 1.5 }, 'nobody'],
    ['a burst that the mean hides', { processors: 2, hostCpu: 0.5, agentCpu: 0.2, whenLate: { hostCpu: 2, agentCpu: 1.7 } }, 'agent'],
    [
      'a burst of others while the agent is busy on the whole',
      { processors: 2, hostCpu: 1.8, agentCpu: 1.4, whenLate: { hostCpu: 2, agentCpu: 0.1 } },
      'others',
    ],
    ['no figure of the machine, an agent that fills it', { processors: 2, agentCpu: 1.5, rigCpu: 0.2 }, 'agent'],
    ['no figure of the machine nor of the rig, an agent that does not fill it', { processors: 2, agentCpu: 0.7 }, 'unknown'],
    ['no figure of the machine, the two fill just four fifths of it, half each', { processors: 2, agentCpu: 0.8, rigCpu: 0.8 }, 'others'],
    ['no figure of the machine, the agent a little more', { processors: 2, agentCpu: 0.81, rigCpu: 0.8 }, 'agent'],
    ['no figure of the machine, the two fill less', { processors: 2, agentCpu: 0.79, rigCpu: 0.8 }, 'unknown'],
    ['no figure of the agent nor of the machine', { processors: 2, rigCpu: 1.9 }, 'unknown'],
    [
      'no figure of the machine, what the two did then',
      { processors: 2, agentCpu: 0.1, rigCpu: 0.1, whenLate: { agentCpu: 1, rigCpu: 0.9 } },
      'agent',
    ],
    [
      'no figure of the machine, what the rig did then',
      { processors: 2, agentCpu: 0.1, rigCpu: 0.1, whenLate: { agentCpu: 0.9, rigCpu: 1 } },
      'others',
    ],
    ['no count of processors', { hostCpu: 1.9, agentCpu: 1.9 }, 'unknown'],
    ['no figure of the machine, an agent that does not', { processors: 2, agentCpu: 1.0, rigCpu: 0.2 }, 'unknown'],
  ])('%s', (_what, more, who) => expect(starvedBy(health(more))).toBe(who));
});

describe('what the rig spoiled', () => {
  const end = (more: Partial<SessionHealth>, packets = { a0: 500, h0: 500 }) =>
    recording.end({
      tracks: [recording.track(), recording.track({ id: 'h0', owner: { kind: 'human', speakers: ['ana'] } })],
      packets,
      health: health(more),
    });

  it('says whose load goes with late frames', () => {
    const found = spoiledBy(end({ processors: 2, hostCpu: 2, agentCpu: 1.8 }), late(60), LIMITS, true);
    expect(found).toEqual({ cause: 'late', detail: 'late-frame of 60 ms, the limit is 40 ms', starvedBy: 'agent' });
    expect(found && agentMayHave(found)).toBe(true);
    expect(found && spoiledReason(found)).toMatch(/the agent itself used most/);
    const busy = spoiledBy(end({ processors: 2, hostCpu: 2, agentCpu: 0.1 }), late(60), LIMITS, true);
    expect(busy && agentMayHave(busy)).toBe(false);
    expect(busy && spoiledReason(busy)).toMatch(/busy with other work/);
  });
  const trouble = (
    what: 'late-frame' | 'stall' | 'server-gone' | 'recorder-gone' | 'store' | 'starved-host' | 'packet-loss',
    amount?: number,
  ) => ({ type: 'rig-trouble', what, detail: what, ...(amount === undefined ? {} : { amount }), seq: 0, at: rigPos(0) }) as const;
  it.each(['server-gone', 'recorder-gone', 'store', 'starved-host'] as const)('is everything once there is %s, played or not', (what) => {
    const found = { cause: 'trouble', detail: `${what}: ${what}` };
    expect(spoiledBy(end({ lostPackets: 900 }), [...late(60), trouble(what)], LIMITS, true)).toEqual(found);
    expect(spoiledBy({ ...end({}), reason: 'stopped' }, [trouble(what)], LIMITS, false)).toEqual(found);
  });
  it('is told by the first of the troubles, and of the late frames', () => {
    expect(spoiledBy(end({}), [trouble('server-gone'), trouble('store')], LIMITS, true)?.detail).toBe('server-gone: server-gone');
    const frames = [trouble('late-frame', msToSamples(40)), trouble('late-frame', msToSamples(50)), trouble('stall', msToSamples(70))];
    expect(spoiledBy(end({}), frames, LIMITS, true)?.detail).toBe('late-frame of 50 ms, the limit is 40 ms');
  });
  it('knows lateness by its amount only, and only that of frames and stalls', () => {
    const none = { ...LIMITS, lateFrame: 0 };
    expect(spoiledBy(end({}), [trouble('late-frame'), trouble('packet-loss', 9999)], none, true)).toBeUndefined();
    expect(spoiledBy(end({}), [trouble('stall', 1)], none, true)).toMatchObject({ cause: 'late' });
  });
  it('is a late frame in the health figures alone, and above the limit only', () => {
    expect(spoiledBy(end({ maxLateness: LIMITS.lateFrame }), [], LIMITS, true)).toBeUndefined();
    expect(spoiledBy(end({ maxLateness: msToSamples(45) }), [], LIMITS, true)).toMatchObject({
      cause: 'late',
      detail: 'a frame left 45 ms late, the limit is 40 ms',
    });
    expect(spoiledBy(end({ maxLateness: msToSamples(45) }), [], LIMITS, false)).toBeUndefined();
  });
  it('is the rig’s trouble rather than lateness where the session ended by it', () => {
    expect(spoiledBy({ ...end({}), reason: 'rig-trouble', detail: '' }, late(60), LIMITS, true)).toEqual({
      cause: 'trouble',
      detail: 'the rig had trouble',
    });
  });
  it('is loss above the limit, and of received and lost together', () => {
    // 10 of 1,000: 1%.
    const lossOf = (lostPackets: number, packets = { a0: 490, h0: 500 }) =>
      spoiledBy(end({ lostPackets }, packets), [], LIMITS, true)?.detail;
    expect(lossOf(10)).toBeUndefined();
    expect(lossOf(11)).toBe('11 of 1001 packets were lost, the limit is 1%');
    // On the humans' tracks alone, of those alone.
    const apart = (lostPackets: number) =>
      spoiledBy(end({ lostPackets, lostAgentPackets: 3 }, { a0: 9000, h0: 990 }), [], LIMITS, true)?.detail;
    expect(apart(13)).toBeUndefined();
    expect(apart(14)).toBe('11 of 1001 packets were lost, the limit is 1%');
    // Where nothing at all came, what was lost is all of it.
    const half = { ...LIMITS, packetLossShare: 0.6 };
    expect(spoiledBy(end({ lostPackets: 1 }, { a0: 0, h0: 0 }), [], half, true)).toMatchObject({ cause: 'loss' });
    expect(spoiledBy({ ...end({}, { a0: 0, h0: 0 }), reason: 'agent-left' }, [], LIMITS, true)).toBeUndefined();
    expect(spoiledBy(end({ lostPackets: 0, lostAgentPackets: 0 }, { a0: 9, h0: 1 }), [], LIMITS, true)).toBeUndefined();
  });
  it('is a human track of which nothing came, in a session that came to its end', () => {
    const deaf = { cause: 'deaf', detail: 'the recorder heard nothing of the human track h0' };
    expect(spoiledBy(end({}, { a0: 500, h0: 0 }), [], LIMITS, true)).toEqual(deaf);
    expect(spoiledBy(recording.end({ ...end({}), packets: { a0: 500 } }), [], LIMITS, true)).toEqual(deaf);
    expect(spoiledBy({ ...end({}, { a0: 500, h0: 0 }), reason: 'agent-left' }, [], LIMITS, true)).toBeUndefined();
    expect(spoiledBy(end({}, { a0: 0, h0: 1 }), [], LIMITS, true)).toBeUndefined();
  });
  it('has its reason in the outcome as it is where nobody starved the rig', () => {
    expect(spoiledReason({ cause: 'loss', detail: 'lost', starvedBy: 'nobody' })).toBe('lost');
    expect(spoiledReason({ cause: 'stopped', detail: 'stopped' })).toBe('stopped');
    expect(agentMayHave({ cause: 'stopped', detail: 'stopped' })).toBe(false);
  });
  it('knows no lateness before the first turn', () => expect(spoiledBy(end({}), late(60), LIMITS, false)).toBeUndefined());
  it('is loss on the humans’ tracks, which are the rig’s from end to end', () => {
    expect(spoiledBy(end({ lostPackets: 8, lostAgentPackets: 2 }), [], LIMITS, true)).toMatchObject({
      cause: 'loss',
      detail: '6 of 506 packets were lost, the limit is 1%',
    });
  });
  it('is no loss of the agent’s track alone: an agent cannot get a session off by sending with gaps', () => {
    expect(spoiledBy(end({ lostPackets: 200, lostAgentPackets: 200 }), [], LIMITS, true)).toBeUndefined();
    // Where tracks are not told apart, all of it counts.
    expect(spoiledBy(end({ lostPackets: 200 }), [], LIMITS, true)).toMatchObject({ cause: 'loss' });
  });
  it('is an end by the rig or the user', () => {
    expect(spoiledBy({ ...end({}), reason: 'stopped' }, late(60), LIMITS, true)).toEqual({
      cause: 'stopped',
      detail: 'stopped before its end',
    });
    expect(spoiledBy({ ...end({}), reason: 'rig-trouble', detail: 'x' }, [], LIMITS, true)).toEqual({ cause: 'trouble', detail: 'x' });
  });
});

it('health as figures: ms and shares, what was not measured left out', () => {
  const end = recording.end({
    health: health({ maxLateness: 500, lateFrames: 2, frames: 10, eventLoopLagP99: 96, rigCpu: 0.1234 }),
    packets: { a0: 98 },
  });
  expect(healthFigures(end, { holes: [lost(0, 300), { ...span(400, 900), kind: 'silence' }] })).toEqual({
    frames: 10,
    lateFrames: 2,
    latestMs: 10.4,
    lagP99Ms: 2,
    packets: 98,
    lostPackets: 0,
    concealedMs: 300,
    rigCpu: 0.12,
    starvedBy: 'unknown',
  });
  const all = recording.end({
    health: health({ eventLoopLagMax: 480, lostPackets: 5, lostAgentPackets: 3, agentCpu: 0.456, hostCpu: 1.789, processors: 4 }),
    packets: { a0: 98, h0: 2 },
  });
  const holes = [lost(0, 300), lost(1000, 1030.25)];
  // Two samples are 0.04 ms, and three would be 0.1.
  const two = { from: rigPos(0), to: rigPos(2), kind: 'unknown' } as const;
  expect(healthFigures(end, { holes: [two, { ...span(400, 900), kind: 'silence' }] }).concealedMs).toBe(0);
  expect(healthFigures(end, { holes: [{ ...two, to: rigPos(3) }] }).concealedMs).toBe(0.1);
  expect(healthFigures(recording.end({ health: health({ lateFrames: 1 }) }), { holes: [] }).starvedBy).toBe('unknown');
  expect(healthFigures(all, { holes })).toEqual({
    frames: 1000,
    lateFrames: 0,
    latestMs: 0,
    lagMaxMs: 10,
    packets: 100,
    lostPackets: 5,
    lostAgentPackets: 3,
    concealedMs: 330.3,
    agentCpu: 0.46,
    hostCpu: 1.79,
    processors: 4,
  });
});
