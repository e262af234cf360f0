/** Constant delays of tracks over LiveKit (measurement.md: "Constant delays are corrected per track and named"). */
import { msToSamples } from '../../../src/time/position.js';
import type { Samples } from '../../../src/time/position.js';

interface ConstantDelay {
  readonly constantDelay: Samples;
  readonly constantDelayPlusMinus: Samples;
}

/** rtc-node encodes Opus in VoIP mode: a look-ahead of 6.5 ms, measured (facts.md). The packet's own length is the placement's business. */
export const RTC_NODE_DELAY: ConstantDelay = { constantDelay: msToSamples(6.5), constantDelayPlusMinus: 0 };

/** An agent's encoder mode is unknown: 2.5 ms in low delay, 6.5 ms in the others, so 6.5 with 4 ms of uncertainty (measurement.md). */
export const UNKNOWN_ENCODER_DELAY: ConstantDelay = { constantDelay: msToSamples(6.5), constantDelayPlusMinus: msToSamples(4) };
