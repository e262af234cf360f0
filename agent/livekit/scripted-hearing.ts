/**
 * How the scripted STT hears, without the framework around it: frames in, transcripts out.
 *
 * A final transcript comes a fixed time after sound ends, like that of a quick streaming recogniser. Which words it holds is
 * told by the script: those parts of the turn that have been heard to their end. Without a script it says that it heard
 * something. It never waits for a turn's end: a pause long enough gives a final transcript of half a sentence, as it would
 * from a real recogniser.
 */
import type { GateState } from './level-gate.js';
import type { SceneScript, ScriptTurn } from './scene-script.js';

/** Silence after which a final transcript comes, ms: 200 ms to see that speech has ended and 80 ms of computing (facts.md, the demo's contrast). */
export const FINAL_AFTER_MS = 280;
/** A part counts as heard when sound was heard up to this much before its labelled end, ms: level gate and frames are coarse. */
const TOLERANCE_MS = 200;
/** Sound so long after a turn's last part belongs to the next turn even when the last parts of this one were not heard, ms. */
const NEXT_TURN_MS = 1000;
/** What is heard without a script. */
export const UNSCRIPTED = '(speech)';

export type Heard =
  { readonly type: 'start' } | { readonly type: 'interim'; readonly text: string } | { readonly type: 'final'; readonly text: string };

interface Turn {
  readonly script: ScriptTurn | undefined;
  /** Audio time of its first sound. */
  readonly start: number;
  /** How many of its parts have been given out. */
  given: number;
}

export class ScriptedHearing {
  readonly #turns: readonly ScriptTurn[] | undefined;
  #next = 0;
  #turn: Turn | undefined;
  #speaking = false;
  #lastSound = 0;

  constructor(script: SceneScript | undefined) {
    this.#turns = script?.turns;
  }

  push(frame: GateState): Heard[] {
    if (frame.sound) {
      this.#lastSound = frame.at;
      if (this.#speaking) return [];
      this.#speaking = true;
      const turn = this.#turnAt(frame.at);
      return [{ type: 'start' }, { type: 'interim', text: turn.script?.parts[turn.given]?.text ?? UNSCRIPTED }];
    }
    if (!this.#speaking || frame.quiet < FINAL_AFTER_MS || this.#turn === undefined) return [];
    const text = this.#finalText(this.#turn);
    // A short silence inside of a part: go on listening, as if there had been none.
    if (text === undefined && frame.quiet < NEXT_TURN_MS) return [];
    this.#speaking = false;
    return [{ type: 'final', text: text ?? UNSCRIPTED }];
  }

  /** The turn that sound at this time belongs to: the current one while it has parts to come, else the next of the script. */
  #turnAt(at: number): Turn {
    const current = this.#turn;
    const script = current?.script;
    if (current !== undefined && script !== undefined && current.given < script.parts.length) {
      const end = script.parts.at(-1)?.to ?? 0;
      if (at - current.start <= end + NEXT_TURN_MS) return current;
    }
    this.#turn = { script: this.#turns?.[this.#next++], start: at, given: 0 };
    return this.#turn;
  }

  /** Words of the parts that have been heard to their end and were not given yet; undefined when there are none. */
  #finalText(turn: Turn): string | undefined {
    if (turn.script === undefined) return UNSCRIPTED;
    const heard = this.#lastSound - turn.start + TOLERANCE_MS;
    const parts = turn.script.parts;
    const from = turn.given;
    while (turn.given < parts.length && (parts[turn.given]?.to ?? 0) <= heard) turn.given += 1;
    return turn.given === from
      ? undefined
      : parts
          .slice(from, turn.given)
          .map((part) => part.text)
          .join(' ');
  }
}
