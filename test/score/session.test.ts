import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../src/schedule/events.js';
import type { Value } from '../../src/score/model.js';
import { joinTracks } from '../../src/score/all-tracks.js';
import { placeTurn } from '../../src/score/placement.js';
import { scoreSession } from '../../src/score/session.js';
import { msToSamples, rigPos } from '../../src/time/position.js';
import * as recording from '../recording/fixtures.js';
import { at, inputOf, reply, run, speechOf, windowsOf, type SceneSpec } from './fixtures.js';

const spec: SceneSpec = { turns: [{ id: 't', from: 1000, to: 2000, expect: reply() }], agent: [[2700, 4000]] };
const outcome = (more: Partial<SceneSpec>) => {
  const { outcome: is, reason } = scoreSession(inputOf({ ...spec, ...more }));
  return [is, reason] as const;
};
const trouble = (what: 'late-frame' | 'stall' | 'server-gone' | 'packet-loss' | 'starved-host', amount?: number): SessionEvent[] => [
  { type: 'rig-trouble', what, detail: 'x', ...(amount === undefined ? {} : { amount }), seq: 0, at: at(0) },
];

describe('outcome of a session', () => {
  it('is scored when nothing went wrong, and when the agent kept silent', () => {
    expect(outcome({})).toEqual(['scored', '']);
    expect(outcome({ agent: [] })[0]).toBe('scored');
  });
  it.each([
    ['agent-absent', /never came/],
    ['agent-not-ready', /never ready/],
    ['agent-left', /left before the end/],
    ['agent-silent-track', /no audio/],
    ['greeting-missing', /greeting/],
  ] as const)('%s is the agent’s failure', (reason, text) => {
    expect(outcome({ end: { reason, detail: 'why' } })).toEqual(['agent_failure', expect.stringMatching(text)]);
    expect(outcome({ end: { reason, detail: 'why' } })[1]).toMatch(/: why$/);
  });
  it('is the agent’s failure when it published nothing', () => {
    expect(outcome({ end: { tracks: [] } })).toEqual(['agent_failure', 'the agent published no audio']);
    expect(outcome({ end: { packets: { a0: 0 } } })[0]).toBe('agent_failure');
    expect(outcome({ end: { packets: {} } })).toEqual(['agent_failure', "no packet came of the agent's audio"]);
    const tracks = [recording.track(), recording.track({ id: 'a1' })];
    expect(outcome({ end: { tracks, packets: { a0: 0, a1: 1 } } })[0]).toBe('scored');
    expect(outcome({ end: { tracks, packets: { a0: 1 } } })[0]).toBe('scored');
  });
  it.each<readonly [string, Partial<SceneSpec>, RegExp | undefined]>([
    ['the rig’s own trouble', { end: { reason: 'rig-trouble', detail: 'broke' } }, /^broke$/],
    ['a user who stopped it', { end: { reason: 'stopped' } }, /stopped/],
    ['the server gone, whatever came of it', { events: trouble('server-gone'), end: { reason: 'agent-left' } }, /server-gone/],
    ['a starved host', { events: trouble('starved-host') }, /starved-host/],
    ['a late frame above the limit of 20 ms', { events: trouble('late-frame', 961) }, /late-frame of 20 ms/],
    ['not one at the limit', { events: trouble('late-frame', 960) }, undefined],
    ['a stall above it', { events: trouble('stall', 4800) }, /stall of 100 ms/],
    ['not loss that is told by itself', { events: trouble('packet-loss') }, undefined],
    ['lateness in the health above the limit', { end: { health: { ...recording.health, maxLateness: 961 } } }, /a frame left 20 ms late/],
    ['not at the limit', { end: { health: { ...recording.health, maxLateness: 960 } } }, undefined],
    ['loss above 1%', { end: { packets: { a0: 98 }, health: { ...recording.health, lostPackets: 2 } } }, /2 of 100 packets/],
    ['not loss of 1%', { end: { packets: { a0: 99 }, health: { ...recording.health, lostPackets: 1 } } }, undefined],
    [
      'a human track that the recorder heard nothing of',
      { end: { tracks: [recording.track(), recording.track({ id: 'h0', owner: { kind: 'human', speakers: ['ana'] } })] } },
      /human track h0/,
    ],
  ])('is spoiled by %s', (_what, more, reason) => {
    const [is, why] = outcome(more);
    expect(is).toBe(reason ? 'rig_invalid' : 'scored');
    if (reason) expect(why).toMatch(reason);
  });
  it('is the agent’s failure when it never was ready, however late the silence before the first turn left', () => {
    const late = { ...recording.health, maxLateness: 9_600 };
    const never = { turns: [], events: trouble('late-frame', 9_600), end: { reason: 'agent-not-ready' as const, health: late } };
    expect(outcome(never)[0]).toBe('agent_failure');
    expect(outcome({ ...never, events: trouble('server-gone') })[0]).toBe('rig_invalid');
  });
  it('takes every verdict from a spoiled session', () => {
    const { windows } = scoreSession(inputOf({ ...spec, end: { reason: 'rig-trouble', detail: 'broke' } }));
    expect(windows.length).toBeGreaterThan(0);
    expect(windows.every((one) => one.verdict === 'unscored' && !one.counted && one.reason === 'broke')).toBe(true);
  });
  it('is spoiled when the rig achieved no overlap in any window, and not when something else was scored', () => {
    const barge = { id: 'b', from: 6000, to: 7000, expect: { kind: 'yield', within: 1, quiet: 1 } } as const;
    expect(outcome({ turns: [barge] })[0]).toBe('rig_invalid');
    expect(outcome({ turns: [barge], agent: [] })).toEqual(['agent_failure', 'the agent said nothing in the whole session']);
    expect(outcome({ turns: [barge], agent: [], holes: [{ from: at(0), to: at(50), kind: 'unknown' }] })[0]).toBe('rig_invalid');
    expect(outcome({ turns: [...spec.turns, barge] })[0]).toBe('scored');
  });
});

