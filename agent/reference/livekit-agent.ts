/**
 * A reference agent in a LiveKit room: a participant that hears by raw RTP (no jitter buffer in between) and speaks on exact deadlines.
 * What it says when is the behaviour core's; here are only ears, mouth and room.
 *
 * Its mouth has no queue, so a sample leaves when its position says; the log of what it said is truth on the host's clock.
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
import { FRAME, Voice } from '../../simulator/speaker/voice.js';
import { LiveClock } from '../../simulator/transport/livekit/live-clock.js';
import { ServerApi } from '../../simulator/transport/livekit/server-api.js';
import type { LiveKitAccess } from '../../simulator/transport/livekit/server-api.js';
import { HUMAN_DELAY } from '../../simulator/transport/livekit/track-delay.js';
import type { ReferenceBehaviour } from '../../simulator/transport/transport.js';
import { Replies } from './replies.js';
import { speechLike } from './speech-like.js';
import { VoiceEdges } from './voice-edges.js';

export const REFERENCE_IDENTITY = 'reference-agent';
const EARS_IDENTITY = 'reference-agent-ears';

/** One thing it said: sample 0 of the sound was due at `atNs` on the host's monotonic clock. */
export interface Said {
  readonly atNs: bigint;
  readonly length: number;
  /** The heard end of voice that it answers to, when it answers to one. */
  readonly heardEndNs: bigint | undefined;
}

interface Ear {
  readonly placer: OnlinePlacer;
  readonly edges: VoiceEdges;
  readonly decoder: PacketDecoder;
}

export class ReferenceAgent {
  readonly said: Said[] = [];
  private readonly clock = new LiveClock();
  private readonly participant: SpeakingParticipant;
  private readonly replies: Replies;
  private readonly seed: number;
  private readonly voice: Voice;
  private readonly pacer: Pacer;
  private readonly ears = new Map<string, Promise<Ear>>();
  private recorder: Recorder | undefined;
  private closed = false;

  private constructor(participant: SpeakingParticipant, behaviour: ReferenceBehaviour) {
    this.participant = participant;
    this.replies = new Replies(behaviour);
    this.seed = behaviour.seed;
    const from = shift(this.clock.now(), FRAME);
    this.voice = new Voice(from);
    this.pacer = new Pacer(this.clock, from, [{ sink: participant, frame: () => this.frame() }], () => undefined);
  }

  /** Joins, publishes, streams silence and listens. @throws TurnrigError room-unreachable, room-refused. */
  static async join(access: LiveKitAccess, room: string, behaviour: ReferenceBehaviour): Promise<ReferenceAgent> {
    const api = new ServerApi(access);
    const token = await api.speakerToken(room, { identity: REFERENCE_IDENTITY, name: `reference: ${behaviour.name}` });
    // It subscribes like any agent: that is what the server's proof of hearing stands on. What it hears by is the raw RTP below.
    const participant = await SpeakingParticipant.join({ server: access.url, token, trackName: 'agent', autoSubscribe: true });
    const agent = new ReferenceAgent(participant, behaviour);
    try {
      await agent.listen(access, await api.hiddenToken(room, { identity: EARS_IDENTITY, name: 'ears' }));
      return agent;
    } catch (error) {
      await agent.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.recorder?.close();
    await this.pacer.stop();
    await this.participant.close();
    for (const ear of this.ears.values()) (await ear).decoder.free();
  }

  private async listen(access: LiveKitAccess, token: string): Promise<void> {
    const recorder = await Recorder.join(
      { server: access.url, token, position: (ns) => this.clock.position(ns) },
      {
        packet: (track, packet) => void this.hear(track, packet),
        track: (track) => this.attend(track),
        // The rig sees that the room is gone as well; an agent has nothing to add to that.
        lost: () => undefined,
      },
    );
    this.recorder = recorder;
    for (const track of recorder.roomTracks()) this.attend(track);
  }

  private attend(track: RoomTrack): void {
    if (track.identity !== REFERENCE_IDENTITY) this.recorder?.subscribe(track.sid);
  }

  private async hear(track: RoomTrack, packet: MediaPacket): Promise<void> {
    const pending = this.ears.get(track.sid) ?? newEar();
    this.ears.set(track.sid, pending);
    const ear = await pending;
    if (this.closed) return;
    const placed = ear.placer.push(packet);
    if (placed === undefined || packet.recovered) return;
    for (const edge of ear.edges.push(placed.at, ear.decoder.decode(packet.payload))) this.replies.heard(track.sid, edge);
  }

  private frame(): { samples: Int16Array<ArrayBuffer>; sent: () => void } {
    for (const reply of this.replies.due(shift(this.voice.position, FRAME))) {
      const samples = speechLike(reply.length, this.seed + this.said.length);
      const at = Math.max(reply.at, this.voice.position) as RigPos;
      this.voice.say({ turn: '', speaker: '', samples, at, voicedEnd: samples.length });
      this.said.push({
        atNs: this.clock.instant(at),
        length: samples.length,
        heardEndNs: reply.after === undefined ? undefined : this.clock.instant(reply.after),
      });
    }
    return { samples: this.voice.frame().samples, sent: () => undefined };
  }
}

async function newEar(): Promise<Ear> {
  const decoder = await createDecoder('opus');
  return { placer: new OnlinePlacer({ codec: 'opus', ...HUMAN_DELAY }), edges: new VoiceEdges(), decoder };
}
