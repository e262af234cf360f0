/** "RTP has flowed for 1 s" (measurement.md, "Before the first turn"), as a pure rule over arrivals. */
import { msToSamples } from '../../../src/time/position.js';
import type { RigPos, Samples } from '../../../src/time/position.js';

/** measurement.md, "Before the first turn". */
const FLOWING_FOR: Samples = msToSamples(1_000);
/** A sender with DTX makes steps of up to 400 ms (facts.md): only a longer gap begins the second anew. */
const LARGEST_STEP: Samples = msToSamples(500);

export class FlowGate {
  private since: RigPos | undefined;
  private last: RigPos | undefined;
  private open = false;

  /** Notes a packet's arrival. True for the one packet that completes the second. */
  arrived(at: RigPos): boolean {
    if (this.open) return false;
    if (this.since === undefined || this.last === undefined || at - this.last > LARGEST_STEP) this.since = at;
    this.last = at;
    this.open = at - this.since >= FLOWING_FOR;
    return this.open;
  }
}