describe('a session', () => {
  it('spans what was observed, from its first event on', () => {
    const span = (events?: SessionEvent[]) => scoreSession(inputOf({ ...spec, ...(events ? { events } : {}) })).span;
    expect(span([{ type: 'session-opened', seq: 0, at: at(500) }])).toEqual({ from: at(500), to: at(60_000) });
    expect(span([])).toEqual({ from: at(0), to: at(60_000) });
  });
  it('in which nothing could be scored is nobody’s fault where nothing says whose', () => {
    // Lost audio: not the rig's doing, and the agent may have spoken.
    const lostAll = { turns: spec.turns, agent: [], holes: [{ from: at(0), to: at(60_000), kind: 'unknown' as const }] };
    expect(outcome(lostAll)).toEqual(['scored', '']);
    expect(outcome({ turns: [], agent: [] })).toEqual(['scored', '']);
    // Silence was asked for and could not be observed.
    const quiet = ['a', 'b'].map((id) => ({ id, from: 1000, to: 1000, expect: { kind: 'silence' } as const }));
    expect(outcome({ turns: quiet.slice(0, 1), endMs: 1000, agent: [] })[0]).toBe('scored');
    // A measure that needs no speech changes nothing of that: the agent said nothing where it had to.
    const nothing = { id: 'q', from: 8000, to: 8000, expect: { kind: 'silence' } } as const;
    const needs = { id: 'b', from: 6000, to: 7000, expect: { kind: 'continue', maxGap: 1 } } as const;
    expect(outcome({ turns: [needs, nothing], agent: [], endMs: 8000 })[0]).toBe('agent_failure');
    // A known silence is no lost audio.
    const barge = { id: 'b', from: 6000, to: 7000, expect: { kind: 'yield', within: 1, quiet: 1 } } as const;
    expect(outcome({ turns: [barge], agent: [], holes: [{ from: at(0), to: at(50), kind: 'silence' }] })[0]).toBe('agent_failure');
  });
  it('says what it could not score for, by the first of its windows', () => {
    const cut = { id: 'b', from: 6000, to: 7000, expect: { kind: 'yield', within: 1, quiet: 1 } } as const;
    const cue = { kind: 'agent', edge: 'onset', since: undefined, offset: 0, tolerance: 0, timeout: 1, otherwise: 'skip' } as const;
    const cued = { id: 'c', from: 9000, to: 9500, expect: { kind: 'continue', maxGap: 1 }, over: { cue } } as const;
    const none = { agent: [[100, 300]], commands: [{ type: 'mark', mark: 'scene-start', at: at(500) }] } as const;
    expect(outcome({ ...none, turns: [cut, cued] })).toEqual(['rig_invalid', expect.stringContaining(': no overlap achieved')]);
    expect(outcome({ ...none, turns: [{ ...cued, from: 3000, to: 3500 }, cut] })[1]).toContain(': schedule diverged');
    const barge = { id: 'b', from: 6000, to: 7000, expect: { kind: 'yield', within: 1, quiet: 1 } } as const;
    expect(outcome({ turns: [barge] })[1]).toBe(
      'nothing could be scored: no overlap achieved: the agent was not surely speaking when the turn began',
    );
  });
});

