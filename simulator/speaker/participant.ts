/**
 * A participant that speaks through @livekit/rtc-node: one room, one microphone track, fed frame by frame from outside.
 *
 * The source has no queue (queueSizeMs 0): what is pushed leaves at once, and one stall cannot shift everything after it. DTX is off, so
 * that silence is real frames (facts.md, "Time: do not measure with AudioStream").
 */
import { AudioFrame, AudioSource, LocalAudioTrack, Room, TrackPublishOptions, TrackSource } from '@livekit/rtc-node';
import type { LocalTrackPublication } from '@livekit/rtc-node';
import { messageOf, TurnrigError } from '../../src/error.js';
import { SAMPLE_RATE } from '../../src/time/position.js';
import { settled, within } from '../bounded.js';
import type { FrameSink } from './pacer.js';

/** rtc-node gives up a connection after about this long by itself; some failures it retries for ever. */
const CONNECT_MS = 20_000;
/** A server that is gone answers no good-bye. */
const LEAVE_MS = 2_000;
/** Text and byte streams from the room above this are refused by the library: what an agent says of itself is never larger. */
const MAX_STREAM_BYTES = 256 * 1024;

export interface JoinOptions {
  readonly server: string;
  readonly token: string;
  readonly trackName: string;
  /** True: subscribes to everything by itself. False: only to what it is told to. */
  readonly autoSubscribe: boolean;
  /** Sets handlers before anything can happen. */
  readonly prepare?: (room: Room) => void;
}

export class SpeakingParticipant implements FrameSink {
  readonly room: Room;
  readonly publication: LocalTrackPublication;
  private readonly source: AudioSource;
  private readonly track: LocalAudioTrack;

  private constructor(room: Room, source: AudioSource, track: LocalAudioTrack, publication: LocalTrackPublication) {
    this.room = room;
    this.source = source;
    this.track = track;
    this.publication = publication;
  }

  /** Joins and publishes the track. @throws TurnrigError room-unreachable, room-refused. */
  static async join(options: JoinOptions): Promise<SpeakingParticipant> {
    const room = new Room();
    options.prepare?.(room);
    try {
      await within(CONNECT_MS, 'no answer to the join', connect(room, options));
      const local = room.localParticipant;
      if (local === undefined) throw new Error('joined without a local participant');
      const source = new AudioSource(SAMPLE_RATE, 1, 0);
      const track = LocalAudioTrack.createAudioTrack(options.trackName, source);
      const published = new TrackPublishOptions();
      published.source = TrackSource.SOURCE_MICROPHONE;
      published.dtx = false;
      published.red = true;
      const publication = await within(CONNECT_MS, 'no answer to the publication', local.publishTrack(track, published));
      return new SpeakingParticipant(room, source, track, publication);
    } catch (error) {
      await leave(room);
      throw refusedOrUnreachable(error);
    }
  }

  push(samples: Int16Array<ArrayBuffer>): Promise<void> {
    return this.source.captureFrame(new AudioFrame(samples, SAMPLE_RATE, 1, samples.length));
  }

  /** Takes the track back and stays in the room. Never rejects. */
  async unpublish(): Promise<void> {
    const { sid } = this.publication;
    if (sid !== undefined) await settled(LEAVE_MS, this.room.localParticipant?.unpublishTrack(sid, true));
  }

  /** Leaves the room. Never rejects, and never waits long for a server that is gone. */
  async close(): Promise<void> {
    await leave(this.room);
    await settled(LEAVE_MS, this.track.close(true));
  }
}

function connect(room: Room, options: JoinOptions): Promise<void> {
  return room.connect(options.server, options.token, {
    autoSubscribe: options.autoSubscribe,
    dynacast: false,
    dataStream: { maxPayloadByteLength: MAX_STREAM_BYTES },
  });
}

async function leave(room: Room): Promise<void> {
  await settled(LEAVE_MS, room.disconnect());
  room.removeAllListeners();
}

function refusedOrUnreachable(error: unknown): TurnrigError {
  const message = messageOf(error);
  return /\b(401|403)\b|unauthorized|permission|invalid token/i.test(message)
    ? new TurnrigError('room-refused', `the room server refused a speaker: ${message}`, {
        hint: 'Check LIVEKIT_API_KEY and LIVEKIT_API_SECRET.',
        cause: error,
      })
    : new TurnrigError('room-unreachable', `a speaker could not join the room: ${message}`, {
        hint: 'Check that the server runs and that LIVEKIT_URL is its address.',
        cause: error,
      });
}
