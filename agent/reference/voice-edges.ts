/**
 * Where a human's voice begins and ends, by level alone and as the audio comes in: the ear of a reference agent. Pure.
 *
 * It shares no code with the rig's own detectors: what the rig measures must not be found by the rig's own rule.
 */
import { msToSamples, shift } from '../../src/time/position.js';
import type { RigPos, Samples } from '../../src/time/position.js';

export interface VoiceEdge {
  readonly type: 'on' | 'off';
  /** First sample of the voice, or one past its last. */
  readonly at: RigPos;
}

/** Level is looked at millisecond by millisecond. */
const STEP: Samples = msToSamples(1);
/** -46 dBFS RMS: far under any clip at its active level, far over what Opus makes of digital silence. */
const VOICED_POWER = 0.005 ** 2;
/** Quiet for so long is an end: longer than the period of any voice's pitch, shorter than any pause that a scenario asks for. */
const QUIET: Samples = msToSamples(40);

export class VoiceEdges {
  private rest = new Float32Array(0);
  private next: RigPos | undefined;
  private voiced = false;
  private lastVoiced = 0 as RigPos;

  /** Takes decoded audio whose first sample lies at `at`. What does not continue the audio before counts as silence up to there. */
  push(at: RigPos, samples: Float32Array): VoiceEdge[] {
    if (this.next === undefined || Math.abs(at - this.next) > STEP) {
      this.rest = new Float32Array(0);
      this.next = at;
    }
    // The position of the rest follows the newest placement, which knows more than the one before.
    let from = shift(at, -this.rest.length);
    const audio = new Float32Array(this.rest.length + samples.length);
    audio.set(this.rest);
    audio.set(samples, this.rest.length);
    const edges: VoiceEdge[] = [];
    let used = 0;
    for (; used + STEP <= audio.length; used += STEP, from = shift(from, STEP)) this.step(from, audio.subarray(used, used + STEP), edges);
    this.rest = audio.slice(used);
    this.next = shift(at, samples.length);
    return edges;
  }

  private step(from: RigPos, samples: Float32Array, edges: VoiceEdge[]): void {
    const loud = samples.reduce((sum, x) => sum + x * x, 0) >= VOICED_POWER * samples.length;
    if (loud) {
      if (!this.voiced) edges.push({ type: 'on', at: from });
      this.voiced = true;
      this.lastVoiced = shift(from, STEP);
    } else if (this.voiced && from - this.lastVoiced >= QUIET) {
      this.voiced = false;
      edges.push({ type: 'off', at: this.lastVoiced });
    }
  }
}
