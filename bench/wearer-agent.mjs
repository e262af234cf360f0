// An agent by command (--agent wait) that publishes silence and p_wearer 25 times a second, with messages in between that are none, and prints
// what it sent and when: `sent NANOSECONDS P`, by the host's monotonic clock. Used by bench/wearer.ts and the live tests.
import { Buffer } from 'node:buffer';
import * as rtc from '@livekit/rtc-node';

const EVERY_MS = 40;
const room = new rtc.Room();
await room.connect(process.env.LIVEKIT_URL, process.env.TURNRIG_ROOM_TOKEN, { autoSubscribe: true, dynacast: false });
const source = new rtc.AudioSource(48_000, 1, 0);
const options = new rtc.TrackPublishOptions();
options.source = rtc.TrackSource.SOURCE_MICROPHONE;
options.dtx = false;
await room.localParticipant.publishTrack(rtc.LocalAudioTrack.createAudioTrack('voice', source), options);

const send = (text, topic = 'turnrig.p_wearer') =>
  room.localParticipant.publishData(Buffer.from(text), { reliable: true, topic });

async function frames() {
  for (let k = 1; ; k++) {
    // Each frame has a probability of its own, by which it is found again.
    const p = (k % 10_000) / 10_000;
    console.log(`sent ${process.hrtime.bigint()} ${p}`);
    await send(JSON.stringify({ v: 1, frames: [{ age_ms: EVERY_MS, p: 0 }, { p }] }));
    if (k % 25 === 0) await send('{"v":1,"p":7}');
    if (k % 25 === 1) await send(JSON.stringify({ v: 1, p: 0.5 }), 'another.topic');
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

void frames();
const start = performance.now();
for (let k = 0; ; k++) {
  await source.captureFrame(new rtc.AudioFrame(new Int16Array(480), 48_000, 1, 480));
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, start + (k + 1) * 10 - performance.now())));
}
