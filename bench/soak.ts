/**
 * Whether a room server and its clients are solid: many rounds, each a fresh client process with several rooms side by side.
 *
 *   npm run soak -- [--rounds 1000] [--rooms 4] [--participants 2] [--seconds 3] [--server embedded|livekit|both] [--jobs 1]
 *                   [--journal FILE] [--json]          (node dist/bench/soak.js)
 *
 * Crashes of any client or server are counted by kind, and so is what did not work. With a journal, a soak that was stopped or killed
 * goes on where it was. Ctrl-C stops it and prints what there is. docs/soak.md has the JSON shape and the figures.
 */
import { parseArgs } from 'node:util';
import { formatDuration } from '../src/cli/progress.js';
import { messageOf } from '../src/error.js';
import { startLivekitServer } from '../simulator/server/livekit-server.js';
import type { RoomServer, RoomServerExit } from '../simulator/server/room-server.js';
import { startRoomServer } from '../simulator/server/start.js';
import { Journal, JournalError } from './soak/journal.js';
import type { RoundRecord, ServerKind, SoakSettings } from './soak/model.js';
import { endOf, playRound } from './soak/round.js';
import { isClean, tally, type SoakTally } from './soak/tally.js';

const EXIT = { clean: 0, troubles: 1, usage: 2, interrupted: 130 } as const;
/** s */
const SAY_EVERY = 30;

interface Options extends SoakSettings {
  readonly rounds: number;
  readonly servers: readonly ServerKind[];
  /** Rounds side by side. */
  readonly jobs: number;
  readonly journal: string | undefined;
  readonly json: boolean;
}

interface SoakResult extends SoakTally {
  readonly server: ServerKind;
  readonly version: string;
  readonly planned: number;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '1000' },
      rooms: { type: 'string', default: '4' },
      participants: { type: 'string', default: '2' },
      seconds: { type: 'string', default: '3' },
      server: { type: 'string', default: 'embedded' },
      jobs: { type: 'string', default: '1' },
      journal: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const whole = (name: 'rounds' | 'rooms' | 'participants' | 'jobs', most: number): number => {
    const number = Number(values[name]);
    if (!Number.isInteger(number) || number < 1 || number > most) throw new RangeError(`--${name} takes a whole number from 1 to ${most}.`);
    return number;
  };
  const seconds = Number(values.seconds);
  if (!(seconds > 0 && seconds <= 3600)) throw new RangeError('--seconds takes a time above 0 and up to 3600.');
  const servers: Record<string, readonly ServerKind[]> = { embedded: ['embedded'], livekit: ['livekit'], both: ['embedded', 'livekit'] };
  const chosen = servers[values.server];
  if (chosen === undefined) throw new RangeError('--server takes embedded, livekit or both.');
  return {
    rounds: whole('rounds', 1_000_000),
    rooms: whole('rooms', 100),
    participants: whole('participants', 50),
    seconds,
    servers: chosen,
    jobs: whole('jobs', 64),
    journal: values.journal,
    json: values.json,
  };
}

/** Plays the rounds of one server that the journal does not hold yet. */
class Soak {
  private server: Promise<RoomServer> | undefined;
  /** Ids of server processes that ended by themselves: rounds side by side meet the same end. */
  private readonly dead = new Set<number>();
  private readonly startedAt = performance.now();
  private saidAt = 0;
  private played = 0;
  private readonly done: Set<number>;

  constructor(
    private readonly kind: ServerKind,
    private readonly options: Options,
    private readonly journal: Journal,
    private readonly signal: AbortSignal,
  ) {
    this.done = new Set(journal.rounds.filter(({ server }) => server === kind).map(({ round }) => round));
  }

  async run(): Promise<SoakResult> {
    const left = Array.from({ length: this.options.rounds }, (_, round) => round).filter((round) => !this.done.has(round));
    const total = left.length;
    const work = async (): Promise<void> => {
      for (let round = left.shift(); round !== undefined && !this.signal.aborted; round = left.shift()) {
        await this.round(round);
        this.say(total);
      }
    };
    await Promise.all(Array.from({ length: this.options.jobs }, work));
    await (await this.server)?.stop();
    const rounds = this.journal.rounds.filter(({ server }) => server === this.kind);
    return { server: this.kind, version: rounds.at(-1)?.version ?? '', planned: this.options.rounds, ...tally(rounds) };
  }

