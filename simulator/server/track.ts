import { AudioTrackFeature, TrackInfo, TrackSource, TrackType, type AddTrackRequest } from '@livekit/protocol';
import { Forwarder } from './forwarding.js';
import { newId } from './ids.js';
import { LevelMeter } from './level.js';
import type { Participant } from './participant.js';
import type { Reception } from './sdp.js';

/** A track from AddTrack on. It is live once an offer with its client id has been answered. */
export class PublishedTrack {
  readonly info: TrackInfo;
  readonly level = new LevelMeter();
  readonly forwarder = new Forwarder((level) => this.level.add(level));
  /** The publisher has been told that somebody hears it (`waitForSubscription` of its client). */
  subscriptionTold = false;
  /** See `Pairable`. */
  senderId: string | undefined;

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
      audioFeatures: audioFeatures(request),
    });
  }

  /** How its client is asked to send it. */
  get reception(): Reception {
    const { disableRed, audioFeatures: features } = this.info;
    return {
      red: !disableRed,
      stereo: features.includes(AudioTrackFeature.TF_STEREO),
      dtx: !features.includes(AudioTrackFeature.TF_NO_DTX),
    };
  }

  get sid(): string {
    return this.info.sid;
  }

  /** By this id clients find the participant and the track of a media section. */
  get streamId(): string {
    return `${this.publisher.sid}|${this.sid}`;
  }
}

/** Older clients say by flags of their own what newer ones say by features. */
function audioFeatures(request: AddTrackRequest): AudioTrackFeature[] {
  const features = new Set(request.audioFeatures);
  /* eslint-disable @typescript-eslint/no-deprecated -- rtc-node 0.13.35 still says it this way */
  if (request.stereo) features.add(AudioTrackFeature.TF_STEREO);
  if (request.disableDtx) features.add(AudioTrackFeature.TF_NO_DTX);
  /* eslint-enable @typescript-eslint/no-deprecated */
  return [...features];
}
