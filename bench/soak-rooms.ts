/**
 * Whether the embedded room server is solid: many runs, each a fresh client process with several rooms side by side.
 *
 *   node dist/bench/soak-rooms.js [--runs 100] [--rooms 5] [--participants 2] [--server embedded|livekit] [--pause 0]
 *
 * Every guest publishes a tone, everybody hears everybody, and a hidden participant hears all. Crashes are counted by kind: of the
 * client's native library, of the server, and rooms that did not work. Exits 1 when the server crashed or a room did not work.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startLivekitServer } from '../simulator/server/livekit-server.js';
import type { RoomServer } from '../simulator/server/room-server.js';
import { startRoomServer } from '../simulator/server/start.js';

export interface SoakTask {
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly name: string;
  readonly rooms: number;
  readonly participants: number;
}
export interface SoakReport {
  /** ms */
  readonly joins: readonly number[];
  /** Tracks of which sound was heard, over all listeners. */
  readonly heard: number;
  readonly failures: readonly string[];
}

/** A run of five rooms takes 3 s; one that hangs this long is lost, ms. */
const RUN_TIMEOUT = 120_000;
/** A join that lost a handshake packet waits for a repetition after a second (facts.md), ms. */
const SLOW_JOIN = 900;

/** How a client process ended: undefined when well. */
type Ending = string | undefined;

function run(task: SoakTask): Promise<{ report: SoakReport | undefined; ending: Ending }> {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(new URL('soak-client.js', import.meta.url)), { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    let report: SoakReport | undefined;
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, RUN_TIMEOUT);
    child.once('message', (message: SoakReport) => (report = message));
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      const ending = late ? 'client hung' : signal !== null ? `client ${signal}` : code !== 0 ? `client exit ${code ?? '?'}` : undefined;
      resolve({ report, ending });
    });
    child.send(task);
  });
}

const quantile = (sorted: readonly number[], q: number): number => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
const count = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '100' },
      rooms: { type: 'string', default: '5' },
      participants: { type: 'string', default: '2' },
      server: { type: 'string', default: 'embedded' },
      pause: { type: 'string', default: '0' },
    },
  });
  const [runs, rooms, participants, pause] = [values.runs, values.rooms, values.participants, values.pause].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const start = (): Promise<RoomServer> => (values.server === 'livekit' ? startLivekitServer() : startRoomServer());
  let server = await start();
  const troubles = new Map<string, number>();
  const joins: number[] = [];
  let heard = 0;
  let serverCrashes = 0;
  for (let i = 0; i < runs; i++) {
    const { url, apiKey, apiSecret } = server;
    const { report, ending } = await run({ url, apiKey, apiSecret, name: `soak-${i}`, rooms, participants });
    if (ending !== undefined) count(troubles, ending);
    for (const failure of report?.failures ?? []) count(troubles, `room: ${failure}`);
    joins.push(...(report?.joins ?? []));
    heard += report?.heard ?? 0;
    const crash = await Promise.race([server.exited, new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined)))]);
    if (crash !== undefined) {
      serverCrashes++;
      count(troubles, `server ${crash.signal ?? `exit ${crash.code ?? '?'}`}`);
      server = await start();
    }
    if ((i + 1) % 10 === 0) process.stderr.write(`${i + 1} of ${runs} runs, troubles: ${JSON.stringify(Object.fromEntries(troubles))}\n`);
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
  }
  const health = await server.health();
  await server.stop();
  const sorted = joins.toSorted((a, b) => a - b);
  const slow = joins.filter((ms) => ms > SLOW_JOIN).length;
  const rows: [string, string | number][] = [
    ['server', `${server.kind} ${server.version}`],
    ['runs (client processes)', runs],
    ['rooms', runs * rooms],
    ['joins', joins.length],
    ['join ms p50 / p95 / p99 / worst', [0.5, 0.95, 0.99, 1].map((q) => quantile(sorted, q).toFixed(0)).join(' / ')],
    [`joins over ${SLOW_JOIN} ms`, `${slow} of ${joins.length}`],
    ['tracks heard', `${heard} of ${runs * rooms * participants * participants}`],
    ['server memory at the end, MB', health.rss === undefined ? '-' : Math.round(health.rss / 1e6)],
    ...[...troubles].map(([kind, times]): [string, number] => [kind, times]),
    ['troubles', [...troubles.values()].reduce((sum, times) => sum + times, 0)],
  ];
  for (const [name, value] of rows) console.log(`| ${name.padEnd(34)} | ${String(value).padEnd(28)} |`);
  return serverCrashes > 0 || [...troubles.keys()].some((kind) => kind.startsWith('room')) ? 1 : 0;
}

process.exit(await main());
