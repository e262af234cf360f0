/** One session in a LiveKit room: humans, agent and recorder put together. It reports and obeys; it never decides. */
import { RoomEvent } from '@livekit/rtc-node';
import type { Room } from '@livekit/rtc-node';
import type { SessionHealth, TrackManifest } from '../../../src/recording/model.js';
import type { SessionInput } from '../../../src/schedule/events.js';
import { SAMPLE_RATE } from '../../../src/time/position.js';
import { settled } from '../../bounded.js';
import { LEAVING_STEP_MS } from '../../patience.js';
import { Recorder } from '../../recorder/recorder.js';
import { measureLoopLag } from '../../speaker/loop-lag.js';
import type { LoopLag } from '../../speaker/loop-lag.js';
import type { AgentLogLine, OpenOptions, PlayRequest, TransportHandler, TransportSession } from '../transport.js';
import { AgentWatch } from './agent-watch.js';
import { Ears } from './ears.js';
import { seatHumans, seats, trackSid } from './humans.js';
import type { Human } from './humans.js';
import { LiveClock } from './live-clock.js';
import { RigWatch } from './rig-watch.js';
import { ServerApi } from './server-api.js';
import type { LiveKitAccess } from './server-api.js';
import { Speakers } from './speakers.js';
import type { FramePushed } from './speakers.js';
import { UNKNOWN_ENCODER_DELAY, RTC_NODE_DELAY } from './track-delay.js';

/** Anything that joins the room for the session and leaves with it (a reference agent). */
export interface Guest {
  close(): Promise<void>;
  /** What it did, on the host's monotonic clock. */
  log(): readonly { readonly what: AgentLogLine['what']; readonly ns: bigint }[];
}

/** Brings a reference agent into the room. */
export type SeatReference = (access: LiveKitAccess, options: OpenOptions) => Promise<Guest>;

const RECORDER = { identity: 'turnrig-recorder', name: 'turnrig recorder' };
/** The recorder follows the lead human onto an agent's track; without news of that it goes by itself after so long. */
const FOLLOW_AFTER_MS = 1_000;
/** A position becomes nanoseconds, rounded down, and a position of another clock again: half a sample keeps it the nearest one. */
const HALF_SAMPLE_NS = 10_417n;

export class LiveKitSession implements TransportSession {
  readonly clock: LiveClock;
  private readonly api: ServerApi;
  private readonly access: LiveKitAccess;
  private readonly options: OpenOptions;
  private readonly handler: TransportHandler;
  private readonly watch: AgentWatch;
  private readonly ears: Ears;
  private readonly rigWatch: RigWatch;
  private readonly lag: LoopLag = measureLoopLag();
  private readonly cpuBefore = process.cpuUsage();
  private humans: Human[] = [];
  private readonly speakers: Speakers;
  private recorder: Recorder | undefined;
  private guest: Guest | undefined;
  private readonly timers = new Set<NodeJS.Timeout>();
  private closing: Promise<void> | undefined;
  /** The room is lost to us, and that has been said. */
  private lost = false;
  private over = false;
  /** The server did not answer any more when the room was left. */
  private deserted = true;

  private constructor(access: LiveKitAccess, options: OpenOptions, handler: TransportHandler, pushed: FramePushed | undefined) {
    this.clock = new LiveClock();
    this.api = new ServerApi(access);
    this.access = access;
    this.options = options;
    this.handler = handler;
    this.speakers = new Speakers(this.clock, options.clip, (input) => this.input(input), pushed);
    this.ears = new Ears({
      track: (manifest) => this.announce(manifest),
      packet: (track, packet) => {
        if (!this.over) this.handler.packet(track, packet);
      },
      input: (input) => this.input(input),
      subscribe: (sid) => this.recorder?.subscribe(sid),
    });
    this.rigWatch = new RigWatch(
      { lost: () => this.lostPackets(), quietest: () => this.ears.quietestHuman() },
      () => this.clock.now(),
      (trouble) => this.input(trouble),
    );
    this.watch = new AgentWatch(
      {
        way: options.way.kind,
        ours: new Set([...seats(options.scene).map((seat) => seat.identity), RECORDER.identity]),
        ourTrack: (sid) => this.humans.some((human) => trackSid(human.participant.publication) === sid),
      },
      {
        input: (input) => {
          this.input(input);
          if (input.type === 'agent-joined') this.ears.agentJoined();
        },
        track: (track) => {
          this.ears.agentTrack(track, options.way.kind === 'reference' ? RTC_NODE_DELAY : UNKNOWN_ENCODER_DELAY);
          this.later(FOLLOW_AFTER_MS, () => this.ears.followAgent(track.sid));
        },
        trackEnded: (track) => this.ears.agentTrackEnded(track.sid),
        muted: (track, muted) => this.ears.agentMuted(track.sid, muted),
        heard: (track) => this.ears.followAgent(track.sid),
      },
    );
  }