  private async round(round: number): Promise<void> {
    const server = await this.living();
    const { rooms, participants, seconds } = this.options;
    const { url, apiKey, apiSecret, kind, version, pid } = server;
    const name = `soak-${process.pid}-${round}`;
    const result = await playRound({ url, apiKey, apiSecret, name, rooms, participants, seconds }, this.signal);
    if (result === undefined) return;
    const { report, crash, lastWords } = result;
    const ended = await endedBy(server);
    const serverCrash =
      ended === undefined || this.dead.has(pid) ? undefined : (endOf('server', ended.code, ended.signal) ?? 'server exit 0');
    if (ended !== undefined) this.dead.add(pid);
    const rss = ended === undefined ? (await server.health().catch(() => undefined))?.rss : undefined;
    const record: RoundRecord = {
      server: kind,
      version,
      round,
      pid,
      rss,
      joins: (report?.joins ?? []).map(Math.round),
      heard: report?.heard ?? 0,
      expected: report?.expected ?? rooms * participants * participants,
      troubles: report?.troubles ?? [],
      stall: report?.stall ?? 0,
      crashes: [crash, serverCrash].filter((what) => what !== undefined),
      ...(lastWords === '' ? {} : { lastWords }),
    };
    this.journal.add(record);
    this.played++;
    for (const what of [...record.crashes, ...record.troubles]) process.stderr.write(`round ${round}: ${what}\n`);
    if (lastWords !== '') process.stderr.write(`${lastWords}\n`);
  }

  /** The server, started at the first need and again after it has died. */
  private async living(): Promise<RoomServer> {
    const known = await this.server;
    if (known !== undefined && this.dead.has(known.pid)) this.server = undefined;
    this.server ??= this.kind === 'livekit' ? startLivekitServer() : startRoomServer();
    return this.server;
  }

  private say(total: number): void {
    const elapsed = (performance.now() - this.startedAt) / 1000;
    if (elapsed - this.saidAt < SAY_EVERY || this.played === 0) return;
    this.saidAt = elapsed;
    const { crashes, troubles, joins } = tally(this.journal.rounds.filter(({ server }) => server === this.kind));
    const count = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((sum, n) => sum + n, 0);
    const left = formatDuration((elapsed / this.played) * (total - this.played));
    const done = this.options.rounds - total + this.played;
    process.stderr.write(
      `${this.kind}: ${done} of ${this.options.rounds} rounds, ${count(crashes)} crashes, ${count(troubles)} troubles, join p50 ${joins.p50 ?? '-'} ms, about ${left} left\n`,
    );
  }
}

/** How the server ended; undefined while it lives. */
function endedBy(server: RoomServer): Promise<RoomServerExit | undefined> {
  return Promise.race([server.exited, new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined)))]);
}

function print(result: SoakResult, settings: SoakSettings): void {
  const { joins, tracks, memory } = result;
  const mb = (bytes: number): string => (bytes / 1e6).toFixed(0);
  const rows: [string, string | number][] = [
    ['server', `${result.server} ${result.version}`],
    ['rounds (client processes)', `${result.rounds} of ${result.planned}`],
    ['rooms x participants x seconds', `${settings.rooms} x ${settings.participants} x ${settings.seconds}`],
    ['join ms p50 / p95 / p99 / worst', [joins.p50, joins.p95, joins.p99, joins.worst].map((ms) => ms ?? '-').join(' / ')],
    ['joins over 900 ms', `${joins.slow} of ${joins.n}`],
    ['tracks heard', `${tracks.heard} of ${tracks.expected}`],
    ['server memory, MB', memory === null ? '-' : `${mb(memory.first)} to ${mb(memory.last)}, ${(memory.perJoin / 1e6).toFixed(3)} a join`],
    ['rounds with a starved client', result.starved.rounds],
    ...Object.entries(result.starved.troubles).map(([kind, n]): [string, number] => [`starved: ${kind}`, n]),
    ...Object.entries({ ...result.crashes, ...result.troubles }),
    ['crashes', Object.values(result.crashes).reduce((sum, n) => sum + n, 0)],
    ['troubles', Object.values(result.troubles).reduce((sum, n) => sum + n, 0)],
  ];
  for (const [name, value] of rows) console.log(`| ${name.padEnd(34)} | ${String(value).padEnd(28)} |`);
}

async function main(): Promise<number> {
  let options: Options;
  let journal: Journal;
  try {
    options = readOptions();
    journal = new Journal(options.journal, { rooms: options.rooms, participants: options.participants, seconds: options.seconds });
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError || error instanceof JournalError)) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    return EXIT.usage;
  }
  const abort = new AbortController();
  const stop = (): void => abort.abort();
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const soaks: SoakResult[] = [];
  for (const kind of options.servers) soaks.push(await new Soak(kind, options, journal, abort.signal).run());
  const complete = soaks.every(({ rounds, planned }) => rounds >= planned);
  const exitCode = !soaks.every(isClean) ? EXIT.troubles : complete ? EXIT.clean : EXIT.interrupted;
  const { rooms, participants, seconds } = options;
  if (options.json) console.log(JSON.stringify({ settings: { rooms, participants, seconds }, complete, exitCode, soaks }, null, 2));
  else for (const soak of soaks) print(soak, options);
  return exitCode;
}

try {
  process.exit(await main());
} catch (error) {
  process.stderr.write(`error: ${messageOf(error)}\n`);
  process.exit(EXIT.troubles);
}
