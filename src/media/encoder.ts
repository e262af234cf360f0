/**
 * What a track's packets say of the encoder behind them, where nobody else tells: how long it holds audio back (measurement.md, "Constant
 * delays are corrected per track and named"; facts.md: 6.5 ms in VoIP and audio modes, 2.5 ms in low delay).
 *
 * Low delay is CELT alone: one SILK or hybrid packet proves that the look-ahead is 6.5 ms. CELT alone proves nothing, since the other modes
 * use it too where bits are plenty. What bits are plenty is known (libopus, opus_encoder.c, `mode_thresholds`): speech in one channel goes
 * to CELT from some 58 kbit/s on. So CELT alone below that is taken for low delay, above it for the other modes, and either may be wrong by
 * the difference: 4 ms (measurement.md).
 */
import { msToSamples, SAMPLE_RATE, type Samples } from '../time/position.js';
import { opusMode, opusSamples } from './opus.js';
import type { PlacedTrack } from './track.js';

/** What lies between a sample's push and its place in decoded audio. */
export type ConstantDelay = Pick<PlacedTrack, 'constantDelay' | 'constantDelayPlusMinus'>;

const LOOK_AHEAD: Samples = msToSamples(6.5);
const LOW_DELAY_LOOK_AHEAD: Samples = msToSamples(2.5);
/** Bits a second from which on an encoder for speech may use CELT: 53.6k for a voice, 8k more for VoIP, 4k less for hysteresis. */
const PLENTY = 57_600;
/** The busiest tenth of packets tells the rate: in pauses an encoder spends next to nothing. */
const BUSY_SHARE = 0.9;
/** Packets of a voice; fewer tell nothing of a rate. */
const LEAST_PACKETS = 50;

/**
 * The constant delay of one sender's stream.
 *
 * @param payloads of one stream: an encoder does not change in it.
 * @param known the track's manifest; what it states without any uncertainty is not asked again.
 */
export function constantDelayOf(payloads: readonly Uint8Array[], known: PlacedTrack): ConstantDelay {
  if (known.codec !== 'opus' || known.constantDelayPlusMinus === 0) return known;
  if (payloads.some((payload) => opusMode(payload) !== 'celt')) return { constantDelay: LOOK_AHEAD, constantDelayPlusMinus: 0 };
  const rates = payloads.map((payload) => (8 * payload.length * SAMPLE_RATE) / (opusSamples(payload) ?? Infinity)).sort((a, b) => a - b);
  const rate = rates[Math.floor(BUSY_SHARE * (rates.length - 1))];
  if (rate === undefined || rates.length < LEAST_PACKETS || rate >= PLENTY) return known;
  return { constantDelay: LOW_DELAY_LOOK_AHEAD, constantDelayPlusMinus: LOOK_AHEAD - LOW_DELAY_LOOK_AHEAD };
}
