/** A human in a room with a worker's agent: says one clip and listens. For hearing that it answers, not for measuring when. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Room, RoomEvent, type RemoteTrack } from '@livekit/rtc-node';
import { RoomAgentDispatch, RoomConfiguration } from 'livekit-server-sdk';
import { enter, FRAME, framesOf, Microphone, RATE, tokenFor } from '../../bench/rtc-client.js';
import type { RoomServer } from '../../simulator/server/room-server.js';

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
  const dispatch = (name: string): RoomConfiguration =>
    new RoomConfiguration({ agents: [new RoomAgentDispatch({ agentName: name, metadata: options.metadata ?? '' })] });
  const name = `agent-test-${Math.random().toString(36).slice(2)}`;
  const token = await tokenFor(server, name, 'ana', {}, agentName === undefined ? undefined : dispatch(agentName));
  const room = new Room();
  const sounds: { readonly at: number; readonly length: number }[] = [];
  room.on(RoomEvent.TrackSubscribed, (track) => void listenTo(track, sounds));
  await enter(room, server.url, token);
  /** Sample of the stream at which the clip begins: a second after the agent has come to listen. */
  let start = Number.POSITIVE_INFINITY;
  const microphone = new Microphone((frame, at) => {
    for (let i = 0; i < FRAME; i++) frame[i] = Math.round((clip[at + i - start] ?? 0) * 32_767);
    if (start === Number.POSITIVE_INFINITY && agentOf(room)?.attributes['lk.agent.state'] === 'listening') start = at + RATE;
  });
  await microphone.publish(room);
  for (let i = 0; i < 3000 && start === Number.POSITIVE_INFINITY; i++) await sleep(10);
  if (start === Number.POSITIVE_INFINITY) throw new Error('the agent did not come to listen within 30 s');
  await sleep(1000 + (clip.length / RATE) * 1000);
  const end = performance.now();
  await sleep(options.listen);
  const attributes = { ...agentOf(room)?.attributes };
  await room.disconnect();
  await microphone.stop();
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
  for await (const frame of framesOf(track)) {
    const rms = Math.sqrt(frame.data.reduce((sum, x) => sum + x * x, 0) / frame.data.length);
    if (rms > LOUD) sounds.push({ at: performance.now(), length: (frame.samplesPerChannel / RATE) * 1000 });
  }
}
