/** The live VAD on one agent track: a pure stage in front of the session, whose decisions are logged (design.md, rule 2). Offline scores, not this. */
import { highPass } from '../media/biquad.js';
import { Decimator } from '../media/decimator.js';
import { isSilent } from '../media/silence.js';
import { msToSamples, rigPos, SAMPLE_RATE, shift, type RigPos } from '../time/position.js';
import { FRAME_48K, type SpeechDetector } from './detector.js';
import { LiveDecider, type LiveDecision } from './live-decider.js';
import { BLOCK, type Block } from './live-gate.js';
import { NO_LEVEL_DB } from './level.js';

export type { LiveDecision } from './live-decider.js';

/** As for the recorded waveform (level.ts). */
const HIGH_PASS_HZ = 100;
/** A packet this near to where the one before ended follows it: placements wander by less. Further off, the stream is filled or cut, so that the error never adds up. */
const SLACK = msToSamples(2);
/** After this much of nothing the rest of a hole cannot change a decision any more and is skipped. */
const SILENCE_ENOUGH = msToSamples(2000);

/** What a stretch of stream is for the decider: a block's level, or a frame for the detector. */
type Step =
  { readonly kind: 'block'; readonly block: Block } | { readonly kind: 'frame'; readonly from: RigPos; readonly heard: Float32Array };

/**
 * Hears placed 48 kHz audio in order and decides. Any chunking of the same audio gives the same decisions.
 * With a synchronous detector `push` answers at once, otherwise with a promise; calls may follow one another without waiting.
 */
export class LiveVad {
  readonly #detector: SpeechDetector;
  #decider = new LiveDecider();
  #decimator = new Decimator();
  #filter = highPass(HIGH_PASS_HZ, SAMPLE_RATE);
  /** Where the stream's next sample lies; undefined before the first. */
  #next: RigPos | undefined;
  readonly #block = new Float32Array(BLOCK);
  /** The block, high-passed. */
  readonly #filtered = new Float32Array(BLOCK);
  /** The block, at 16 kHz. */
  readonly #decimated = new Float32Array(BLOCK);
  #filled = 0;
  #frame: Float32Array;
  #framed = 0;
  #frameFrom: RigPos = rigPos(0);
  /** The last push that is still waiting for the detector. */
  #busy: Promise<unknown> | undefined;

  constructor(detector: SpeechDetector) {
    this.#detector = detector;
    this.#frame = new Float32Array(detector.frame);
    detector.reset();
  }

  /** The next audio of the track, its first sample at `at`. What lies before audio already heard is left out; a gap is silence. */
  push(at: RigPos, pcm48k: Float32Array): LiveDecision[] | Promise<LiveDecision[]> {
    const steps: Step[] = [];
    const off = this.#next === undefined ? 0 : at - this.#next;
    if (off > SLACK) this.#silence(at, steps);
    const late = off < -SLACK ? -off : 0;
    this.#begin(at);
    this.#take(pcm48k.subarray(Math.min(late, pcm48k.length)), steps);
    return this.#decide(steps);
  }

  /** Nothing was received up to `to`, and nothing before it will be heard any more: silence, as far as the session is concerned. */
  advance(to: RigPos): LiveDecision[] | Promise<LiveDecision[]> {
    const steps: Step[] = [];
    if (this.#next !== undefined && to > this.#next) this.#silence(to, steps);
    return this.#decide(steps);
  }

  #begin(at: RigPos): void {
    if (this.#next !== undefined) return;
    this.#next = at;
    this.#frameFrom = at;
  }

  /** Zeros up to `to`. Of a long hole only the first part is heard, in whole frames; what follows would say the same. */
  #silence(to: RigPos, steps: Step[]): void {
    if (this.#next === undefined) return;
    const heard = Math.min(to - this.#next, SILENCE_ENOUGH);
    this.#take(new Float32Array(heard), steps);
    const rest = to - this.#next;
    const skipped = rest - (rest % FRAME_48K);
    this.#next = shift(this.#next, skipped);
    this.#frameFrom = shift(this.#frameFrom, skipped);
    this.#take(new Float32Array(rest - skipped), steps);
  }

  /** Cuts the stream into blocks and frames. */
  #take(pcm: Float32Array, steps: Step[]): void {
    for (let i = 0; i < pcm.length;) {
      const part = pcm.subarray(i, i + BLOCK - this.#filled);
      this.#block.set(part, this.#filled);
      this.#filled += part.length;
      i += part.length;
      this.#next = shift(this.#next ?? rigPos(0), part.length);
      if (this.#filled === BLOCK) this.#closeBlock(this.#next, steps);
    }
  }

  #closeBlock(to: RigPos, steps: Step[]): void {
    this.#filled = 0;
    steps.push({ kind: 'block', block: { from: shift(to, -BLOCK), to, db: this.#level() } });
    const heard = this.#decimator.push(this.#block, this.#decimated.subarray(0, this.#decimator.due(BLOCK)));
    const part = heard.subarray(0, this.#frame.length - this.#framed);
    this.#frame.set(part, this.#framed);
    this.#framed += part.length;
    if (this.#framed < this.#frame.length) return;
    steps.push({ kind: 'frame', from: this.#frameFrom, heard: this.#frame });
    this.#frameFrom = shift(this.#frameFrom, FRAME_48K);
    this.#frame = new Float32Array(this.#detector.frame);
    this.#frame.set(heard.subarray(part.length));
    this.#framed = heard.length - part.length;
  }

  /** Level of the block, high-passed, in dB. */
  #level(): number {
    // Silence after silence, which most of an agent's track is.
    if (this.#filter.atRest && isSilent(this.#block)) return NO_LEVEL_DB;
    const filtered = this.#filtered;
    filtered.set(this.#block);
    this.#filter.process(filtered, filtered);
    let energy = 0;
    for (let i = 0; i < BLOCK; i++) energy += (filtered[i] as number) * (filtered[i] as number);
    return energy <= 1e-12 * BLOCK ? NO_LEVEL_DB : 10 * Math.log10(energy / BLOCK);
  }

  #decide(steps: readonly Step[]): LiveDecision[] | Promise<LiveDecision[]> {
    if (this.#busy === undefined) {
      const decisions = this.#run(steps, 0, []);
      return Array.isArray(decisions) ? decisions : this.#hold(decisions);
    }
    return this.#hold(this.#busy.then(() => this.#run(steps, 0, [])));
  }

  /** Keeps later pushes waiting for this one. A failed one fails its own caller only. */
  #hold(pending: Promise<LiveDecision[]>): Promise<LiveDecision[]> {
    const settled: Promise<void> = pending.then(
      () => this.#release(settled),
      () => this.#release(settled),
    );
    this.#busy = settled;
    return pending;
  }

  #release(settled: Promise<void>): void {
    if (this.#busy === settled) this.#busy = undefined;
  }

  /** Works off the steps in order; turns into a promise at the first answer that is one. */
  #run(steps: readonly Step[], start: number, decisions: LiveDecision[]): LiveDecision[] | Promise<LiveDecision[]> {
    for (let i = start; i < steps.length; i++) {
      const step = steps[i] as Step;
      if (step.kind === 'block') {
        decisions.push(...this.#decider.block(step.block));
        continue;
      }
      const frame = { from: step.from, to: shift(step.from, FRAME_48K) };
      const probability = this.#detector.speechProbability(step.heard);
      if (typeof probability === 'number') decisions.push(...this.#decider.frame(frame, probability));
      else
        return probability.then((p) => {
          decisions.push(...this.#decider.frame(frame, p));
          return this.#run(steps, i + 1, decisions);
        });
    }
    return decisions;
  }
}
