/** Participants among several people: what each says, to the sample, from what it hears and the script that it was told. */
import { describe, expect, it } from 'vitest';
import { anyBehaviour, type ParticipantName } from '../../agent/reference/catalogue.js';
import type { AgentBehaviour } from '../../agent/reference/behaviour.js';
import { createBehaviour } from '../../agent/reference/create.js';
import { scriptOf, type ScriptTurn } from '../../agent/reference/script.js';
import { msToSamples, rigPos } from '../../src/time/position.js';
import { scene, turn } from '../recording/fixtures.js';

type Said = readonly [label: ScriptTurn['label'], from: number, to: number, named?: boolean];

/** The duty, N1 that names the assistant, T, N2, N4Q and its N4R, in ms; each 500 ms apart at least, as the schedule has it. */
const TALK: readonly Said[] = [
  ['user', 1000, 3000, true],
  ['N1', 3500, 5100, true],
  ['T', 5600, 7600],
  ['N2', 12_000, 14_000],
  ['N4Q', 14_500, 16_100, true],
  ['N4R', 19_100, 20_300],
];

/** Feeds the talk frame by frame as a room does, with gaps inside the turns, and gives its sounds in ms. */
function sounds(
  name: ParticipantName,
  given: Readonly<Record<string, number>> = {},
  talk = TALK,
  frameMs = 20,
): (readonly [number, number])[] {
  const script = talk.map(([label, from, to, named = false]): ScriptTurn => ({ label, named, length: msToSamples(to - from) }));
  const agent: AgentBehaviour = createBehaviour(anyBehaviour(name, given), undefined, script);
  const frame = msToSamples(frameMs);
  const pcm = new Float32Array(frame);
  const voiced = (ms: number): boolean =>
    // A pause of 400 ms in the middle of each turn is no end of it.
    talk.some(([, from, to]) => ms >= from && ms < to && Math.abs(ms - (from + to) / 2) >= 200);
  for (let at = 0; at < msToSamples(32_000); at += frame) {
    agent.speak(rigPos(at), pcm);
    agent.hear(
      rigPos(at),
      Float32Array.from({ length: frame }, (_, i) => (voiced((at + i) / 48) ? 0.1 : 0)),
    );
  }
  const found: [number, number][] = [];
  for (const { what, at } of agent.actions) {
    if (what === 'speak' || what === 'resume') found.push([at / 48, NaN]);
    if (what === 'stop') found[found.length - 1]![1] = at / 48;
  }
  return found;
}

describe('a participant', () => {
  it.each<[ParticipantName, (readonly [number, number])[]]>([
    ['answers-t', [[7850, 9000]]],
    ['answers-all', [[5350, 6500], [7850, 9000], [14_250, 15_400], [16_350, 17_500], [20_550, 21_700]]],
    ['answers-name', [[5350, 6500], [16_350, 17_500]]],
    // From 250 ms after the N4Q to 700, or 2,650 ms after the N4R began.
    ['yields-in-time', [[7850, 9000], [16_350, 19_800]]],
    ['yields-late', [[7850, 9000], [16_350, 21_750]]],
    ['pauses-resumes', [[7850, 9000], [16_350, 19_500], [20_650, 21_750]]],
  ])('%s', (name, wanted) => {
    expect(sounds(name)).toEqual(wanted);
    expect(sounds(name, {}, TALK, 100)).toEqual(wanted);
  }); // prettier-ignore

  it('answers a turn that began while it still owed the answer before, unless it is speaking just then', () => {
    const talk: readonly Said[] = [['N2', 1000, 2000], ['N2', 2500, 3500], ['N2', 4000, 5000]]; // prettier-ignore
    expect(sounds('answers-all', { delay: 700, speak: 200 }, talk)).toEqual([[2700, 2900], [4200, 4400], [5700, 5900]]); // prettier-ignore
    expect(sounds('answers-all', { delay: 100, speak: 2000 }, talk)).toEqual([[2100, 4100], [5100, 7100]]); // prettier-ignore
  });

  it('is told its scene: labels, names and lengths; a noise is nobody’s turn', () => {
    const turns = [
      turn({ label: 'T', text: 'Aria, which one?' }),
      turn({ id: 'x', label: 'N1', kind: 'noise', text: '' }),
      turn({ id: 'n', label: 'N2', text: 'Not malaria.' }),
    ];
    expect(scriptOf(scene({ turns, assistant: 'Aria' }))).toEqual([
      { label: 'T', named: true, length: 96_000 },
      { label: 'user', named: false, length: 96_000 },
      { label: 'N2', named: false, length: 96_000 },
    ]);
  });
});
