/** A second track of a reference agent in a LiveKit room: an ambience that is no microphone. */
import { AudioFrame, AudioSource, LocalAudioTrack, TrackPublishOptions, TrackSource } from '@livekit/rtc-node';
import type { Room } from '@livekit/rtc-node';
import { within } from '../../simulator/bounded.js';
import type { FrameSink } from '../../simulator/speaker/pacer.js';
import { SAMPLE_RATE } from '../../src/time/position.js';

/** As for any participant's track (simulator/speaker/participant.ts). */
const PUBLISH_MS = 20_000;

export class SecondTrack implements FrameSink {
  private readonly source: AudioSource;

  private constructor(source: AudioSource) {
    this.source = source;
  }

  /** As the first track: no queue, and silence as real frames. It goes when its participant leaves. */
  static async publish(room: Room): Promise<SecondTrack> {
    const source = new AudioSource(SAMPLE_RATE, 1, 0);
    const options = new TrackPublishOptions();
    options.source = TrackSource.SOURCE_UNKNOWN;
    options.dtx = false;
    options.red = true;
    const published = room.localParticipant?.publishTrack(LocalAudioTrack.createAudioTrack('ambience', source), options);
    if (published !== undefined) await within(PUBLISH_MS, 'no answer to the publication of a second track', published);
    return new SecondTrack(source);
  }

  push(samples: Int16Array<ArrayBuffer>): Promise<void> {
    return this.source.captureFrame(new AudioFrame(samples, SAMPLE_RATE, 1, samples.length));
  }
}
