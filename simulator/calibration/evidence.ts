/** A transport's reports kept in memory, and a way to wait for one of them. */
import { within } from '../bounded.js';
import type { TransportHandler } from '../transport/transport.js';
import { decodeTrack } from '../../src/media/decode.js';
import { constantDelayOf } from '../../src/media/encoder.js';
import type { MediaPacket } from '../../src/media/packet.js';
import { isBlank } from '../../src/media/track.js';
import type { TrackManifest } from '../../src/recording/model.js';
import type { SessionInput, TrackId } from '../../src/schedule/events.js';
import { UnplacedTrackError } from '../../src/media/placement.js';
import { rigPos, type RigPos } from '../../src/time/position.js';
import type { HeardTrack } from './hear.js';

export interface EvidenceEars {
  /** A track of the agent, and its packets as they come: for whoever listens live. */
  track?(track: TrackManifest): void;
  packet?(track: TrackId, packet: MediaPacket): void;
}

export class Evidence implements TransportHandler {
  troubles = 0;
  /** Rig position now; set once the session is open. Events before that are at its beginning. */
  now: () => RigPos = () => rigPos(0);
  private readonly ears: EvidenceEars;
  private readonly tracks = new Map<TrackId, TrackManifest>();
  private readonly packets = new Map<TrackId, MediaPacket[]>();
  private readonly mutes = new Map<TrackId, RigPos[]>();
  private readonly seen = new Set<SessionInput['type']>();
  private waiting: { readonly type: SessionInput['type']; readonly done: () => void }[] = [];

  constructor(ears: EvidenceEars = {}) {
    this.ears = ears;
  }

  input(input: SessionInput): void {
    if (input.type === 'rig-trouble') this.troubles++;
    if (input.type === 'agent-track-muted') this.mutes.set(input.track, [...(this.mutes.get(input.track) ?? []), this.now()]);
    this.seen.add(input.type);
    for (const { type, done } of this.waiting) if (type === input.type) done();
    this.waiting = this.waiting.filter(({ type }) => type !== input.type);
  }

  track(track: TrackManifest): void {
    this.tracks.set(track.id, track);
    this.packets.set(track.id, this.packets.get(track.id) ?? []);
    if (track.owner.kind === 'agent') this.ears.track?.(track);
  }

  packet(track: TrackId, packet: MediaPacket): void {
    this.packets.get(track)?.push(packet);
    if (this.tracks.get(track)?.owner.kind === 'agent') this.ears.packet?.(track, packet);
  }

  /** Resolves once an input of the type has come; rejects when it does not come in time. */
  until(type: SessionInput['type'], patienceMs: number): Promise<void> {
    if (this.seen.has(type)) return Promise.resolve();
    return within(patienceMs, `${type} did not come`, new Promise((done) => this.waiting.push({ type, done })));
  }

  /** The tracks of humans, or of agents, that carried audio, as the scorer hears them. */
  async audio(kind: 'human' | 'agent'): Promise<HeardTrack[]> {
    const heard: HeardTrack[] = [];
    for (const track of this.tracks.values()) {
      if (track.owner.kind !== kind) continue;
      try {
        const packets = this.packets.get(track.id) ?? [];
        const audio = await decodeTrack(packets, track, { mutes: this.mutes.get(track.id) ?? [] });
        const payloads = packets.filter((packet) => !isBlank(track.codec, packet)).map(({ payload }) => payload);
        heard.push({ id: track.id, audio, encoder: constantDelayOf(payloads, track).constantDelayPlusMinus });
      } catch (error) {
        if (!(error instanceof UnplacedTrackError)) throw error;
      }
    }
    return heard;
  }
}
