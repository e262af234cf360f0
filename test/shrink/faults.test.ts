/**
 * Shrinking faults other than a premature reply: an agent with one planted bug, in sound and virtual time, and the size of the smallest scene that
 * can show it, worked out from the bug's rule.
 */
import { describe, expect, it } from 'vitest';
import { behaviourOf } from '../../agent/reference/catalogue.js';
import { speechLike } from '../../agent/reference/speech-like.js';
import { MemoryPlayer } from '../../simulator/shrink/memory-player.js';
import { everything, sizeOf } from '../../src/shrink/candidate.js';
import { Builder } from '../../src/shrink/document.js';
import { findFault } from '../../src/shrink/find.js';
import type { Fault, Size } from '../../src/shrink/model.js';
import { Search } from '../../src/shrink/search.js';
import { takeApart } from '../../src/shrink/take-apart.js';
import { msToSamples } from '../../src/time/position.js';
import { energyDetector } from '../../src/vad/energy.js';
import { loadPlanted } from '../../bench/shrink/scene.js';
import { PlantedAgent, type PlantedFault, type TurnHeard } from './planted-agent.js';

/** Words of 500 ms and the pauses between them, ms. */
function clip(seed: number, ...pauses: readonly number[]): Float32Array {
  const word = speechLike(msToSamples(500), seed).map((x) => x * 0.4);
  const edge = new Float32Array(msToSamples(100));
  const pieces = [edge, word, ...pauses.flatMap((pause) => [new Float32Array(msToSamples(pause)), word]), edge];
  const all = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  pieces.reduce((at, piece) => (all.set(piece, at), at + piece.length), 0);
  return all;
}

const scene = (turns: readonly string[]): string => `version: 1
suite: faults
speakers: { ana: Ana, ben: Ben, eve: Eve }
scenes:
  - id: faults
    tail: 1500
    room: tracks
    turns:
${turns.map((turn) => `      - { ${turn} }`).join('\n')}
`;
const REPLY = 'expect: { reply: { within: 3000, once: true } }, hold: { answer: { onset_within: 3000, silence: 2500, cap: 20000 } }';
const ASK = 'expect: { reply: { within: 3000, once: false } }, hold: { answer: { onset_within: 3000, silence: 1500, cap: 20000 } }';

/** Questions of two people and something that is for nobody, after a wait that is shorter than an answer takes. */
const TALK = {
  yaml: scene([
    `id: t1, speaker: eve, text: "one", clip: a.wav, ${REPLY}`,
    `id: t2, speaker: ana, text: "one two", clip: b.wav, ${REPLY}`,
    `id: t3, speaker: ben, text: "one two three", clip: c.wav, expect: none, hold: { gap: 3000 }`,
    `id: aside, speaker: ana, text: "one two three", clip: d.wav, expect: { silence: {} }, hold: { gap: 4000 }`,
    `id: t5, speaker: ana, text: "one", clip: a.wav, ${REPLY}`,
  ]),
  clips: new Map([
    ['a.wav', clip(1)],
    ['b.wav', clip(2, 300)],
    ['c.wav', clip(3, 300, 400)],
    ['d.wav', clip(4, 1200, 300)],
  ]),
};
/** Long answers, into which somebody speaks. */
const OVER = {
  yaml: scene([
    `id: q1, speaker: ana, text: "one", clip: a.wav, ${ASK}`,
    'id: in1, speaker: ben, text: "one", clip: e.wav, when: { agent: onset, since: q1, offset: 1000 }, expect: { yield: { within: 1000, quiet: 1500 } }, hold: { fixed: 3500 }',
    `id: q2, speaker: ana, text: "one two three", clip: c.wav, ${ASK}`,
    'id: yes, speaker: ana, text: "one", clip: a.wav, when: { agent: onset, since: q2, offset: 1000 }, expect: { continue: { max_gap: 1500 } }, hold: { fixed: 6000 }',
    `id: q3, speaker: ana, text: "one two three", clip: d.wav, ${ASK}`,
    'id: in3, speaker: ben, text: "one", clip: e.wav, when: { agent: onset, since: q3, offset: 1000 }, expect: { yield: { within: 1000, quiet: 1500 } }, hold: { fixed: 3500 }',
  ]),
  clips: new Map([...TALK.clips, ['e.wav', clip(6)]]),
};

const another = ({ speaker }: TurnHeard, before: readonly TurnHeard[]): boolean => before.some((one) => one.speaker !== speaker);
const longest = (pauses: readonly number[] = []): number => Math.max(0, ...pauses);

interface Planted extends PlantedFault {
  readonly says: string;
  readonly scene: typeof TALK;
  readonly turn: string;
  readonly least: Partial<Size>;
  /** Of the pauses that must stay, ms. */
  readonly pauseMs: number;
}

