/** What placement needs of a track, and what it says of a packet. */
import type { RigPos, Samples, TrackTime } from '../time/position.js';
import { isBlankOpus, opusSamples } from './opus.js';
import type { MediaPacket } from './packet.js';
import { pcmSamples } from './pcm.js';

/** A TrackManifest has it. */
export interface PlacedTrack {
  readonly codec: 'opus' | 'pcm';
  readonly constantDelay: Samples;
  readonly constantDelayPlusMinus: Samples;
}

/** What signalling knows of a track and its packets may not show. */
export interface TrackSignals {
  /** When the track was muted, unmuted, or published again, on the rig's clock: an epoch ends there (measurement.md). */
  readonly mutes?: readonly RigPos[];
}

export interface PlacedPacket {
  readonly packet: MediaPacket;
  readonly time: TrackTime;
  /** Number of its epoch, from 0. */
  readonly epoch: number;
  /** Of its first decoded sample, constant delay already subtracted. */
  readonly at: RigPos;
  readonly plusMinus: Samples;
}

/** Length of a packet's audio; undefined when it cannot be decoded. */
export function packetSamples(codec: PlacedTrack['codec'], payload: Uint8Array): Samples | undefined {
  return codec === 'opus' ? opusSamples(payload) : pcmSamples(payload);
}

/** Whether a packet is the server's filling (opus.ts) and no audio of the track. */
export function isBlank(codec: PlacedTrack['codec'], packet: MediaPacket): boolean {
  return codec === 'opus' && isBlankOpus(packet);
}
