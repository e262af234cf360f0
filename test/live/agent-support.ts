/** A human in a room with a worker's agent: says one clip and listens. For hearing that it answers, not for measuring when. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AudioFrame,
  AudioSource,
  AudioStream,
  LocalAudioTrack,
  Room,
  RoomEvent,
  TrackPublishOptions,
  TrackSource,
  type RemoteTrack,
} from '@livekit/rtc-node';
import { AccessToken, RoomAgentDispatch, RoomConfiguration } from 'livekit-server-sdk';
import type { RoomServer } from '../../simulator/server/room-server.js';

const RATE = 48_000;
const FRAME = RATE / 100;
/** RMS of 16-bit samples above which a frame of the agent holds sound. */
const LOUD = 300;

export interface Answer {
  /** ms from the clip's last sample to the agent's first sound; undefined when it said nothing. */
  readonly onset: number | undefined;
  /** ms of sound after the clip's end. */
  readonly loud: number;
  /** ms of sound before the clip's end. */
  readonly early: number;
  /** The agent's attributes as they were at the end. */
  readonly attributes: Readonly<Record<string, string>>;
}

/**
 * Brings the agent into a new room, waits until it listens, says the clip, and listens for `listen` ms after its end.
 * @param agentName whom the room's token asks for; undefined: nobody, a worker without a name comes by itself
 */
export async function say(
  server: RoomServer,
  agentName: string | undefined,
  clip: Float32Array,
  options: { readonly metadata?: string; readonly listen: number },
): Promise<Answer> {
  const token = new AccessToken(server.apiKey, server.apiSecret, { identity: 'ana' });
  token.addGrant({ roomJoin: true, room: `agent-test-${Math.random().toString(36).slice(2)}`, canPublish: true, canSubscribe: true });
  if (agentName !== undefined)
    token.roomConfig = new RoomConfiguration({ agents: [new RoomAgentDispatch({ agentName, metadata: options.metadata ?? '' })] });

  const room = new Room();
  const sounds: { readonly at: number; readonly length: number }[] = [];
  room.on(RoomEvent.TrackSubscribed, (track) => void listenTo(track, sounds));
  await room.connect(server.url, await token.toJwt(), { autoSubscribe: true, dynacast: false });
  const source = new AudioSource(RATE, 1, 0);
  const options_ = new TrackPublishOptions();
  options_.source = TrackSource.SOURCE_MICROPHONE;
  options_.dtx = false;
  await room.localParticipant!.publishTrack(LocalAudioTrack.createAudioTrack('mic', source), options_);

  let start = Number.POSITIVE_INFINITY;
  let done = false;
  const speaking = (async () => {
    const zero = performance.now();
    for (let frame = 0; !done; frame++) {
      await sleep(Math.max(0, zero + frame * 10 - performance.now()));
      const data = new Int16Array(FRAME);
      for (let i = 0; i < FRAME; i++) data[i] = Math.round((clip[frame * FRAME + i - start] ?? 0) * 32_767);
      await source.captureFrame(new AudioFrame(data, RATE, 1, FRAME));
      if (start === Number.POSITIVE_INFINITY && agentOf(room)?.attributes['lk.agent.state'] === 'listening') start = (frame + 100) * FRAME;
    }
  })();
  for (let i = 0; i < 3000 && start === Number.POSITIVE_INFINITY; i++) await sleep(10);
  if (start === Number.POSITIVE_INFINITY) throw new Error('the agent did not come to listen within 30 s');
  await sleep(1000 + (clip.length / RATE) * 1000);
  const end = performance.now();
  await sleep(options.listen);
  const attributes = { ...agentOf(room)?.attributes };
  done = true;
  await speaking;
  await room.disconnect();
  const lengthOf = (some: typeof sounds): number => some.reduce((sum, sound) => sum + sound.length, 0);
  const after = sounds.filter((sound) => sound.at > end);
  return {
    onset: after[0] === undefined ? undefined : after[0].at - end,
    loud: lengthOf(after),
    early: lengthOf(sounds) - lengthOf(after),
    attributes,
  };
}

function agentOf(room: Room): { readonly attributes: Record<string, string> } | undefined {
  return [...room.remoteParticipants.values()][0];
}

async function listenTo(track: RemoteTrack, sounds: { at: number; length: number }[]): Promise<void> {
  for await (const frame of new AudioStream(track, RATE, 1)) {
    const rms = Math.sqrt(frame.data.reduce((sum, x) => sum + x * x, 0) / frame.data.length);
    if (rms > LOUD) sounds.push({ at: performance.now(), length: (frame.samplesPerChannel / RATE) * 1000 });
  }
}
