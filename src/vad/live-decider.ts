/** When the live VAD says that the agent speaks: levels and probabilities in, decisions out. No clock, no I/O, nothing from the future. */
import { msToSamples, type RigPos, type Span } from '../time/position.js';
import { SPEECH_OFF, SPEECH_ON } from './hysteresis.js';
import { LiveGate, type Block } from './live-gate.js';
import { STRONG_BELOW_PEAK_DB } from './noise.js';

export interface LiveDecision {
  readonly type: 'agent-speech-on' | 'agent-speech-off' | 'agent-sound';
  /** Onset, or one past the last voiced sample, to a block of 4 ms. */
  readonly since: RigPos;
}

/** Speech that counts lasts this long (selective-participation.md: a shorter run does not restart the 2 s); with two frames of 32 ms it is confirmed within 250 ms. */
const CONFIRM_ON = msToSamples(120);
/** Silence that ends it; shorter ones lie inside words (runs.ts, INTRA_WORD_MS). */
const CONFIRM_OFF = msToSamples(120);
/** How far before the detector's first frame the onset may lie (facts.md: search 250 ms). */
const SEARCH = msToSamples(250);
/** Strong blocks of one onset are at most this far apart (runs.ts). */
const STRONG_APART = msToSamples(60);
/** A block is voiced down to this under the speech's peak. */
const VOICED_BELOW_PEAK_DB = 30;
/** What is remembered of levels: the search, the confirmation and some. */
const MEMORY = msToSamples(1000);

export class LiveDecider {
  readonly #gate = new LiveGate();
  #blocks: Block[] = [];
  /** First frame of a possible speech, or of the speech that is on. */
  #heard: RigPos | undefined;
  #on = false;
  #peak = -Infinity;
  /** End of the last voiced block. */
  #voicedTo: RigPos | undefined;
  /** Start of the first frame of the pause that the detector is in. */
  #pause: RigPos | undefined;

  block(block: Block): LiveDecision[] {
    this.#blocks.push(block);
    if ((this.#blocks[0]?.to ?? block.to) < block.to - 2 * MEMORY) this.#blocks = this.#blocks.filter((b) => b.to >= block.to - MEMORY);
    const since = this.#gate.block(block);
    return since === undefined ? [] : [{ type: 'agent-sound', since }];
  }

  /** Takes the detector's next frame. Its blocks have come before. */
  frame(frame: Span, probability: number): LiveDecision[] {
    if (probability >= SPEECH_ON) this.#pause = undefined;
    else if (probability < SPEECH_OFF) this.#pause ??= frame.from;
    if (this.#heard === undefined) {
      if (probability < SPEECH_ON) return [];
      this.#heard = frame.from;
      this.#peak = -Infinity;
    }
    this.#measure(frame);
    return this.#on ? this.#whileOn(frame) : this.#whileUnsure(frame, this.#heard);
  }

  #whileUnsure(frame: Span, heard: RigPos): LiveDecision[] {
    if (this.#pause !== undefined) {
      this.#heard = undefined;
      return [];
    }
    const onset = this.#onset(heard);
    if (onset === undefined || frame.to - onset < CONFIRM_ON) return [];
    this.#on = true;
    return [{ type: 'agent-speech-on', since: onset }];
  }

  #whileOn(frame: Span): LiveDecision[] {
    if (this.#pause === undefined || this.#voicedTo === undefined || frame.to - this.#voicedTo < CONFIRM_OFF) return [];
    this.#on = false;
    this.#heard = undefined;
    this.#pause = undefined;
    return [{ type: 'agent-speech-off', since: this.#voicedTo }];
  }

  /** Follows the speech's peak and its last voiced block. In a pause nothing is voiced: what sounds there is not speech. */
  #measure(frame: Span): void {
    const inFrame = this.#blocks.filter((block) => block.from >= frame.from && block.to <= frame.to);
    if (this.#pause !== undefined && this.#pause < frame.from) return;
    for (const block of inFrame) this.#peak = Math.max(this.#peak, block.db);
    const least = Math.max(this.#gate.threshold, this.#peak - VOICED_BELOW_PEAK_DB);
    for (const block of inFrame) if (block.db > least) this.#voicedTo = block.to;
  }

  /** The outermost strong block that hangs together with the frames heard as speech. */
  #onset(heard: RigPos): RigPos | undefined {
    const least = Math.max(this.#gate.threshold, this.#peak - STRONG_BELOW_PEAK_DB);
    const near = this.#blocks.filter((block) => block.from >= heard - SEARCH);
    const first = near.findIndex((block) => block.from >= heard && block.db > least);
    let onset = near[first]?.from;
    for (const block of near.slice(0, Math.max(0, first)).reverse()) {
      if (onset === undefined || onset - block.to > STRONG_APART) break;
      if (block.db > least) onset = block.from;
    }
    return onset;
  }
}
