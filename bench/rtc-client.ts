/**
 * A plain participant of a room: unmodified rtc-node that streams and hears in real time. It is the other side in the soak, the chaos runs
 * and the live tests, and shares nothing with the rig's own speakers and recorder, which are what is tested there.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AudioFrame,
  AudioSource,
  AudioStream,
  LocalAudioTrack,
  TrackPublishOptions,
  TrackSource,
  type LocalTrackPublication,
  type RemoteTrack,
  type Room,
} from '@livekit/rtc-node';
import { AccessToken, type VideoGrant } from 'livekit-server-sdk';

/** Hz, mono. */
export const RATE = 48_000;
/** Samples of 10 ms: what leaves and arrives at once. */
export const FRAME = 480;

/** What a token is made from; a started RoomServer has it. */
export interface Access {
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** @param roomConfig what the room is to be made with, such as the agents to dispatch */
export async function tokenFor(
  access: Access,
  room: string,
  identity: string,
  grants: VideoGrant = {},
  roomConfig?: AccessToken['roomConfig'],
): Promise<string> {
  const token = new AccessToken(access.apiKey, access.apiSecret, { identity, name: `name of ${identity}` });
  token.addGrant({ roomJoin: true, room, canUpdateOwnMetadata: true, ...grants });
  if (roomConfig !== undefined) token.roomConfig = roomConfig;
  return token.toJwt();
}

/** Joins with the settings of all these clients. Handlers are to be on the room before. */
export function enter(room: Room, url: string, token: string, autoSubscribe = true): Promise<void> {
  return room.connect(url, token, { autoSubscribe, dynacast: false });
}

/** Writes 16-bit samples into a frame of silence. @param at position of its first sample in the stream */
export type Fill = (frame: Int16Array<ArrayBuffer>, at: number) => void;

/** A sine of a quarter of full scale, without a break between frames. */
export function tone(hz: number): Fill {
  return (frame, at) => frame.forEach((_, i) => (frame[i] = 8000 * Math.sin((2 * Math.PI * hz * (at + i)) / RATE)));
}

/** Left out: rtc-node's own default, which is DTX. */
export interface PublishOptions {
  readonly dtx?: boolean;
}

/** A track that streams from its making on, each frame at an absolute deadline, until it is stopped. Source queue 0, DTX off (facts.md). */
export class Microphone {
  readonly track: LocalAudioTrack;
  private readonly source = new AudioSource(RATE, 1, 0);
  private readonly fill: Fill;
  private readonly streaming: Promise<void>;
  private running = true;

  constructor(fill: Fill, name = 'microphone') {
    this.fill = fill;
    this.track = LocalAudioTrack.createAudioTrack(name, this.source);
    this.streaming = this.stream();
    // Whoever stops it is told.
    this.streaming.catch(() => undefined);
  }

  /** @param options of the publication: without DTX unless it is told otherwise */
  async publish(room: Room, options: PublishOptions = { dtx: false }): Promise<LocalTrackPublication> {
    const me = room.localParticipant;
    if (me === undefined) throw new Error('not connected');
    return me.publishTrack(this.track, new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE, ...options }));
  }

  /** @throws what kept it from streaming */
  async stop(): Promise<void> {
    this.running = false;
    await this.streaming;
    await this.track.close();
  }

  private async stream(): Promise<void> {
    const start = performance.now();
    for (let k = 0; this.running; k++) {
      const frame = new Int16Array(FRAME);
      this.fill(frame, k * FRAME);
      await this.source.captureFrame(new AudioFrame(frame, RATE, 1, FRAME));
      const wait = start + (k + 1) * 10 - performance.now();
      if (wait > 0) await sleep(wait);
    }
  }
}

/** Frames of a track as its subscriber hears them, through NetEq, until it ends or `patience` ms are over. */
export async function* framesOf(track: RemoteTrack, patience?: number): AsyncGenerator<AudioFrame, void> {
  const reader = new AudioStream(track, RATE, 1).getReader();
  const end = (): void => void reader.cancel().catch(() => undefined);
  // A read may wait for ever (facts.md): to cancel the reader is what ends it.
  const timer = patience === undefined ? undefined : setTimeout(end, patience);
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    clearTimeout(timer);
    end();
  }
}

/** Whether a sample of the frame lies above a level, of 32767. */
export function isAbove(frame: AudioFrame, level: number): boolean {
  return frame.data.some((sample) => Math.abs(sample) > level);
}
