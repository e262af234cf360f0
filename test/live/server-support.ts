/** Unmodified rtc-node clients for the conformance tests of the room servers. */
import {
  AudioFrame,
  AudioSource,
  AudioStream,
  LocalAudioTrack,
  Room,
  RoomEvent,
  TrackPublishOptions,
  TrackSource,
  type DisconnectReason,
  type LocalTrackPublication,
  type Participant,
  type RemoteParticipant,
  type RemoteTrack,
  type RemoteTrackPublication,
  type TrackPublication,
} from '@livekit/rtc-node';
import { AccessToken, type VideoGrant } from 'livekit-server-sdk';
import { livekitBinary, BINARY_VARIABLE, startLivekitServer } from '../../simulator/server/livekit-server.js';
import type { RoomServer } from '../../simulator/server/room-server.js';
import { startRoomServer } from '../../simulator/server/start.js';

export interface ServerUnderTest {
  readonly kind: RoomServer['kind'];
  start(): Promise<RoomServer>;
}

/** The embedded server always; LiveKit's own where its binary is named, and in CI in any case: there its absence is a failure. */
export function serversUnderTest(): ServerUnderTest[] {
  const servers: ServerUnderTest[] = [{ kind: 'embedded', start: () => startRoomServer() }];
  const named = process.env[BINARY_VARIABLE] !== undefined;
  const inCi = process.env['CI'] !== undefined && process.env['CI'] !== '';
  if (named || inCi) servers.push({ kind: 'livekit', start: () => startLivekitServer(livekitBinary()) });
  return servers;
}

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

export async function tokenFor(server: RoomServer, room: string, identity: string, grants: VideoGrant = {}): Promise<string> {
  const token = new AccessToken(server.apiKey, server.apiSecret, { identity, name: `name of ${identity}` });
  token.addGrant({ roomJoin: true, room, canUpdateOwnMetadata: true, ...grants });
  return token.toJwt();
}

const RATE = 48_000;
const FRAME = 480;
const PATIENCE = 20_000;

/** Streams a tone in real time until it is stopped. */
export class Tone {
  readonly source = new AudioSource(RATE, 1, 0);
  readonly track = LocalAudioTrack.createAudioTrack('tone', this.source);
  private running = true;
  private readonly done: Promise<void>;

  constructor(readonly hz: number) {
    this.done = this.run();
  }

  private async run(): Promise<void> {
    const start = performance.now();
    for (let k = 0; this.running; k++) {
      const samples = Int16Array.from({ length: FRAME }, (_, i) => 8000 * Math.sin((2 * Math.PI * this.hz * (k * FRAME + i)) / RATE));
      await this.source.captureFrame(new AudioFrame(samples, RATE, 1, FRAME));
      const wait = start + k * 10 - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  async stop(): Promise<void> {
    this.running = false;
    await this.done;
    await this.track.close();
  }
}

export interface Subscribed {
  readonly track: RemoteTrack;
  readonly publication: RemoteTrackPublication;
  readonly from: string;
}

export class Client {
  readonly heard: Subscribed[] = [];
  readonly data: { text: string; from: string | undefined; topic: string | undefined }[] = [];
  readonly left: DisconnectReason[] = [];
  private readonly tones: Tone[] = [];

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

  static async join(server: RoomServer, room: string, identity: string, grants: VideoGrant = {}, autoSubscribe = true): Promise<Client> {
    return Client.withToken(server, await tokenFor(server, room, identity, grants), identity, autoSubscribe);
  }

  static async withToken(server: RoomServer, token: string, identity: string, autoSubscribe = true): Promise<Client> {
    const client = new Client(new Room(), identity);
    await client.room.connect(server.url, token, { autoSubscribe, dynacast: false });
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

  async publishTone(hz: number): Promise<{ publication: LocalTrackPublication; tone: Tone }> {
    const tone = new Tone(hz);
    this.tones.push(tone);
    const publication = await this.me.publishTrack(
      tone.track,
      new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE, dtx: false }),
    );
    return { publication, tone };
  }

  /** The nth track it is subscribed to (1 the first). */
  async hears(count = 1): Promise<Subscribed> {
    await until(`${this.identity} hears ${count} tracks`, () => this.heard.length >= count);
    return this.heard[count - 1]!;
  }

  async leave(): Promise<void> {
    await this.room.disconnect();
    for (const tone of this.tones) await tone.stop();
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
  const reader = new AudioStream(track, { sampleRate: RATE, numChannels: 1 }).getReader();
  const shares: number[] = [];
  let block: number[] = [];
  // Ends a read that waits for ever: the loop then sees the end of the track.
  const timer = setTimeout(() => void reader.cancel(), PATIENCE);
  while (shares.length < BLOCKS) {
    const { value, done } = await reader.read();
    if (done) throw new Error('enough sound never came');
    if (value.data.some((sample) => Math.abs(sample) > 1000)) block.push(...value.data);
    if (block.length < BLOCK) continue;
    shares.push(share(block, hz));
    block = [];
  }
  clearTimeout(timer);
  await reader.cancel();
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
