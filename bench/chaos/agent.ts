/**
 * An agent by command for the chaos runs (`--agent wait --agent-cmd "node dist/bench/chaos/agent.js"`): an unmodified LiveKit participant
 * in a process of its own. It answers about 700 ms after it last heard somebody; exactness does not matter here.
 */
import {
  AudioFrame,
  AudioSource,
  AudioStream,
  LocalAudioTrack,
  Room,
  RoomEvent,
  TrackPublishOptions,
  TrackSource,
} from '@livekit/rtc-node';
import { spokenVoice } from '../../agent/reference/spoken-voice.js';

const RATE = 48_000;
const FRAME = 480;
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

async function listen(stream: AudioStream): Promise<void> {
  const reader = stream.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    if (value.data.some((sample) => Math.abs(sample) > AUDIBLE)) {
      heard++;
      quiet = 0;
    } else if (++quiet === WAIT && heard >= LEAST) {
      heard = 0;
      left = voice.length;
    }
  }
}

room.on(RoomEvent.TrackSubscribed, (track) => void listen(new AudioStream(track, RATE, 1)));
room.on(RoomEvent.Disconnected, () => process.exit(0));
await room.connect(url, token, { autoSubscribe: true, dynacast: false });
const source = new AudioSource(RATE, 1, 0);
const options = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE, dtx: false });
await room.localParticipant?.publishTrack(LocalAudioTrack.createAudioTrack('voice', source), options);
const start = performance.now();
for (let k = 0; ; k++) {
  const pcm = new Int16Array(FRAME);
  if (left > 0) pcm.set(voice.subarray(voice.length - left, voice.length - left + FRAME));
  left = Math.max(0, left - FRAME);
  await source.captureFrame(new AudioFrame(pcm, RATE, 1, FRAME));
  const wait = start + (k + 1) * 10 - performance.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
}