const BUGS: readonly Planted[] = [
  {
    kind: 'no-reply',
    says: 'leaves without a reply who speaks after somebody else',
    scene: TALK,
    turn: 't2',
    speakMs: 1_000,
    fits: another,
    least: { turns: 2, speakers: 2, pieces: 2, waitsMs: 0 },
    pauseMs: 0,
  },
  {
    kind: 'silence',
    says: 'answers what is for nobody after a pause above 600 ms in it',
    scene: TALK,
    turn: 'aside',
    speakMs: 1_000,
    fits: ({ pausesMs }) => longest(pausesMs) > 600,
    least: { turns: 1, speakers: 1, pieces: 2 },
    pauseMs: 600,
  },
  {
    kind: 'double-reply',
    says: 'answers twice who has spoken before',
    scene: TALK,
    turn: 't5',
    speakMs: 1_000,
    fits: ({ speaker }, before) => before.some((one) => one.speaker === speaker),
    least: { turns: 2, speakers: 1, pieces: 2 },
    pauseMs: 0,
  },
  {
    kind: 'yield',
    says: 'speaks on when it answers a turn with a pause above 500 ms',
    scene: OVER,
    turn: 'in3',
    speakMs: 6_000,
    fits: (_, before) => longest(before.at(-1)?.pausesMs) > 500,
    least: { turns: 2, speakers: 2, pieces: 3 },
    pauseMs: 500,
  },
  {
    kind: 'continue',
    says: 'stops when the one who asked says something over it',
    scene: OVER,
    turn: 'yes',
    speakMs: 6_000,
    fits: ({ speaker }, before) => before.at(-1)?.speaker === speaker,
    least: { turns: 2, speakers: 1, pieces: 2 },
    pauseMs: 0,
  },
];

describe('a planted bug that is no premature reply', () => {
  it.each(BUGS)('$kind: $says', { timeout: 180_000 }, async (bug) => {
    const suite = await loadPlanted(bug.scene);
    const material = takeApart(suite.scenes[0]!, (hash) => suite.clips.get(hash)!);
    const builder = new Builder(material);
    const player = new MemoryPlayer(material, builder, {
      behaviour: behaviourOf('silent'),
      agent: () => new PlantedAgent(bug),
      name: 'planted',
      seed: 1,
      detector: energyDetector(),
    });
    const { fault } = await findFault(material, builder, player, { kind: bug.kind, turn: undefined, certain: true });
    expect(fault && [fault.kind, material.turns[fault.turn]?.turn.id, fault.anchor, fault.fromBefore]).toEqual([bug.kind, bug.turn, undefined, undefined]); // prettier-ignore
    const found = fault as Fault;
    const { best, minimal, notMonotone } = await new Search(material, builder, found, player, { rate: 0.5, certain: true, resolutionMs: 10 }).run(); // prettier-ignore
    expect(minimal).toBe(true);
    expect(notMonotone).toEqual([]);
    const size = sizeOf(material, found, best!.candidate);
    expect(size).toMatchObject(bug.least);
    expect(size.pausesMs).toBeGreaterThanOrEqual(bug.pauseMs);
    expect(size.pausesMs).toBeLessThanOrEqual(bug.pauseMs === 0 ? 0 : bug.pauseMs + 20);
    // One turn or piece less shows it no more; the search has said so of each, and the whole it began with was larger.
    expect(sizeOf(material, found, everything(material)).turns).toBeGreaterThan(size.turns);
  });

  it('speech that was going on when the turn began is another fault than speech that begins in it', async () => {
    const suite = await loadPlanted(TALK);
    const material = takeApart(suite.scenes[0]!, (hash) => suite.clips.get(hash)!);
    const builder = new Builder(material);
    const common = { name: 'planted', seed: 1, detector: energyDetector() };
    const bug: PlantedFault = { kind: 'silence', fits: () => true, speakMs: 1_000 };
    const answers = new MemoryPlayer(material, builder, { ...common, behaviour: behaviourOf('silent'), agent: () => new PlantedAgent(bug) });
    const runsOn = new MemoryPlayer(material, builder, { ...common, behaviour: behaviourOf('always-on') });
    const want = { kind: 'silence', turn: undefined, certain: true } as const;
    const begins = (await findFault(material, builder, answers, want)).fault as Fault;
    const before = (await findFault(material, builder, runsOn, want)).fault as Fault;
    expect(begins).toEqual({ kind: 'silence', turn: 3, anchor: undefined });
    expect(before).toEqual({ kind: 'silence', turn: 3, anchor: undefined, fromBefore: true });
    const whole = builder.build(everything(material), begins);
    const shown = (player: MemoryPlayer, fault: Fault): Promise<string> => player.session(whole, fault, 'search', 0);
    expect([await shown(runsOn, begins), await shown(runsOn, before), await shown(answers, begins), await shown(answers, before)]).toEqual(['no', 'yes', 'yes', 'no']); // prettier-ignore
  }, 120_000);
});
