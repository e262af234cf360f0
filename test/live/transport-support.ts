/** What the live tests of the transport share: a scene, an agent that answers nothing but is there, and a log of everything reported. */
import { AudioFrame, AudioSource, LocalAudioTrack, TrackPublishOptions, TrackSource } from '@livekit/rtc-node';
import { SpeakingParticipant } from '../../simulator/speaker/participant.js';
import type { FrameSink } from '../../simulator/speaker/pacer.js';
import { Pacer } from '../../simulator/speaker/pacer.js';
import { FRAME, Voice } from '../../simulator/speaker/voice.js';
import { LiveClock } from '../../simulator/transport/livekit/live-clock.js';
import { ServerApi } from '../../simulator/transport/livekit/server-api.js';
import type { LiveKitAccess } from '../../simulator/transport/livekit/server-api.js';
import type { OpenOptions, TransportHandler } from '../../simulator/transport/transport.js';
import type { MediaPacket } from '../../src/media/packet.js';
import type { TrackManifest } from '../../src/recording/model.js';
import type { CompiledScene, RoomLayout } from '../../src/scenario/model.js';
import type { SessionInput, TrackId } from '../../src/schedule/events.js';
import { msToSamples, shift } from '../../src/time/position.js';
import type { RigPos } from '../../src/time/position.js';

export const MS = 48;

/** A burst of tone with 2 ms edges. */
export function tone(ms: number, hz = 700): Float32Array {
  const edge = msToSamples(2);
  return Float32Array.from({ length: msToSamples(ms) }, (_, i) => {
    const gain = Math.min(1, i / edge, (msToSamples(ms) - 1 - i) / edge);
    return 0.4 * gain * Math.sin((2 * Math.PI * hz * i) / 48_000);
  });
}

export function scene(layout: RoomLayout): CompiledScene {
  return {
    id: 'live',
    scene: 'live',
    suite: 'live',
    title: 'live',
    variant: {},
    arm: undefined,
    pair: undefined,
    language: 'en',
    layout,
    speakers: [
      { id: 'anna', name: 'Anna' },
      { id: 'ben', name: 'Ben' },
    ],
    greeting: { policy: 'ignored', within: 0 },
    turns: [],
    tail: 0,
    limits: { lateFrame: msToSamples(20), packetLossShare: 0.01, readyWithin: msToSamples(10_000) },
  } as unknown as CompiledScene;
}

export function openOptions(layout: RoomLayout, way: OpenOptions['way'], clips: Record<string, Float32Array> = {}): OpenOptions {
  return {
    room: `live-${Date.now().toString(36)}-${Math.floor(Math.random() * 1e9).toString(36)}`,
    scene: scene(layout),
    agent: { name: 'test', way: 'wait', settings: {}, reported: {} },
    way,
    clip: (hash) => clips[hash]!,
  };
}

/** Keeps everything a transport reports and lets a test wait for it. */
export class Log implements TransportHandler {
  readonly inputs: SessionInput[] = [];
  readonly tracks: TrackManifest[] = [];
  readonly packets = new Map<TrackId, MediaPacket[]>();
  private waiting: { test: () => boolean; done: () => void }[] = [];

  input(input: SessionInput): void {
    this.inputs.push(input);
    this.look();
  }

  track(track: TrackManifest): void {
    this.tracks.push(track);
    this.packets.set(track.id, []);
  }

  packet(track: TrackId, packet: MediaPacket): void {
    const packets = this.packets.get(track);
    if (packets === undefined) throw new Error(`packet of the unknown track ${track}`);
    packets.push(packet);
    this.look();
  }

  types(): string[] {
    return this.inputs.map((input) => input.type);
  }

  of<T extends SessionInput['type']>(type: T): Extract<SessionInput, { type: T }>[] {
    return this.inputs.filter((input): input is Extract<SessionInput, { type: T }> => input.type === type);
  }

  async until(what: string, test: () => boolean, ms = 20_000): Promise<void> {
    if (test()) return;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no ${what}; saw ${JSON.stringify(this.inputs)}`)), ms);
      this.waiting.push({
        test,
        done: () => {
          clearTimeout(timer);
          resolve();
        },
      });
    });
  }

  has(type: SessionInput['type'], count = 1): Promise<void> {
    return this.until(type, () => this.of(type).length >= count);
  }

  private look(): void {
    for (const entry of [...this.waiting]) {
      if (!entry.test()) continue;
      this.waiting = this.waiting.filter((other) => other !== entry);
      entry.done();
    }
  }
}

/** A participant that hears everything and streams silence, or what it is told to say. */
export class Guest {
  readonly participant: SpeakingParticipant;
  readonly clock: LiveClock;
  private readonly voice: Voice;
  private readonly pacer: Pacer;
  private sink: FrameSink;

  private constructor(participant: SpeakingParticipant) {
    this.participant = participant;
    this.sink = participant;
    this.clock = new LiveClock();
    const from = shift(this.clock.now(), FRAME);
    this.voice = new Voice(from);
    this.pacer = new Pacer(
      this.clock,
      from,
      [
        {
          sink: { push: (samples) => this.sink.push(samples) },
          frame: () => ({ samples: this.voice.frame().samples, sent: () => undefined }),
        },
      ],
      () => undefined,
    );
  }

  static async join(access: LiveKitAccess, room: string, identity = 'agent'): Promise<Guest> {
    const token = await new ServerApi(access).speakerToken(room, { identity, name: identity });
    return new Guest(await SpeakingParticipant.join({ server: access.url, token, trackName: 'voice', autoSubscribe: true }));
  }

  say(samples: Float32Array, at: RigPos): void {
    this.voice.say({ turn: 'x', speaker: 'x', samples, at, voicedEnd: samples.length });
  }

  /** Takes its track back and publishes another one: another track id, SSRC and RTP clock. */
  async republish(): Promise<void> {
    const local = this.participant.room.localParticipant!;
    await local.unpublishTrack(this.participant.publication.sid!, true);
    const source = new AudioSource(48_000, 1, 0);
    const options = new TrackPublishOptions();
    options.source = TrackSource.SOURCE_MICROPHONE;
    options.dtx = false;
    await local.publishTrack(LocalAudioTrack.createAudioTrack('voice again', source), options);
    this.sink = { push: (samples) => source.captureFrame(new AudioFrame(samples, 48_000, 1, samples.length)) };
  }

  async leave(): Promise<void> {
    await this.pacer.stop();
    await this.participant.close();
  }
}
