/** One run of the room soak, in a process of its own because it may crash: rooms side by side, in each everybody hears everybody. */
import {
  AudioFrame,
  AudioSource,
  AudioStream,
  LocalAudioTrack,
  Room,
  RoomEvent,
  TrackPublishOptions,
  TrackSource,
  dispose,
} from '@livekit/rtc-node';
import { AccessToken } from 'livekit-server-sdk';
import type { SoakReport, SoakTask } from './soak-rooms.js';

const RATE = 48_000;
const FRAME = 480;
/** Loud enough to be the tone and not comfort noise, of 32767. */
const AUDIBLE = 1000;
/** ms */
const HEAR_TIMEOUT = 15_000;

class Guest {
  private readonly room = new Room();
  private readonly source = new AudioSource(RATE, 1, 0);
  private running = true;
  private pump: Promise<void> = Promise.resolve();
  private readonly heard: Promise<boolean>[] = [];

  constructor(
    private readonly task: SoakTask,
    private readonly roomName: string,
    private readonly identity: string,
    private readonly hidden: boolean,
  ) {
    this.room.on(RoomEvent.TrackSubscribed, (track) => this.heard.push(audible(new AudioStream(track, RATE, 1))));
  }

  /** Joins; resolves with the time that took, ms. */
  async join(): Promise<number> {
    const token = new AccessToken(this.task.apiKey, this.task.apiSecret, { identity: this.identity });
    token.addGrant({ roomJoin: true, room: this.roomName, hidden: this.hidden, canPublish: !this.hidden });
    const start = performance.now();
    await this.room.connect(this.task.url, await token.toJwt(), { autoSubscribe: true, dynacast: false });
    return performance.now() - start;
  }

  async publish(): Promise<void> {
    if (this.hidden) return;
    this.pump = this.stream();
    const track = LocalAudioTrack.createAudioTrack('tone', this.source);
    await this.room.localParticipant?.publishTrack(track, new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE, dtx: false }));
  }

  private async stream(): Promise<void> {
    const tone = Int16Array.from({ length: FRAME }, (_, i) => 8000 * Math.sin((2 * Math.PI * 500 * i) / RATE));
    const start = performance.now();
    for (let k = 0; this.running; k++) {
      await this.source.captureFrame(new AudioFrame(tone, RATE, 1, FRAME));
      const wait = start + k * 10 - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  /** How many of the expected tracks were heard. */
  async hears(expected: number): Promise<number> {
    const end = Date.now() + HEAR_TIMEOUT;
    while (this.heard.length < expected && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
    return (await Promise.all(this.heard)).filter(Boolean).length;
  }

  async leave(): Promise<void> {
    this.running = false;
    await this.pump;
    await this.room.disconnect();
  }
}

async function audible(stream: AudioStream): Promise<boolean> {
  const reader = stream.getReader();
  const timer = setTimeout(() => void reader.cancel(), HEAR_TIMEOUT);
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return false;
    if (!value.data.some((sample) => Math.abs(sample) > AUDIBLE)) continue;
    clearTimeout(timer);
    await reader.cancel();
    return true;
  }
}

async function oneRoom(task: SoakTask, name: string): Promise<SoakReport> {
  const visible = task.participants;
  const guests = Array.from({ length: visible }, (_, i) => new Guest(task, name, `guest-${i}`, false));
  const recorder = new Guest(task, name, 'recorder', true);
  const joins: number[] = [];
  const failures: string[] = [];
  let heard = 0;
  try {
    joins.push(...(await Promise.all(guests.map((guest) => guest.join()))));
    await Promise.all(guests.map((guest) => guest.publish()));
    joins.push(await recorder.join());
    const counts = await Promise.all([...guests.map((guest) => guest.hears(visible - 1)), recorder.hears(visible)]);
    heard = counts.reduce((sum, count) => sum + count, 0);
    if (heard < visible * (visible - 1) + visible) failures.push('a track was not heard');
  } catch (error) {
    failures.push(error instanceof Error ? error.message : String(error));
  }
  for (const guest of [recorder, ...guests]) await guest.leave().catch((error: unknown) => failures.push(`leaving: ${String(error)}`));
  return { joins, heard, failures };
}

process.once('message', (task: SoakTask) => {
  void (async () => {
    const names = Array.from({ length: task.rooms }, (_, i) => `${task.name}-${i}`);
    const reports = await Promise.all(names.map((name) => oneRoom(task, name)));
    await dispose();
    const report: SoakReport = {
      joins: reports.flatMap(({ joins }) => joins),
      heard: reports.reduce((sum, { heard }) => sum + heard, 0),
      failures: reports.flatMap(({ failures }) => failures),
    };
    process.send?.(report, () => process.exit(0));
  })();
});
