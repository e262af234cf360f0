/**
 * A reference agent in a LiveKit room: a participant that hears by raw RTP (no jitter buffer in between) and speaks on exact deadlines.
 * What it says when is the behaviour core's; here are only ears, mouth and room.
 *
 * Its mouth has no queue, so that a sample leaves when its position says: its log of actions is truth on the host's monotonic clock. Where
 * the process stalled, the log says `late`.
 */
import { createDecoder } from '../../src/media/decode.js';
import type { PacketDecoder } from '../../src/media/decode.js';
import type { MediaPacket } from '../../src/media/packet.js';
import { OnlinePlacer } from '../../src/media/placement.js';
import { shift } from '../../src/time/position.js';
import type { RigPos } from '../../src/time/position.js';
import { Recorder } from '../../simulator/recorder/recorder.js';
import type { RoomTrack } from '../../simulator/recorder/recorder.js';
import { Pacer } from '../../simulator/speaker/pacer.js';
import { SpeakingParticipant } from '../../simulator/speaker/participant.js';
import type { PacedTrack } from '../../simulator/speaker/pacer.js';
import { FRAME, toPcm16 } from '../../simulator/speaker/voice.js';
import { LiveClock } from '../../simulator/transport/livekit/live-clock.js';
import { ServerApi } from '../../simulator/transport/livekit/server-api.js';
import type { LiveKitAccess } from '../../simulator/transport/livekit/server-api.js';
import { RTC_NODE_DELAY } from '../../simulator/transport/livekit/track-delay.js';
import type { AgentAction, AgentBehaviour } from './behaviour.js';
import { Hearing } from './hearing.js';
import { SecondTrack } from './second-track.js';

export const REFERENCE_IDENTITY = 'reference-agent';
const EARS_IDENTITY = 'reference-agent-ears';

/** A frame left at this monotonic instant, ns. */
export type Pushed = (ns: bigint, samples: Int16Array) => void;

interface Ear {
  readonly placer: OnlinePlacer;
  readonly decoder: PacketDecoder;
}

/** An action of the agent, on the host's monotonic clock. */
export interface TimedAction {
  readonly what: AgentAction['what'];
  readonly ns: bigint;
}

export class ReferenceAgent {
  /** The agent's clock: `clock.instant(action.at)` is an action on the host's monotonic clock. */
  readonly clock = new LiveClock();
  private readonly participant: SpeakingParticipant;
  private readonly behaviour: AgentBehaviour;
  private readonly pacer: Pacer;
  private readonly hearing = new Hearing();
  private readonly ears = new Map<string, Promise<Ear>>();
  private next: RigPos;
  private readonly late: AgentAction[] = [];
  private recorder: Recorder | undefined;
  private closing: Promise<void> | undefined;
  /** What became of it in the middle of a call has been carried out. */
  private departed = false;

  private readonly pushed: Pushed;

  private constructor(participant: SpeakingParticipant, second: SecondTrack | undefined, behaviour: AgentBehaviour, pushed: Pushed) {
    this.pushed = pushed;
    this.participant = participant;
    this.behaviour = behaviour;
    this.next = shift(this.clock.now(), FRAME);
    const tracks: PacedTrack[] = [{ sink: participant, frame: () => this.frame() }];
    if (second) tracks.push({ sink: second, frame: () => this.secondFrame() });
    this.pacer = new Pacer(this.clock, this.next, tracks, () => this.late.push({ what: 'late', at: this.next }));
  }

  /**
   * Joins, publishes, streams silence and listens.
   * @param pushed is told of every frame of its voice as it is handed on; what calibration's truth is made of.
   * @throws TurnrigError room-unreachable, room-refused; it has left again then.
   */
  static async join(
    access: LiveKitAccess,
    room: string,
    behaviour: AgentBehaviour,
    pushed: Pushed = () => undefined,
  ): Promise<ReferenceAgent> {
    const api = new ServerApi(access);
    const token = await api.speakerToken(room, { identity: REFERENCE_IDENTITY, name: 'reference agent' });
    // It subscribes like any agent: that is what the server's proof of hearing stands on. What it hears by is the raw RTP below.
    const participant = await SpeakingParticipant.join({ server: access.url, token, trackName: 'agent', autoSubscribe: true });
    const second = behaviour.ambience && (await SecondTrack.publish(participant.room));
    const agent = new ReferenceAgent(participant, second, behaviour, pushed);
    try {
      await agent.listen(access, await api.hiddenToken(room, { identity: EARS_IDENTITY, name: 'ears' }));
      return agent;
    } catch (error) {
      await agent.close();
      throw error;
    }
  }

  /** What it did so far, in order of time. */
  log(): readonly TimedAction[] {
    return [...this.behaviour.actions, ...this.late]
      .sort((a, b) => a.at - b.at)
      .map(({ what, at }) => ({ what, ns: this.clock.instant(at) }));
  }

  /** Leaves the room. Never rejects. */
  close(): Promise<void> {
    this.closing ??= this.leave();
    return this.closing;
  }

  private async leave(): Promise<void> {
    await this.recorder?.close();
    await this.pacer.stop();
    await this.participant.close();
    for (const ear of this.ears.values()) (await ear).decoder.free();
  }

  private async listen(access: LiveKitAccess, token: string): Promise<void> {
    this.recorder = await Recorder.join(
      { server: access.url, token, position: (ns) => this.clock.position(ns) },
      {
        packet: (track, packet) => void this.hear(track, packet),
        track: (track) => this.attend(track),
        trackGone: (track) => this.hearing.gone(track.sid),
        // The rig sees as well that the room is gone; the agent has nothing to add.
        lost: () => undefined,
      },
    );
    for (const track of this.recorder.roomTracks()) this.attend(track);
  }

  private attend(track: RoomTrack): void {
    if (track.identity !== REFERENCE_IDENTITY) this.recorder?.subscribe(track.sid);
  }

  private async hear(track: RoomTrack, packet: MediaPacket): Promise<void> {
    const pending = this.ears.get(track.sid) ?? newEar();
    this.ears.set(track.sid, pending);
    const { placer, decoder } = await pending;
    if (this.closing) return;
    const placed = placer.push(packet);
    if (placed === undefined || packet.recovered) return;
    this.hearing.push(track.sid, placed.at, decoder.decode(packet.payload));
  }

  private frame(): { samples: Int16Array<ArrayBuffer>; sent: () => void } {
    const pcm = new Float32Array(FRAME);
    this.behaviour.speak(this.next, pcm);
    this.next = shift(this.next, FRAME);
    const heard = this.hearing.take(this.clock.now());
    if (heard !== undefined) this.behaviour.hear(heard.at, heard.pcm);
    const samples = toPcm16(pcm);
    return {
      samples,
      sent: () => {
        this.pushed(process.hrtime.bigint(), samples);
        this.depart();
      },
    };
  }

  /** Comes after the first track's frame of the same deadline. */
  private secondFrame(): { samples: Int16Array<ArrayBuffer>; sent: () => void } {
    const pcm = new Float32Array(FRAME);
    this.behaviour.ambience?.(shift(this.next, -FRAME), pcm);
    return { samples: toPcm16(pcm), sent: () => undefined };
  }

  /** Carries out that it is gone, once its core says so. */
  private depart(): void {
    const { gone } = this.behaviour;
    if (gone === undefined || this.departed) return;
    this.departed = true;
    if (gone.how === 'leave') void this.close();
    else void this.participant.unpublish();
  }
}

async function newEar(): Promise<Ear> {
  return { placer: new OnlinePlacer({ codec: 'opus', ...RTC_NODE_DELAY }), decoder: await createDecoder('opus') };
}