describe('windows of a session', () => {
  it('name the measure that a turn would have had, and none where none was asked', () => {
    const kinds = [
      { kind: 'silence' },
      { kind: 'yield', within: 1, quiet: 1 },
      { kind: 'continue', maxGap: 1 },
      { kind: 'probe', within: 1 },
      reply(),
      { kind: 'may-answer' },
      { kind: 'none' },
    ] as const;
    const input = inputOf({
      turns: kinds.map((expect, i) => ({ id: `t${i}`, from: 1000 * i, to: 1000 * i + 500, expect })),
      agent: [[0, 9000]],
    });
    const { windows } = scoreSession({
      ...input,
      turns: [],
      commands: [
        { type: 'skip', turn: 't1', because: 'x' },
        { type: 'wake', at: at(0) },
      ],
    });
    expect(windows.map(({ id, flags, reason, window }) => [id, flags[0], reason, window.from / 48, window.to / 48])).toEqual([
      ['t0/silence', 'not-played', 'the turn was not played', 60_000, 60_000],
      ['t1/yield', 'not-played', 'the turn was skipped: x', 60_000, 60_000],
      ['t2/continue', 'not-played', 'the turn was not played', 60_000, 60_000],
      ['t3/probe', 'not-played', 'the turn was not played', 60_000, 60_000],
      ['t4/reply', 'not-played', 'the turn was not played', 60_000, 60_000],
    ]);
  });
  it('name turns that were skipped or never came', () => {
    const input = inputOf({ ...spec, turns: [...spec.turns, { id: 'u', from: 5000, to: 6000, expect: { kind: 'silence' } }] });
    const windows = (commands: typeof input.commands) => scoreSession({ ...input, commands, turns: input.turns.slice(0, 1) }).windows;
    expect(windows([]).at(-1)).toMatchObject({ id: 'u/silence', verdict: 'unscored', reason: 'the turn was not played', counted: false });
    expect(windows([{ type: 'skip', turn: 'u', because: 'no onset' }]).at(-1)?.reason).toBe('the turn was skipped: no onset');
  });
  it('end with the scene, not with what was streamed after it', () => {
    const [window] = windowsOf({ ...spec, agent: [], commands: [{ type: 'mark', mark: 'scene-end', at: at(9000) }] });
    expect(window?.value).toEqual({ kind: 'censored', aboveMs: 7000 });
  });

  const ms = fc.integer({ min: 0, max: 20_000 });
  const stretch = fc
    .tuple(ms, fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 0, max: 30 }))
    .map(([from, length, pm]) => [from, from + length, pm] as const);
  /** Runs that do not touch, as a VAD gives them. */
  const agent = fc.array(stretch, { maxLength: 8 }).map((list) => {
    let free = 0;
    return list
      .sort((a, b) => a[0] - b[0])
      .flatMap(([from, to, pm]) => {
        if (from < free) return [];
        free = to + 1;
        return [[from, to, pm] as const];
      });
  });
  const expectation = fc.constantFrom(
    reply(2000, { maxGap: msToSamples(900) }),
    { kind: 'silence' } as const,
    { kind: 'yield', within: 30_000, quiet: 48_000, reply: { within: 48_000, once: true } } as const,
    { kind: 'continue', maxGap: 48_000, quietAfter: 48_000 } as const,
  );
  it('never hold NaN, a negative wait, or two windows of one id, whatever the agent does', () => {
    const finite = (value: Value): boolean => {
      if (value.kind === 'measured') return value.ms >= 0 && value.plusMinusMs >= 0;
      if (value.kind === 'interval') return value.fromMs >= 0 && value.toMs >= value.fromMs;
      return value.kind === 'none' || value.aboveMs >= 0;
    };
    fc.assert(
      fc.property(
        agent,
        expectation,
        expectation,
        fc.integer({ min: 0, max: 20 }),
        fc.boolean(),
        (runs, first, second, plusMinusMs, hole) => {
          const windows = windowsOf({
            turns: [
              { id: 't', from: 2000, to: 6000, pauses: [[3000, 3700]], expect: first, plusMinusMs, over: { label: 'T' } },
              { id: 'q', from: 9000, to: 10_000, expect: second, plusMinusMs, over: { label: 'N4Q' } },
              { id: 'r', from: 13_000, to: 14_500, plusMinusMs, over: { label: 'N4R' } },
            ],
            agent: runs,
            endMs: 22_000,
            holes: hole ? [{ from: at(4000), to: at(9000), kind: 'unknown' }] : [],
          });
          expect(windows.filter((one) => !finite(one.value))).toEqual([]);
          expect(new Set(windows.map((one) => one.id)).size).toBe(windows.length);
          expect(windows.every((one) => one.counted || one.verdict !== 'pass')).toBe(true);
          expect(JSON.stringify(windows)).not.toMatch(/NaN|null/);
        },
      ),
      { numRuns: 500 },
    );
  });
  it('hold the identity presence - new initiation = speaking at the request’s end', () => {
    fc.assert(
      fc.property(agent, (runs) => {
        const exact = runs.map(([from, to]) => [from, to] as const);
        const windows = windowsOf({ turns: [{ id: 't', from: 2000, to: 6000, over: { label: 'T' } }], agent: exact, endMs: 22_000 });
        const passed = (measure: string) => Number(windows.find((one) => one.measure === measure)?.verdict === 'pass');
        expect(passed('response-presence') - passed('new-initiation')).toBe(Number(windows[0]?.details['speakingAtEnd']));
      }),
    );
  });
});

