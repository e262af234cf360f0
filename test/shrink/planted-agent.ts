/**
 * An agent that does what each turn asks for, because it is told (behaviour.ts, `told`), but where its planted bug fits: there it does the
 * opposite. Its truth is exact, and it knows nothing of shrinking.
 */
import { Mouth } from '../../agent/reference/mouth.js';
import { hearTurn } from '../../agent/reference/spoken-turn.js';
import { speechLike } from '../../agent/reference/speech-like.js';
import type { AgentAction, AgentBehaviour } from '../../agent/reference/behaviour.js';
import type { CompiledTurn, Expectation } from '../../src/scenario/model.js';
import { msToSamples, samplesToMs, shift, type RigPos } from '../../src/time/position.js';
import type { FaultKind } from '../../src/shrink/model.js';

/** A turn as the bug's rule sees it. */
export interface TurnHeard {
  readonly speaker: string;
  readonly asks: Expectation['kind'];
  /** Pauses in it, ms. */
  readonly pausesMs: readonly number[];
}

export interface PlantedFault {
  readonly kind: Exclude<FaultKind, 'cutoff'>;
  readonly fits: (turn: TurnHeard, before: readonly TurnHeard[]) => boolean;
  /** Length of what it says, ms. */
  readonly speakMs: number;
}

const ANSWERS_AFTER = msToSamples(700);
const STOPS_AFTER = msToSamples(400);
/** More than the pauses that are bridged inside one reply (800 ms). */
const AGAIN_AFTER = msToSamples(1_000);

export class PlantedAgent implements AgentBehaviour {
  readonly actions: AgentAction[] = [];
  readonly #mouth = new Mouth(this.actions);
  readonly #voice: Float32Array;
  readonly #before: TurnHeard[] = [];
  #dues: RigPos[] = [];

  constructor(private readonly bug: PlantedFault) {
    this.#voice = speechLike(msToSamples(bug.speakMs), 5);
  }

  hear(): void {
    // It is told.
  }

  told(said: CompiledTurn, at: RigPos, samples: Float32Array): void {
    const { kind, speaker, expect } = said;
    const { pauses, voiced } = hearTurn(said, samples);
    if (kind === 'noise' || voiced === undefined) return;
    const turn = { speaker, asks: expect.kind, pausesMs: pauses.map(({ from, to }) => samplesToMs(to - from)) };
    const { bug } = this;
    const wrong = bug.fits(turn, this.#before);
    this.#before.push(turn);
    const does = (kindOf: FaultKind): boolean => wrong && bug.kind === kindOf;
    const [from, answer] = [shift(at, voiced.from), shift(shift(at, voiced.to), ANSWERS_AFTER)];
    const answers = expect.kind === 'reply' ? !does('no-reply') : expect.kind === 'silence' && does('silence');
    if (answers) this.#dues.push(answer);
    if (answers && does('double-reply')) this.#dues.push(shift(answer, this.#voice.length + AGAIN_AFTER));
    const stops = expect.kind === 'yield' ? !does('yield') : expect.kind === 'continue' && does('continue');
    if (stops && this.#mouth.speaking) this.#mouth.interrupt(shift(from, STOPS_AFTER));
  }

  speak(at: RigPos, pcm: Float32Array): void {
    const due = this.#dues.find((one) => one < at + pcm.length);
    if (due !== undefined) {
      this.#dues = this.#dues.filter((one) => one !== due);
      if (!this.#mouth.speaking) this.#mouth.say(Math.max(at, due) as RigPos, this.#voice);
    }
    this.#mouth.fill(at, pcm);
  }
}
