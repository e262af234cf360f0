/** Unmodified rtc-node clients (bench/rtc-client.ts) for the conformance tests of the room servers, and what tests wait for and ask of them. */
import {
  Room,
  RoomEvent,
  type DisconnectReason,
  type LocalTrackPublication,
  type Participant,
  type RemoteParticipant,
  type RemoteTrack,
  type RemoteTrackPublication,
  type TrackPublication,
} from '@livekit/rtc-node';
import type { VideoGrant } from 'livekit-server-sdk';
import {
  enter,
  framesOf,
  isAbove,
  Microphone,
  RATE,
  tokenFor,
  tone,
  type Access,
  type Fill,
  type PublishOptions,
} from '../../bench/rtc-client.js';

/** The arguments of the client's events that the tests wait for. */
interface Events {
  participantConnected: [RemoteParticipant];
  participantDisconnected: [RemoteParticipant];
  participantAttributesChanged: [Record<string, string>, Participant];
  participantNameChanged: [string, Participant];
  participantMetadataChanged: [string | undefined, Participant];
  roomMetadataChanged: [string];
  trackMuted: [TrackPublication, Participant];
  trackUnmuted: [TrackPublication, Participant];
  trackUnpublished: [RemoteTrackPublication, RemoteParticipant];
  trackUnsubscribed: [RemoteTrack, RemoteTrackPublication, RemoteParticipant];
  activeSpeakersChanged: [Participant[]];
  disconnected: [DisconnectReason];
  reconnected: [];
}

let rooms = 0;
export const roomName = (): string => `room-${process.pid}-${++rooms}`;

const PATIENCE = 20_000;

export interface Subscribed {
  readonly track: RemoteTrack;
  readonly publication: RemoteTrackPublication;
  readonly from: string;
}

export interface Published {
  readonly publication: LocalTrackPublication;
  readonly microphone: Microphone;
}

export class Client {
  readonly heard: Subscribed[] = [];
  readonly data: { text: string; from: string | undefined; topic: string | undefined }[] = [];
  readonly left: DisconnectReason[] = [];
  private readonly microphones: Microphone[] = [];

  private constructor(
    readonly room: Room,
    readonly identity: string,
  ) {
    room.on(RoomEvent.TrackSubscribed, (track, publication, participant) => {
      this.heard.push({ track, publication, from: participant.identity });
    });
    room.on(RoomEvent.DataReceived, (payload, participant, _kind, topic) => {
      this.data.push({ text: Buffer.from(payload).toString(), from: participant?.identity, topic });
    });
    room.on(RoomEvent.Disconnected, (reason) => this.left.push(reason));
  }

  static async join(server: Access, room: string, identity: string, grants: VideoGrant = {}, autoSubscribe = true): Promise<Client> {
    return Client.withToken(server, await tokenFor(server, room, identity, grants), identity, autoSubscribe);
  }

  static async withToken(server: Access, token: string, identity: string, autoSubscribe = true): Promise<Client> {
    const client = new Client(new Room(), identity);
    await enter(client.room, server.url, token, autoSubscribe);
    return client;
  }

  get me(): NonNullable<Room['localParticipant']> {
    const me = this.room.localParticipant;
    if (me === undefined) throw new Error(`${this.identity} is not connected`);
    return me;
  }

  others(): string[] {
    return [...this.room.remoteParticipants.keys()].sort();
  }

  /** The arguments of the next event that `test` takes. Listen before doing what causes it. */
  next<E extends keyof Events>(event: E, test: (...args: Events[E]) => boolean = () => true): Promise<Events[E]> {
    const waiting = new Promise<Events[E]>((resolve, reject) => {
      const listen = (...args: Events[E]): void => {
        if (!test(...args)) return;
        clearTimeout(timer);
        this.room.off(event, listen as never);
        resolve(args);
      };
      const timer = setTimeout(() => reject(new Error(`${this.identity} saw no ${event}`)), PATIENCE);
      this.room.on(event, listen as never);
    });
    // A test that fails before it waits must not add a second failure of its own.
    waiting.catch(() => undefined);
    return waiting;
  }

  publishTone(hz: number): Promise<Published> {
    return this.publish(tone(hz));
  }

  async publish(fill: Fill, options?: PublishOptions): Promise<Published> {
    const microphone = new Microphone(fill);
    this.microphones.push(microphone);
    return { publication: await microphone.publish(this.room, options), microphone };
  }

  /** The nth track it is subscribed to (1 the first). */
  async hears(count = 1): Promise<Subscribed> {
    await until(`${this.identity} hears ${count} tracks`, () => this.heard.length >= count);
    return this.heard[count - 1]!;
  }

  async leave(): Promise<void> {
    await this.room.disconnect();
    for (const microphone of this.microphones) await microphone.stop();
  }
}

/** Waits for something that no event tells. */
export async function until(what: string, test: () => boolean | Promise<boolean>, patience = PATIENCE): Promise<void> {
  const end = Date.now() + patience;
  while (!(await test())) {
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const BLOCK = RATE / 20;
const BLOCKS = 16;

/**
 * Share of a track's power at a frequency: the median over 50 ms blocks with sound in them. Blocks, because the client's jitter
 * buffer stretches and skips; the median, because it conceals.
 */
export async function purity(track: RemoteTrack, hz: number): Promise<number> {
  const shares: number[] = [];
  let block: number[] = [];
  for await (const frame of framesOf(track, PATIENCE)) {
    if (isAbove(frame, 1000)) block.push(...frame.data);
    if (block.length < BLOCK) continue;
    shares.push(share(block, hz));
    block = [];
    if (shares.length === BLOCKS) break;
  }
  if (shares.length < BLOCKS) throw new Error('enough sound never came');
  return shares.sort((a, b) => a - b)[BLOCKS / 2]!;
}

function share(samples: readonly number[], hz: number): number {
  let [re, im, power] = [0, 0, 0];
  samples.forEach((sample, i) => {
    re += sample * Math.cos((2 * Math.PI * hz * i) / RATE);
    im += sample * Math.sin((2 * Math.PI * hz * i) / RATE);
    power += sample * sample;
  });
  return (2 * (re * re + im * im)) / (samples.length * power);
}
