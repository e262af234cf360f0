/** One round of the soak, in a process of its own because it may crash: rooms side by side, in each everybody hears everybody. */
import { Room, RoomEvent, dispose, type RemoteTrack } from '@livekit/rtc-node';
import { messageOf } from '../../src/error.js';
import { enter, framesOf, isAbove, Microphone, RATE, tokenFor, tone } from '../rtc-client.js';
import type { SoakReport, SoakTask } from './model.js';

/** Loud enough to be the tone and not comfort noise, of 32767. */
const AUDIBLE = 1000;
/** A listener waits so much longer than the audio takes, ms: joins and negotiations of a burst lie in it. */
const PATIENCE = 20_000;
/** ms */
const TICK = 50;
/** Hz */
const TONE = 500;

class Guest {
  private readonly room = new Room();
  /** Of every track, what kept it from being heard. Settled whatever happens: nobody waits for it yet when it fails. */
  private readonly heard: Promise<string | undefined>[] = [];
  private microphone: Microphone | undefined;

  constructor(
    private readonly task: SoakTask,
    private readonly roomName: string,
    private readonly identity: string,
    private readonly hidden: boolean,
  ) {
    this.room.on(RoomEvent.TrackSubscribed, (track) =>
      this.heard.push(hear(track, task.seconds).catch((error: unknown) => `hear: ${messageOf(error)}`)),
    );
  }

  /** Joins; resolves with the time that took, ms. */
  async join(): Promise<number> {
    const token = await tokenFor(this.task, this.roomName, this.identity, { hidden: this.hidden, canPublish: !this.hidden });
    const start = performance.now();
    await enter(this.room, this.task.url, token);
    return performance.now() - start;
  }

  async publish(): Promise<void> {
    this.microphone = new Microphone(tone(TONE));
    await this.microphone.publish(this.room);
  }

  /** What kept it from hearing so many tracks for the whole time, one line a track; empty when it heard them all. */
  async hears(expected: number): Promise<string[]> {
    const end = Date.now() + PATIENCE;
    while (this.heard.length < expected && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
    const unheard = (await Promise.all(this.heard)).filter((why) => why !== undefined);
    const missing = Math.max(0, expected - this.heard.length);
    return [...Array<string>(missing).fill('a track never came'), ...unheard];
  }

  async leave(): Promise<void> {
    await this.room.disconnect();
    await this.microphone?.stop();
  }
}

/** Undefined when the tone is heard for so many seconds in all before patience ends. */
async function hear(track: RemoteTrack, seconds: number): Promise<string | undefined> {
  let samples = 0;
  for await (const frame of framesOf(track, PATIENCE + seconds * 1000)) {
    if (isAbove(frame, AUDIBLE)) samples += frame.samplesPerChannel;
    if (samples >= seconds * RATE) return undefined;
  }
  return 'a track stayed silent';
}

async function oneRoom(task: SoakTask, name: string): Promise<Omit<SoakReport, 'stall'>> {
  const speakers = task.participants;
  const guests = Array.from({ length: speakers }, (_, i) => new Guest(task, name, `guest-${i}`, false));
  const listener = new Guest(task, name, 'listener', true);
  const expected = speakers * (speakers - 1) + speakers;
  const joins: number[] = [];
  const troubles: string[] = [];
  let heard = 0;
  let step = 'join';
  try {
    joins.push(...(await Promise.all(guests.map((guest) => guest.join()))));
    step = 'publish';
    await Promise.all(guests.map((guest) => guest.publish()));
    step = 'join of the listener';
    joins.push(await listener.join());
    const missing = (await Promise.all([...guests.map((guest) => guest.hears(speakers - 1)), listener.hears(speakers)])).flat();
    heard = expected - missing.length;
    troubles.push(...missing);
  } catch (error) {
    troubles.push(`${step}: ${messageOf(error)}`);
  }
  for (const guest of [listener, ...guests]) await guest.leave().catch((error: unknown) => troubles.push(`leave: ${messageOf(error)}`));
  return { joins, heard, expected, troubles };
}

/** Notes the longest time for which the event loop stands still, ms. */
function watchStalls(): () => number {
  let last = performance.now();
  let longest = 0;
  setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - TICK);
    last = now;
  }, TICK).unref();
  return () => Math.round(longest);
}

process.once('message', (task: SoakTask) => {
  const stall = watchStalls();
  void (async () => {
    const names = Array.from({ length: task.rooms }, (_, i) => `${task.name}-${i}`);
    const reports = await Promise.all(names.map((name) => oneRoom(task, name)));
    await dispose();
    const report: SoakReport = {
      joins: reports.flatMap(({ joins }) => joins),
      heard: reports.reduce((sum, { heard }) => sum + heard, 0),
      expected: reports.reduce((sum, { expected }) => sum + expected, 0),
      troubles: reports.flatMap(({ troubles }) => troubles),
      stall: stall(),
    };
    process.send?.(report, () => process.exit(0));
  })();
});
// Ctrl-C reaches the whole group: the soak says when its round ends.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
// The soak was stopped or killed: so is its round.
process.once('disconnect', () => process.exit(0));
