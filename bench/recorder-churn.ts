/**
 * Does a process survive that opens and closes recorders side by side, each while others live?
 *
 *   node dist/bench/recorder-churn.js [--recorders 200] [--at-once 8] [--rooms 2] [--seed 1] [--json]
 *
 * Rooms on the embedded server, in each a speaker with a tone. Recorders come, hear a number of packets that the seed draws, and go; after
 * every second one garbage is collected, because what a recorder leaves behind is dangerous only when that is gone
 * (simulator/native-connection.ts). The process ends when it has nothing left to do, and not before. Exit code 1 when anything did not work.
 */
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { dispose, Room } from '@livekit/rtc-node';
import { Recorder } from '../simulator/recorder/recorder.js';
import { startRoomServer } from '../simulator/server/start.js';
import { LiveClock } from '../simulator/transport/livekit/live-clock.js';
import { ServerApi } from '../simulator/transport/livekit/server-api.js';
import { messageOf } from '../src/error.js';
import { mulberry32 } from '../src/stats/random.js';
import { enter, Microphone, tokenFor, tone } from './rtc-client.js';

/** A recorder that hears so little after so long has failed, ms. */
const PATIENCE = 30_000;
/** Packets of 20 ms that a recorder waits for. */
const LEAST = 5;
const MOST = 50;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const { values } = parseArgs({
  options: {
    recorders: { type: 'string', default: '200' },
    'at-once': { type: 'string', default: '8' },
    rooms: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});
const random = mulberry32(Number(values.seed));
const server = await startRoomServer();
const api = new ServerApi(server);
const clock = new LiveClock();
const troubles: string[] = [];
let packets = 0;
let played = 0;

const names = Array.from({ length: Number(values.rooms) }, (_, i) => `churn-${process.pid}-${i}`);
const speakers = await Promise.all(
  names.map(async (name) => {
    const room = new Room();
    await enter(room, server.url, await tokenFor(server, name, 'ana'));
    const microphone = new Microphone(tone(500));
    await microphone.publish(room);
    return { room, microphone };
  }),
);

/** One recorder, from its joining to its end. */
async function session(n: number): Promise<void> {
  const wanted = LEAST + Math.floor(random() * (MOST - LEAST));
  let heard = 0;
  let enough = (): void => undefined;
  const done = new Promise<void>((resolve) => (enough = resolve));
  const token = await api.hiddenToken(names[n % names.length] ?? '', { identity: `recorder-${n}`, name: 'recorder' });
  const joined: { recorder?: Recorder } = {};
  const recorder = await Recorder.join(
    { server: server.url, token, position: (ns) => clock.position(ns) },
    {
      track: ({ sid }) => joined.recorder?.subscribe(sid),
      packet: () => {
        heard += 1;
        if (heard === wanted) enough();
      },
      lost: (reason) => troubles.push(`recorder ${n} was lost: ${reason}`),
    },
  );
  joined.recorder = recorder;
  for (const { sid } of recorder.roomTracks()) recorder.subscribe(sid);
  const timer = setTimeout(enough, PATIENCE);
  await done;
  clearTimeout(timer);
  if (heard < wanted) troubles.push(`recorder ${n} heard ${heard} of ${wanted} packets`);
  await recorder.close();
  packets += heard;
  played += 1;
  if (played % 2 === 0) collect();
}

const waiting = Array.from({ length: Number(values.recorders) }, (_, n) => n);
const work = async (): Promise<void> => {
  for (let n = waiting.shift(); n !== undefined; n = waiting.shift())
    await session(n).catch((error: unknown) => troubles.push(`recorder ${n}: ${messageOf(error)}`));
};
await Promise.all(Array.from({ length: Number(values['at-once']) }, work));
for (const { room, microphone } of speakers) {
  await room.disconnect();
  await microphone.stop();
}
await dispose();
await server.stop();
const { code, signal } = await server.exited;
if (code !== 0) troubles.push(`the server ended with ${signal ?? `exit code ${code ?? '?'}`}`);

const result = { recorders: played, packets, troubles };
if (values.json) console.log(JSON.stringify(result, null, 2));
else console.log(`${played} recorders, ${packets} packets, ${troubles.length} troubles\n${troubles.join('\n')}`);
process.exitCode = troubles.length === 0 ? 0 : 1;
