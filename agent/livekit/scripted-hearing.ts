/**
 * How the scripted STT hears, without the framework around it: frames in, transcripts out.
 *
 * A final transcript comes a fixed time after sound ends, like that of a quick streaming recogniser. Which words it holds is
 * told by the script: those of the parts that have been heard to their end. Without a script it says that it heard
 * something. It never waits for a turn's end: a pause long enough gives a final transcript of half a sentence, as it would
 * from a real recogniser.
 *
 * Time counts from each part's own first sound. What an agent hears has been through a jitter buffer, which drops and stretches sound by
 * tenths of a second each way; counted over a whole turn (the spoken duty of selective participation takes half a minute) that would
 * come to more than the silence between two turns, and every turn from there on would get the words of the one before it.
 */
import type { GateState } from './level-gate.js';
import type { SceneScript } from './scene-script.js';

/** Silence after which a final transcript comes, ms: 200 ms to see that speech has ended and 80 ms of computing (facts.md, the demo's contrast). */
export const FINAL_AFTER_MS = 280;
/**
 * How much longer or shorter than its label a part may be heard, ms, and as a share of its length: clips fade out under the level gate up
 * to 140 ms before their labelled end, and the jitter buffer shortens and stretches. Silences inside of the suites' clips that are as long as FINAL_AFTER_MS lie at
 * least 300 ms farther from the end than that.
 */
const SLACK_MS = 200;
const SLACK_SHARE = 0.1;
/** After so much silence a part is over however much of it is missing, ms: no clip holds such a silence. */
const OVER_MS = 1000;
/** Of a part that is over, so much was heard; what is shorter is not that part but a cough, say. */
const HALF = 0.5;
/** A silence inside of sound at which one part may have ended and the next begun, ms: all that may be left of a pause of 400 ms. */
const BORDER_MS = 100;
/** What is heard without a script. */
export const UNSCRIPTED = '(speech)';

export type Heard =
  { readonly type: 'start' } | { readonly type: 'interim'; readonly text: string } | { readonly type: 'final'; readonly text: string };

/** A part of the scene's talk; the turns lie one behind another. Times in ms. */
interface Part {
  readonly text: string;
  readonly length: number;
  /** Silence between it and the part before it in its turn; undefined where it begins a turn. */
  readonly gap: number | undefined;
}

/** A silence inside of what is being heard, audio time in ms. */
interface Silence {
  readonly from: number;
  readonly to: number;
}

export class ScriptedHearing {
  readonly #parts: readonly Part[];
  /** The part that is being heard, or comes next. */
  #next = 0;
  #speaking = false;
  /** Audio time of that part's first sound, of the last sound, and of what was pushed, ms. */
  #start = 0;
  #lastSound = 0;
  #at = 0;
  /** Silences since that part's first sound. */
  #silences: Silence[] = [];

  constructor(script: SceneScript | undefined) {
    this.#parts = partsOf(script);
  }

  push(frame: GateState): Heard[] {
    const before = this.#at;
    this.#at = frame.at;
    if (frame.sound) return this.#sound(before);
    if (!this.#speaking || frame.quiet < FINAL_AFTER_MS) return [];
    const over = this.#over(frame.quiet >= OVER_MS);
    // A short silence inside of a part: go on listening, as if there had been none.
    if (over === 0 && this.#next < this.#parts.length && frame.quiet < OVER_MS) return [];
    const given = this.#parts.slice(this.#next, this.#next + over);
    this.#next += over;
    this.#speaking = false;
    return [{ type: 'final', text: given.map(({ text }) => text).join(' ') || UNSCRIPTED }];
  }

  /** @param from where the frame of sound begins, ms. */
  #sound(from: number): Heard[] {
    const silence = { from: this.#lastSound, to: from };
    this.#lastSound = this.#at;
    if (this.#speaking) {
      if (silence.to - silence.from >= BORDER_MS) this.#silences.push(silence);
      return [];
    }
    this.#speaking = true;
    this.#skip(silence.to - silence.from);
    [this.#start, this.#silences] = [from, []];
    return [{ type: 'start' }, { type: 'interim', text: this.#parts[this.#next]?.text ?? UNSCRIPTED }];
  }

  /** Sound long after the rest of a turn should have come is the next turn's. @param quiet silence before it, ms. */
  #skip(quiet: number): void {
    const gap = this.#parts[this.#next]?.gap;
    if (gap === undefined || quiet <= gap + OVER_MS) return;
    while (this.#parts[this.#next]?.gap !== undefined) this.#next += 1;
  }

  /**
   * How many parts have been heard to their end, now that it is silent. Each ends at the present silence where its length allows it, else
   * at the one that fits best: an earlier one was too short to be told, or the part too short to be over by then.
   * @param silent whether the present silence is too long for one inside of a part.
   */
  #over(silent: boolean): number {
    let start = this.#start;
    for (const [i, { length }] of this.#parts.slice(this.#next).entries()) {
      const end = this.#endInside(start, length);
      if (end === undefined) {
        const heard = this.#lastSound - start;
        if (heard >= (silent ? HALF * length : length - slack(length))) return i + 1;
        return silent ? i : 0;
      }
      start = end.to;
    }
    return this.#parts.length - this.#next;
  }

  /** The silence at which a part ended before the present one; undefined where there is none that fits better. */
  #endInside(start: number, length: number): Silence | undefined {
    const misfit = (end: number): number => Math.abs(end - start - length);
    let least = misfit(this.#lastSound);
    if (least <= slack(length)) return undefined;
    let best: Silence | undefined;
    for (const silence of this.#silences) {
      if (silence.from <= start || misfit(silence.from) > least) continue;
      [best, least] = [silence, misfit(silence.from)];
    }
    return best;
  }
}

/** How much of a part of this length may be missing, or too much, ms. */
function slack(length: number): number {
  return SLACK_MS + SLACK_SHARE * length;
}

function partsOf(script: SceneScript | undefined): Part[] {
  return (script?.turns ?? []).flatMap(({ parts }) =>
    parts.map(({ text, from, to }, i) => {
      const before = parts[i - 1];
      return { text, length: to - from, gap: before === undefined ? undefined : Math.max(0, from - before.to) };
    }),
  );
}
