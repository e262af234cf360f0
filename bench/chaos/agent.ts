/**
 * An agent by command for the chaos runs (`--agent wait --agent-cmd "node dist/bench/chaos/agent.js"`): an unmodified LiveKit participant
 * in a process of its own. It answers about 700 ms after it last heard somebody; exactness does not matter here.
 */
import { Room, RoomEvent, type RemoteTrack } from '@livekit/rtc-node';
import { spokenVoice } from '../../agent/reference/spoken-voice.js';
import { enter, FRAME, framesOf, isAbove, Microphone } from '../rtc-client.js';

/** Of 32767: above it is speech. */
const AUDIBLE = 600;
/** Frames of 10 ms: silence after which it answers, and speech below which it does not. */
const WAIT = 70;
const LEAST = 10;

const url = process.env['LIVEKIT_URL'] ?? '';
const token = process.env['TURNRIG_ROOM_TOKEN'] ?? '';
const voice = Int16Array.from(await spokenVoice(), (x) => Math.round(x * 32_767));
const room = new Room();
let heard = 0;
let quiet = 0;
let left = 0;

async function listen(track: RemoteTrack): Promise<void> {
  for await (const frame of framesOf(track)) {
    if (isAbove(frame, AUDIBLE)) {
      heard++;
      quiet = 0;
    } else if (++quiet === WAIT && heard >= LEAST) {
      heard = 0;
      left = voice.length;
    }
  }
}

room.on(RoomEvent.TrackSubscribed, (track) => void listen(track));
room.on(RoomEvent.Disconnected, () => process.exit(0));
await enter(room, url, token);
const microphone = new Microphone((frame) => {
  frame.set(voice.subarray(voice.length - left).subarray(0, FRAME));
  left = Math.max(0, left - FRAME);
});
await microphone.publish(room);
