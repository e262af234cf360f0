/**
 * Generated conditions: voices with hard edges through a real Opus encoder, packets through a simulated sender and network, and what the
 * product makes of them. Truth is where the samples were put. Seeded.
 */
import OpusScript from 'opusscript';
import { spokenVoice } from '../../agent/reference/spoken-voice.js';
import { voicedIn } from '../../agent/reference/senders/push-log.js';
import { script } from '../../agent/reference/senders/script.js';
import { SENDERS, type SenderName } from '../../agent/reference/senders/condition.js';
import { observeEdges, type Observation } from '../../src/calibration/observe.js';
import { decodeTrack } from '../../src/media/decode.js';
import type { MediaPacket } from '../../src/media/packet.js';
import { mulberry32 } from '../../src/scenario/random.js';
import { msToSamples, rigPos } from '../../src/time/position.js';
import type { TimelineAudio } from '../../src/time/audio.js';
import { detectSpeech } from '../../src/vad/detect.js';
import { energyDetector } from '../../src/vad/energy.js';
import { findSpeech } from '../../src/vad/find.js';
import { UNKNOWN_ENCODER_DELAY } from '../../simulator/transport/livekit/track-delay.js';

export interface Weather {
  /** Mean lateness of a packet above the least transit, ms (exponential). */
  readonly jitterMs: number;
  /** Share of packets that are late by up to 30 ms more. */
  readonly spikes: number;
  readonly loss: number;
}
export const QUIET: Weather = { jitterMs: 0.4, spikes: 0.005, loss: 0 };
export const BUSY: Weather = { jitterMs: 2, spikes: 0.03, loss: 0 };

/** Least time from a push to the recorder, ms: what loopback takes (facts.md: p50 1.1 to 1.3 with jitter). */
const TRANSIT_MS = 0.4;
const PACKET = 960;

export interface Sending {
  readonly sender: SenderName;
  readonly bursts: number;
  readonly seed: number;
  readonly weather?: Weather;
  /** Of flite; two are mixed by turns. */
  readonly voices?: readonly ('slt' | 'rms' | 'awb' | 'kal' | 'kal16')[];
  /** Voices to cut from instead, mono, 48 kHz. */
  readonly own?: readonly Float32Array[];
  /** Of the voices' own level. */
  readonly gain?: number;
  readonly bitrate?: number;
  /** Other than the sender's own. */
  readonly application?: 'audio';
}

/** What was sent, as it was recorded, and where its edges were put. */
export interface Sent {
  readonly packets: readonly MediaPacket[];
  /** Positions; an offset is one past the last voiced sample. */
  readonly onsets: readonly number[];
  readonly offsets: readonly number[];
}

export interface Generated {
  readonly onsets: Observation[];
  readonly offsets: Observation[];
}

export async function send(sending: Sending): Promise<Sent> {
  const { sender, bursts, seed, weather = QUIET, gain = 1, bitrate = 32_000 } = sending;
  const settings = SENDERS[sender];
  const packet = msToSamples(settings.packetMs);
  const voices = sending.own ?? (await Promise.all((sending.voices ?? ['slt', 'rms']).map((voice) => spokenVoice(voice))));
  const random = mulberry32(seed);
  const { VOIP, AUDIO, RESTRICTED_LOWDELAY } = OpusScript.Application;
  const mode = settings.mode === 'voip' ? VOIP : RESTRICTED_LOWDELAY;
  const encoder = new OpusScript(48_000, 1, sending.application === 'audio' ? AUDIO : mode);
  encoder.setBitrate(bitrate);
  const packets: MediaPacket[] = [];
  const onsets: number[] = [];
  const offsets: number[] = [];
  let pending: Int16Array = new Int16Array(0);
  let clock = 0;
  let rtp = 0;
  let seq = 0;
  let arrival = 0;
  const push = (samples: Int16Array): void => {
    const joined = new Int16Array(pending.length + samples.length);
    joined.set(pending);
    joined.set(samples, pending.length);
    let at = 0;
    for (; at + packet <= joined.length; at += packet) {
      const frame = joined.slice(at, at + packet);
      const payload = encoder.encode(Buffer.from(frame.buffer), packet);
      clock += packet;
      const late = -weather.jitterMs * Math.log(1 - random()) + (random() < weather.spikes ? 30 * random() : 0);
      // A network keeps the order.
      arrival = Math.max(arrival, clock + msToSamples(TRANSIT_MS + late));
      const one = {
        arrival: rigPos(arrival),
        ssrc: 1,
        seq: seq++,
        time: rtp,
        marker: false,
        recovered: false,
        payload: new Uint8Array(payload),
      };
      if (random() >= weather.loss) packets.push(one);
      rtp += packet;
    }
    pending = joined.slice(at);
  };
  push(new Int16Array(PACKET * 100));
  let said = 0;
  for (const step of script(settings, seed, voices)) {
    if (said === bursts) break;
    if (step.kind === 'silence') push(new Int16Array(480 * step.frames));
    else if (step.kind === 'starve') clock += msToSamples(step.ms);
    else if (step.kind === 'speak') {
      said++;
      const { samples } = step;
      const voiced = voicedIn(samples)!;
      const from = clock + pending.length;
      onsets.push(from + voiced.first);
      offsets.push(from + voiced.last + 1);
      push(samples.map((sample) => gain * sample));
    }
  }
  push(new Int16Array(PACKET * 60));
  encoder.delete();
  return { packets, onsets, offsets };
}

/** What the product makes of it. */
export async function heardOf(sent: Sent): Promise<TimelineAudio> {
  return decodeTrack(sent.packets, { codec: 'opus', ...UNKNOWN_ENCODER_DELAY });
}

export async function observed(sent: Sent, audio: TimelineAudio): Promise<Generated> {
  const { runs, blips } = findSpeech(audio, 'a0', await detectSpeech(audio, energyDetector()));
  const all = [...runs, ...blips];
  const instant = (at: number): { at: ReturnType<typeof rigPos>; plusMinus: number; untold: boolean } => ({
    at: rigPos(at),
    plusMinus: 0,
    untold: false,
  });
  return {
    onsets: observeEdges(
      sent.onsets.map(instant),
      all.map(({ from, fromPlusMinus, fromIn }) => ({ at: from, plusMinus: fromPlusMinus, within: fromIn })),
    ),
    offsets: observeEdges(
      sent.offsets.map(instant),
      all.map(({ to, toPlusMinus, toIn }) => ({ at: to, plusMinus: toPlusMinus, within: toIn })),
    ),
  };
}

export async function generate(sender: SenderName, bursts: number, seed: number, weather: Weather): Promise<Generated> {
  const sent = await send({ sender, bursts, seed, weather });
  return observed(sent, await heardOf(sent));
}
