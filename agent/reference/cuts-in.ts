/**
 * A planted bug: an agent that cuts into just those pauses that fit its rule, and answers every turn once otherwise. What it needs to know of
 * the words it is told (behaviour.ts, `told`), so its truth is exact: a pause longer than `pause` that fits is cut into so long after its
 * first silent sample. It is there to hold against it what a search for the smallest scenario finds (premature-reply.md, Live 5).
 */
import { mulberry32 } from '../../src/scenario/random.js';
import type { CompiledTurn } from '../../src/scenario/model.js';
import { shift, type RigPos } from '../../src/time/position.js';
import type { AgentAction, AgentBehaviour } from './behaviour.js';
import type { BehaviourOf } from './catalogue.js';
import { Mouth } from './mouth.js';
import { hearTurn, type HeardPause } from './spoken-turn.js';

const ORDINALS = ['any', 'first', 'second', 'third'] as const;
const COUNTS = ['any', 'one', 'two', 'three', 'four'] as const;
const DIGITS = new Set([
  'zero',
  'oh',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  ...Array.from('零一二三四五六七八九'),
]);
const HESITATIONS = new Set(['um', 'uh', 'er', 'erm', 'hm', 'hmm', '嗯', '呃', '额']);
/** Words that a sentence does not end with. */
const UNFINISHED = new Set([
  'and',
  'but',
  'or',
  'the',
  'a',
  'an',
  'to',
  'of',
  'my',
  'is',
  'because',
  'with',
  'for',
  '和',
  '但',
  '因',
  '为',
]);

interface Due {
  readonly at: RigPos;
  /** Last voiced sample before it. */
  readonly end: RigPos;
  /** It counts only where a noise sounds at `end`: known when it is due, since a noise may begin after the turn. */
  readonly ifNoise: boolean;
}

export class CutsIn implements AgentBehaviour {
  readonly actions: AgentAction[] = [];
  readonly #mouth = new Mouth(this.actions);
  readonly #rule: BehaviourOf<'cuts-in'>;
  readonly #voice: Float32Array;
  readonly #random: () => number;
  readonly #speakers: string[] = [];
  #turns = 0;
  readonly #noises: { readonly from: RigPos; readonly to: RigPos }[] = [];
  #dues: Due[] = [];

  constructor(rule: BehaviourOf<'cuts-in'>, voice: Float32Array) {
    this.#rule = rule;
    this.#voice = voice;
    this.#random = mulberry32(rule.seed);
  }

  hear(): void {
    // It is told.
  }

  told(turn: CompiledTurn, at: RigPos, samples: Float32Array): void {
    const { pauses, voiced } = hearTurn(turn, samples);
    if (turn.kind === 'noise') {
      this.#noises.push({ from: shift(at, turn.clip.voiced.from), to: shift(at, turn.clip.voiced.to) });
      return;
    }
    if (voiced === undefined) return;
    this.#turns += 1;
    for (const pause of pauses) {
      const from = shift(at, pause.from);
      if (pause.to - pause.from <= this.#rule.pause || !this.#fits(pause, turn.speaker)) continue;
      if (this.#random() < this.#rule.probability) this.#due(shift(from, this.#rule.pause), from, this.#rule.noise === 'on');
    }
    const end = shift(at, voiced.to);
    this.#due(shift(end, this.#rule.delay), end, false);
    this.#speakers.push(turn.speaker);
  }

  speak(at: RigPos, pcm: Float32Array): void {
    const [due] = this.#dues;
    if (due !== undefined && due.at < at + pcm.length) {
      this.#dues = this.#dues.slice(1);
      if (due.ifNoise && !this.#noises.some(({ from, to }) => from <= due.end && due.end < to)) {
        // The rule does not fit.
      } else if (this.#mouth.speaking) this.actions.push({ what: 'ignore', at: due.at });
      else {
        this.actions.push({ what: 'heard-end', at: due.end });
        this.#mouth.say(Math.max(at, due.at) as RigPos, this.#voice);
      }
    }
    this.#mouth.fill(at, pcm);
  }

  #due(at: RigPos, end: RigPos, ifNoise: boolean): void {
    this.#dues.push({ at, end, ifNoise });
  }

  #fits({ nth, words }: HeardPause, speaker: string): boolean {
    const { after, nth: which, turn, words: least, other } = this.#rule;
    return (
      isOf(after, words.at(-1)) &&
      (which === 'any' || ORDINALS[nth] === which) &&
      (turn === 'any' || ORDINALS[this.#turns] === turn) &&
      words.length >= COUNTS.findIndex((count) => count === least) &&
      (other === 'any' || this.#speakers.some((one) => one !== speaker))
    );
  }
}

function isOf(kind: BehaviourOf<'cuts-in'>['after'], word: string | undefined): boolean {
  if (kind === 'any') return true;
  if (word === undefined) return false;
  if (kind === 'digit') return DIGITS.has(word) || /^\p{N}+$/u.test(word);
  return (kind === 'hesitation' ? HESITATIONS : UNFINISHED).has(word);
}
