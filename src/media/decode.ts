/**
 * Packets to audio: one packet at a time for the live ear, a whole placed track for scores.
 *
 * Loss is filled from RED where placement found a copy. What is left is zeros and is listed as a hole, never concealed: invented audio
 * could carry an onset that nobody made.
 */
import { OpusDecoder } from 'opus-decoder';
import { TurnrigError } from '../error.js';
import type { Hole, PlacedSpan, TimelineAudio } from '../time/audio.js';
import { rigPos, type RigPos, type Samples } from '../time/position.js';
import { opusSamples } from './opus.js';
import type { MediaPacket } from './packet.js';
import { decodePcm16, pcmSamples } from './pcm.js';
import { placePackets, type Piece } from './placement.js';
import { isSilent } from './silence.js';
import type { PlacedTrack, TrackSignals } from './track.js';

/** Decodes one sender's packets in sending order. */
export interface PacketDecoder {
  /**
   * Mono, 48 kHz, full scale 1; to be read before the next call, which may use the array again.
   * Empty for a payload that is no packet of the codec: hostile bytes are no exception.
   */
  decode(payload: Uint8Array): Float32Array;
  /** Forgets the packets before: another sender, or the same one's new encoder. */
  reset(): Promise<void>;
  /** Gives the memory back; the decoder is of no use after it. */
  free(): void;
}

/** @throws TurnrigError `missing` when the decoder cannot be loaded on this machine. */
export async function createDecoder(codec: PlacedTrack['codec']): Promise<PacketDecoder> {
  return codec === 'pcm' ? pcmDecoder() : opusPacketDecoder();
}

function pcmDecoder(): PacketDecoder {
  // Packets of a track are of one length, thousands of them: one array serves them all.
  let samples = new Float32Array(0);
  return {
    decode(payload) {
      const length = pcmSamples(payload) ?? 0;
      if (samples.length !== length) samples = new Float32Array(length);
      return length === 0 ? samples : decodePcm16(payload, samples);
    },
    reset: () => Promise.resolve(),
    free: () => undefined,
  };
}

/** The wasm decoder takes 256 kbit/s over 120 ms at most; a longer packet would overrun its input. */
const MAX_PACKET_BYTES = 3840;

async function opusPacketDecoder(): Promise<PacketDecoder> {
  const decoder = new OpusDecoder({ channels: 1, sampleRate: 48_000 });
  try {
    await decoder.ready;
  } catch (cause) {
    throw new TurnrigError('missing', 'the Opus decoder did not start', {
      hint: 'Run npm ci again; Node 20.19 or newer is needed.',
      cause,
    });
  }
  return {
    decode(payload) {
      // The decoder prints what it refuses, so it gets only what is a packet (opus.ts).
      if (payload.length > MAX_PACKET_BYTES || opusSamples(payload) === undefined) return new Float32Array(0);
      return decoder.decodeFrame(payload).channelData[0] ?? new Float32Array(0);
    },
    reset: () => decoder.reset(),
    free: () => {
      decoder.free();
    },
  };
}

/**
 * Places and decodes a track.
 *
 * Memory is one array as long as the track was heard plus one packet. The decoder is begun anew for every run of a sender's clock (another
 * SSRC, a restart), and goes on over holes within one: there the encoder went on too, and a reset would spoil the first frames after the
 * hole, which is where onsets are.
 * @throws UnplacedTrackError when the track has no audio at all; TurnrigError `missing` as `createDecoder`.
 */
export async function decodeTrack(packets: readonly MediaPacket[], track: PlacedTrack, signals: TrackSignals = {}): Promise<TimelineAudio> {
  const { pieces } = placePackets(packets, track, signals);
  const decoder = await createDecoder(track.codec);
  try {
    const audio = new TimelineWriter(pieces);
    let stream = pieces[0]?.stream;
    for (const piece of pieces) {
      if (piece.stream !== stream) await decoder.reset();
      stream = piece.stream;
      audio.write(piece, decoder.decode(piece.packet.payload));
    }
    return audio.finish();
  } finally {
    decoder.free();
  }
}

/**
 * Positions of neighbouring packets are rounded to samples and the sender's clock drifts against the rig's (50 ppm are one sample in
 * 20 packets), so packets that touch can come to lie this far apart; that is no hole.
 */
const SEAM: Samples = 4;

/** Writes decoded packets where they belong, each sample of the timeline once, and lists what stays empty. */
class TimelineWriter {
  readonly #from: RigPos;
  readonly #samples: Float32Array;
  readonly #placed: PlacedSpan[] = [];
  readonly #holes: Hole[] = [];
  /** First position that nothing is written to yet. */
  #end: RigPos;

  constructor(pieces: readonly Piece[]) {
    // Epochs that were reset downward may overlap, so the ends are looked for everywhere.
    let from = Infinity;
    let to = -Infinity;
    for (const piece of pieces) {
      from = Math.min(from, piece.at);
      to = Math.max(to, piece.at + piece.duration);
    }
    this.#from = rigPos(from);
    this.#end = this.#from;
    this.#samples = new Float32Array(to - from);
  }

  write(piece: Piece, pcm: Float32Array): void {
    const to = piece.at + pcm.length;
    if (to <= this.#end) return;
    const gap = piece.at - this.#end;
    if (gap > SEAM) this.#holes.push({ from: this.#end, to: piece.at, kind: piece.before });
    else if (gap > 0) this.#bridge(gap, pcm[0] ?? 0);
    // Where an epoch overlaps the one before, what was heard first stays.
    const skip = Math.max(0, -gap);
    if (!isSilent(pcm)) this.#samples.set(skip > 0 ? pcm.subarray(skip) : pcm, piece.at + skip - this.#from);
    this.#span(gap > SEAM ? piece.at : this.#end, rigPos(to), piece.plusMinus);
    this.#end = rigPos(to);
  }

  finish(): TimelineAudio {
    const samples = this.#samples.subarray(0, this.#end - this.#from);
    return { from: this.#from, samples, placed: this.#placed, holes: this.#holes };
  }

  /** A seam of a few samples: a straight line, because a jump to zero and back would be a click. */
  #bridge(gap: Samples, next: number): void {
    const at = this.#end - this.#from;
    const last = this.#samples[at - 1] ?? next;
    for (let i = 0; i < gap; i++) this.#samples[at + i] = last + ((next - last) * (i + 1)) / (gap + 1);
  }

  #span(from: RigPos, to: RigPos, plusMinus: Samples): void {
    const last = this.#placed.at(-1);
    if (last?.to === from && last.plusMinus === plusMinus) this.#placed[this.#placed.length - 1] = { from: last.from, to, plusMinus };
    else this.#placed.push({ from, to, plusMinus });
  }
}
