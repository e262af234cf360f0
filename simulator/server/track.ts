import { TrackInfo, TrackSource, TrackType, type AddTrackRequest } from '@livekit/protocol';
import { Forwarder } from './forwarding.js';
import { newId } from './ids.js';
import { LevelMeter } from './level.js';
import type { Participant } from './participant.js';

/** A track from AddTrack on. It is live once an offer with its client id has been answered. */
export class PublishedTrack {
  readonly info: TrackInfo;
  readonly level = new LevelMeter();
  readonly forwarder = new Forwarder((level) => this.level.add(level));
  /** The publisher has been told that somebody hears it (`waitForSubscription` of its client). */
  subscriptionTold = false;

  constructor(
    readonly publisher: Participant,
    readonly cid: string,
    request: AddTrackRequest,
  ) {
    const audio = request.type === TrackType.AUDIO;
    this.info = new TrackInfo({
      sid: newId(audio ? 'TR_AM' : 'TR_VC'),
      type: request.type,
      name: request.name,
      muted: request.muted,
      source: request.source === TrackSource.UNKNOWN && audio ? TrackSource.MICROPHONE : request.source,
      disableRed: request.disableRed,
      mimeType: audio ? (request.disableRed ? 'audio/opus' : 'audio/red') : '',
      stream: request.stream,
      encryption: request.encryption,
      audioFeatures: request.audioFeatures,
    });
  }

  get sid(): string {
    return this.info.sid;
  }

  /** By this id clients find the participant and the track of a media section. */
  get streamId(): string {
    return `${this.publisher.sid}|${this.sid}`;
  }
}
