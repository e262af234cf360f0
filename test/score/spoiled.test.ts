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
});