describe('several agent tracks', () => {
  it('are one agent: overlapping runs are one, pauses of up to 800 ms are bridged across tracks', () => {
    const voice = speechOf([run(1000, 2000), run(5000, 6000)]);
    const second = speechOf([run(1500, 2500), run(3300, 3400), run(6801, 7000), run(3200, 3500)].sort((a, b) => a.from - b.from));
    const joined = joinTracks([voice, second]);
    expect(joined.runs.map(({ from, to }) => [from / 48, to / 48])).toEqual([
      [1000, 2500],
      [3200, 3500],
      [5000, 6000],
      [6801, 7000],
    ]);
    expect(joined.segments.map(({ from, to }) => [from / 48, to / 48])).toEqual([
      [1000, 3500],
      [5000, 6000],
      [6801, 7000],
    ]);
  });
  it('an ambience track has sounds and is no reply', () => {
    const ambience = { ...speechOf([]), sounds: [{ from: at(0), to: at(50_000) }] };
    const joined = joinTracks([speechOf([]), ambience]);
    expect(joined.sounds).toHaveLength(1);
    const sounds = (from: number, to: number) => ({ ...speechOf([]), sounds: [{ from: at(from), to: at(to) }] });
    expect(joinTracks([sounds(0, 100), sounds(50, 80), sounds(90, 120), sounds(120, 130), sounds(131, 140)]).sounds).toEqual([
      { from: at(0), to: at(130) },
      { from: at(131), to: at(140) },
    ]);
    const input = inputOf(spec);
    const [window] = scoreSession({ ...input, speech: joined }).windows;
    expect(window).toMatchObject({ measure: 'reply', verdict: 'fail', value: { kind: 'censored' } });
  });
  it('a blip under the speech of another track is dropped', () => {
    expect(joinTracks([speechOf([run(1000, 2000)]), speechOf([run(1500, 1550), run(3000, 3050)])]).blips).toHaveLength(1);
  });
  it('keeps the certainty of the edges that it ends up with', () => {
    const [joined] = joinTracks([speechOf([run(1000, 2000, 3)]), speechOf([run(1500, 2500, 9)])]).runs;
    expect(joined).toMatchObject({ fromPlusMinus: msToSamples(3), toPlusMinus: msToSamples(9) });
  });
});

describe('a placed turn', () => {
  it('has the clip’s labelled edges where the recorder found it', () => {
    const turn = recording.turn();
    const placed = placeTurn({ ...turn, clip: { ...turn.clip, voiced: { from: 480, to: 95_000 } } }, rigPos(1_000_000), 7, 'recorder');
    expect(placed).toEqual({
      turn: 't1',
      speaker: 'ana',
      start: 1_000_480,
      end: 1_095_000,
      plusMinus: 7,
      pauses: [{ from: 1_024_000, to: 1_057_600 }],
      parts: [
        { from: 1_000_000, to: 1_024_000 },
        { from: 1_057_600, to: 1_096_000 },
      ],
      by: 'recorder',
    });
  });
  it('has no pause between parts that touch', () => {
    const one = recording.turn();
    const parts = [
      { from: 0, to: 48_000, text: 'a' },
      { from: 48_000, to: 96_000, text: 'b' },
    ];
    expect(placeTurn({ ...one, clip: { ...one.clip, parts } }, rigPos(0), 0, 'recorder').pauses).toEqual([]);
  });
});