  /** @throws TurnrigError room-unreachable, room-refused; nothing is left behind then. */
  static async open(
    access: LiveKitAccess,
    options: OpenOptions,
    handler: TransportHandler,
    seatReference: SeatReference,
    pushed?: FramePushed,
  ): Promise<LiveKitSession> {
    const session = new LiveKitSession(access, options, handler, pushed);
    try {
      handler.step?.('asking the room server');
      await session.api.check();
      await session.enter(seatReference);
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  get zeroNs(): bigint {
    return this.clock.zeroNs;
  }

  play(request: PlayRequest): void {
    this.speakers.play(request);
  }

  health(): SessionHealth {
    const { frames, lateFrames, maxLateness } = this.speakers.health();
    const { p99, max } = this.lag.read();
    const cpu = process.cpuUsage(this.cpuBefore);
    const elapsed = (this.clock.now() / SAMPLE_RATE) * 1e6;
    return {
      frames,
      lateFrames,
      maxLateness,
      eventLoopLagP99: p99,
      eventLoopLagMax: max,
      lostPackets: this.lostPackets(),
      lostAgentPackets: this.ears.lostOfAgents((sid) => this.recorder?.lost(sid) ?? 0),
      // Of the whole process: sessions that share it share this figure.
      rigCpu: elapsed > 0 ? (cpu.user + cpu.system) / elapsed : undefined,
      agentCpu: undefined,
    };
  }

  agentLog(): readonly AgentLogLine[] {
    return this.guest?.log().map(({ what, ns }) => ({ what, at: this.clock.position(ns + HALF_SAMPLE_NS), ns })) ?? [];
  }

  trouble(): string | undefined {
    return this.deserted ? 'the room server did not answer at the end' : undefined;
  }

  close(): Promise<void> {
    this.closing ??= this.leave();
    return this.closing;
  }

  /** The order is the protocol's: humans stream, then the agent is asked for, and the recorder comes last. */
  private async enter(seatReference: SeatReference): Promise<void> {
    const { room, scene, way } = this.options;
    let lead: Room | undefined;
    this.step('joining: the speakers');
    this.humans = await seatHumans(this.api, this.access.url, room, scene, (speakersRoom, first) => {
      speakersRoom.on(RoomEvent.Disconnected, (reason) => void this.lostRoom(`a speaker was disconnected (reason ${reason})`));
      speakersRoom.on(RoomEvent.Reconnecting, () => this.input({ type: 'rig-trouble', what: 'stall', detail: 'a speaker reconnects' }));
      if (!first) return;
      lead = speakersRoom;
      this.watch.listen(speakersRoom);
    });
    this.speakers.start(this.humans, ({ seat, participant }, index) => {
      const sid = trackSid(participant.publication);
      this.ears.humanTrack(sid, seat, `h${index}`, RTC_NODE_DELAY);
      void participant.publication.waitForSubscription().then(() => this.ears.humanHeard(sid));
    });
    this.input({ type: 'session-opened' });
    if (lead !== undefined) this.watch.lookAround(lead);
    this.step('joining: the agent');
    if (way.kind === 'dispatch') await this.api.dispatch(room, way.agentName, way.metadata);
    if (way.kind === 'reference') this.guest = await seatReference(this.access, this.options);
    this.step('joining: the recorder');
    this.recorder = await Recorder.join(
      {
        server: this.access.url,
        token: await this.api.hiddenToken(room, RECORDER),
        position: (ns) => this.clock.position(ns),
      },
      {
        packet: (track, packet) => this.ears.packet(track.sid, packet),
        lost: (reason) => void this.lostRoom(reason),
      },
    );
    this.ears.recorderReady();
    this.rigWatch.start();
  }

  private announce(manifest: TrackManifest): void {
    if (!this.over) this.handler.track(manifest);
  }

  private input(input: SessionInput): void {
    if (!this.over && this.closing === undefined) this.handler.input(input);
  }

  /** The room is lost to us, said once; whether the whole server is gone or only our place in it is asked of the server. */
  private async lostRoom(detail: string): Promise<void> {
    if (this.lost || this.closing !== undefined) return;
    this.lost = true;
    const alive = await this.api.alive();
    this.input({ type: 'rig-trouble', what: alive ? 'recorder-gone' : 'server-gone', detail });
  }

  private lostPackets(): number {
    return this.ears.lost((sid) => this.recorder?.lost(sid) ?? 0);
  }

  private later(ms: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      run();
    }, ms);
    this.timers.add(timer);
  }

  /** Nothing here may reject: whoever closes has nothing left to do about it. */
  private async leave(): Promise<void> {
    this.watch.stop();
    this.rigWatch.stop();
    for (const timer of this.timers) clearTimeout(timer);
    await this.leaving('the speakers stop', this.speakers.stop());
    await this.leaving('the recorder', this.recorder?.close());
    this.over = true;
    await this.leaving('the reference agent', this.guest?.close());
    await this.leaving('the speakers', Promise.all(this.humans.map(({ participant }) => participant.close())));
    await this.leaving(
      'the room is deleted',
      this.api.deleteRoom(this.options.room).then((answered) => (this.deserted = !answered)),
    );
    this.lag.stop();
  }

  private step(what: string): void {
    this.handler.step?.(what);
  }

  /** One step out. What does not come to its end is left behind: everything that is measured has been recorded by then. */
  private async leaving(what: string, work: Promise<unknown> | undefined): Promise<void> {
    this.step(`leaving: ${what}`);
    await settled(LEAVING_STEP_MS, work);
  }
}
