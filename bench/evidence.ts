/** A transport's reports kept in memory, and a way to wait for one of them. */
import type { TransportHandler } from '../simulator/transport/transport.js';
import { decodeTrack } from '../src/media/decode.js';
import type { MediaPacket } from '../src/media/packet.js';
import type { TrackManifest } from '../src/recording/model.js';
import type { SessionInput } from '../src/schedule/events.js';
import type { TimelineAudio } from '../src/time/audio.js';

export class Evidence implements TransportHandler {
  troubles = 0;
  private readonly tracks: TrackManifest[] = [];
  private readonly packets = new Map<string, MediaPacket[]>();
  private readonly seen = new Set<SessionInput['type']>();
  private waiting: { readonly type: SessionInput['type']; readonly done: () => void }[] = [];

  input(input: SessionInput): void {
    if (input.type === 'rig-trouble') this.troubles++;
    this.seen.add(input.type);
    for (const { type, done } of this.waiting) if (type === input.type) done();
    this.waiting = this.waiting.filter(({ type }) => type !== input.type);
  }

  track(track: TrackManifest): void {
    this.tracks.push(track);
    this.packets.set(track.id, []);
  }

  packet(track: string, packet: MediaPacket): void {
    this.packets.get(track)?.push(packet);
  }

  /** Resolves once an input of the type has come. */
  until(type: SessionInput['type']): Promise<void> {
    if (this.seen.has(type)) return Promise.resolve();
    return new Promise((done) => this.waiting.push({ type, done }));
  }

  /** The first human's, or agent's, track as the scorer hears it. */
  audio(kind: 'human' | 'agent'): Promise<TimelineAudio> {
    const track = this.tracks.find(({ owner }) => owner.kind === kind);
    if (track === undefined) throw new Error(`no ${kind} track was recorded`);
    return decodeTrack(this.packets.get(track.id) ?? [], track);
  }
}
