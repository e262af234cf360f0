/**
 * 20,000 ENTRY and YIELD events, from files in memory to summary, metrics and event table: processor time, how it grows with the events, and
 * how many times faster than a plain loop that looks through a session's frames once an event. Ratios; on a busy machine read those.
 *
 *   node dist/bench/entry-yield.js [--save]
 */
import { eventsCsv, metricsCsv, summaryJson } from '../src/entry-yield/documents.js';
import { FrameCollector } from '../src/entry-yield/frames.js';
import { FrameTable } from '../src/entry-yield/frames-table.js';
import { KIND_NAMES, KINDS } from '../src/entry-yield/model.js';
import { readReviews } from '../src/entry-yield/reviews.js';
import { scoreOpportunities } from '../src/entry-yield/score.js';
import { summarise } from '../src/entry-yield/summary.js';
import { mulberry32 } from '../src/stats/random.js';
import { CsvReader } from '../src/tabular/csv.js';
import { readJsonl } from '../src/tabular/jsonl.js';
import { saveFigures, type FigureRow } from './figures.js';

const EVENTS = 20_000;
const SESSIONS = 12;
/** Of a session, s: a minute less than half an hour, as EasyCom's are. */
const SESSION_S = 1740;
const FPS = 20;
/** Events that the plain loop is timed on. */
const PLAIN_EVENTS = 500;

interface Files {
  readonly reviews: Uint8Array;
  readonly frames: string;
}

function made(events: number): Files {
  const random = mulberry32(events);
  const lines = Array.from({ length: events }, (_, i) => {
    const kind = KIND_NAMES[Math.floor(random() * KIND_NAMES.length)] ?? 'ENTRY_WEARER';
    const from = Math.round(random() * (SESSION_S - 10) * FPS) / FPS;
    const to = from + Math.round((0.2 + 3 * random()) * FPS) / FPS;
    const times = KINDS[kind].task === 'entry' ? { release: from, resolution: to } : { onset: from, offset: to };
    return `${JSON.stringify({ session: `Session_${1 + (i % SESSIONS)}`, id: `e${i}`, kind, ...times })}\n`;
  });
  const rows = ['session,t,p_wearer\n'];
  for (let s = 1; s <= SESSIONS; s++)
    for (let i = 0; i < SESSION_S * FPS; i++) rows.push(`Session_${s},${i / FPS},${random().toFixed(6)}\n`);
  return { reviews: Buffer.from(lines.join('')), frames: rows.join('') };
}

const refuse = (problem: { readonly message: string }): never => {
  throw new Error(problem.message);
};

/** Processor seconds: others may use the machine. */
function seconds<T>(run: () => T): { readonly value: T; readonly cpu: number } {
  const before = process.cpuUsage();
  const value = run();
  const { user, system } = process.cpuUsage(before);
  return { value, cpu: (user + system) / 1e6 };
}

function whole({ reviews, frames }: Files): { readonly reading: number; readonly scoring: number; readonly writing: number } {
  const reading = seconds(() => {
    const collector = new FrameCollector();
    const table = new FrameTable({ file: 'frames.csv', session: '', fps: undefined }, collector, refuse);
    let headed = false;
    const reader = new CsvReader((cells, line) => {
      if (headed) table.row(cells, line);
      else headed = table.header(cells, line);
    });
    reader.push(frames);
    reader.end();
    const options = { kinds: new Map(), allowProvisional: false, tolerance: 0.05 };
    return { sessions: collector.sessions(), read: readReviews(readJsonl(reviews, 'reviews.jsonl', refuse), options) };
  });
  const { sessions, read } = reading.value;
  const scoring = seconds(() => {
    const { scored, excluded } = scoreOpportunities(read.opportunities, sessions, 'half-open');
    return summarise({ reading: 'half-open', scored, excluded: [...read.excluded, ...excluded], sessions, operatingPoints: [] });
  });
  const writing = seconds(() => [
    JSON.stringify(summaryJson(scoring.value)),
    metricsCsv(scoring.value),
    eventsCsv(scoring.value, sessions),
  ]);
  return { reading: reading.cpu, scoring: scoring.cpu, writing: writing.cpu };
}

/** The same ENTRY scores by looking through all frames of the session for each event. */
function plainLoop({ frames, reviews }: Files): number {
  const rows = frames
    .split('\n')
    .slice(1, -1)
    .map((row) => row.split(','));
  const events = Buffer.from(reviews).toString().split('\n').slice(0, PLAIN_EVENTS);
  const found = seconds(() =>
    events.map((line) => {
      const { session, release = 0, resolution = 0 } = JSON.parse(line) as { session: string; release?: number; resolution?: number };
      const inside = rows.filter(([name, t]) => name === session && Number(t) >= release && Number(t) < Math.min(resolution, release + 2));
      return Math.max(...inside.map(([, , p]) => Number(p)));
    }),
  );
  return found.cpu / PLAIN_EVENTS;
}

whole(made(1000));
const figures: FigureRow[] = [];
for (const events of [EVENTS / 4, EVENTS, EVENTS * 4]) {
  const files = made(events);
  const { reading, scoring, writing } = whole(files);
  const rows = SESSIONS * SESSION_S * FPS;
  process.stdout.write(
    `${events} events, ${rows} frames: reading ${reading.toFixed(2)} s, scoring ${scoring.toFixed(3)} s, writing ${writing.toFixed(2)} s of one processor\n`,
  );
  if (events === EVENTS) {
    const times = (plainLoop(files) * events) / scoring;
    process.stdout.write(`  scoring is ${times.toFixed(0)} times faster than a plain loop over all frames an event\n`);
    const figure = `${(reading + scoring + writing).toFixed(2)} s of one processor, of it ${scoring.toFixed(2)} s scoring`;
    figures.push({ what: `ENTRY and YIELD events over ${rows} frames, read to written`, figure, n: events });
  }
}
if (process.argv.includes('--save'))
  await saveFigures({ name: 'entry-yield', command: 'npm run bench -- entry-yield --save', topic: 'speed' }, figures);
