/**
 * A room heard the way agents and applications hear it: a hidden rtc-node participant with an AudioStream on every track.
 * AudioStream gives no timestamps; its sample clock is continuous, so positions count samples from the arrival of the first frame.
 */
import { AudioStream, Room, RoomEvent, TrackKind } from '@livekit/rtc-node';
import type { LiveClock } from '../transport/livekit/live-clock.js';
import { ServerApi } from '../transport/livekit/server-api.js';
import type { LiveKitAccess } from '../transport/livekit/server-api.js';
import type { TimelineAudio } from '../../src/time/audio.js';
import { SAMPLE_RATE, shift } from '../../src/time/position.js';
import type { RigPos } from '../../src/time/position.js';

interface Heard {
  readonly from: RigPos;
  readonly frames: Int16Array[];
}

export class StreamListener {
  private readonly room = new Room();
  private readonly heard = new Map<string, Heard>();
  private readonly readers: ReadableStreamDefaultReader<{ data: Int16Array }>[] = [];
  private readonly clock: LiveClock;

  constructor(clock: LiveClock) {
    this.clock = clock;
    this.room.on(RoomEvent.TrackSubscribed, (track, _publication, participant) => {
      if (track.kind !== TrackKind.KIND_AUDIO) return;
      const reader = new AudioStream(track, { sampleRate: SAMPLE_RATE, numChannels: 1, frameSizeMs: 10 }).getReader();
      this.readers.push(reader);
      void this.read(reader, participant.identity);
    });
  }

  async join(access: LiveKitAccess, room: string): Promise<void> {
    const token = await new ServerApi(access).hiddenToken(room, { identity: 'listener', name: 'listener' });
    await this.room.connect(access.url, token, { autoSubscribe: true, dynacast: false });
  }

  /** What was heard of a participant; undefined when nothing was. */
  audio(identity: string): TimelineAudio | undefined {
    const heard = this.heard.get(identity);
    if (heard === undefined) return undefined;
    const samples = Float32Array.from(
      heard.frames.flatMap((frame) => [...frame]),
      (sample) => sample / 32_768,
    );
    return { from: heard.from, samples, placed: [{ from: heard.from, to: shift(heard.from, samples.length), plusMinus: 0 }], holes: [] };
  }

  async leave(): Promise<void> {
    await Promise.all(this.readers.map((reader) => reader.cancel().catch(() => undefined)));
    await this.room.disconnect().catch(() => undefined);
  }

  private async read(reader: ReadableStreamDefaultReader<{ data: Int16Array }>, identity: string): Promise<void> {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      let heard = this.heard.get(identity);
      if (heard === undefined) {
        heard = { from: shift(this.clock.now(), -value.data.length), frames: [] };
        this.heard.set(identity, heard);
      }
      heard.frames.push(value.data.slice());
    }
  }
}
