/** Writes a run's HTML report: one file while that is small, else an index and a file a session. */
import { join } from 'node:path';
import { RECORDING } from '../../src/analysis/scene.js';
import { messageOf, TurnrigError } from '../../src/error.js';
import { decodeTrack } from '../../src/media/decode.js';
import type { SessionEnd } from '../../src/recording/model.js';
import { mutesOf, type SessionEvent } from '../../src/schedule/events.js';
import { indexPage, partsPage, sessionPage, singlePage, SINGLE_FILE_LIMIT, type ReportPart } from '../../src/report/document.js';
import type { ReportRun, ReportSession } from '../../src/report/model.js';
import { reportSession, type ReportTrack } from '../../src/report/session.js';
import { WindowIndex, type PageOf } from '../../src/report/windows.js';
import { healthFigures } from '../../src/score/health.js';
import type { SessionScore } from '../../src/score/model.js';
import { Summary } from '../../src/score/summarise.js';
import { writeAtomic } from '../store/atomic.js';
import { nodeFileSystem } from '../store/file-system.js';
import type { RunReader } from '../store/run-reader.js';
import { playable } from './playable.js';
import { PAGE_LENGTHS, partSpans, recordingPart, type PageLengths } from './recording-parts.js';

export interface WriteReportOptions {
  readonly run: ReportRun;
  /** The page's script: dist/src/report/page.js. */
  readonly script: string;
  /** Folder of the report. */
  readonly folder: string;
  /** The stored score of an attempt. */
  readonly score: (attempt: string) => Promise<SessionScore | undefined>;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
  /** How much of a recording one page holds; PAGE_LENGTHS unless given. */
  readonly pages?: PageLengths;
}

/** @returns the file to open. @throws TurnrigError `store` when it cannot be written. */
export async function writeReport(reader: RunReader, options: WriteReportOptions): Promise<string> {
  const write = (name: string, text: string): Promise<void> => writeAtomic(nodeFileSystem, join(options.folder, name), text);
  const attempts = options.run.summary.sessions.map((session) => session.attempt);
  const held: ReportSession[] = [];
  const index = new WindowIndex();
  // Counted again by the code that made the summary: its lists are the windows behind the summary's numbers.
  const counts = new Summary(reader.manifest);
  let size = 0;
  let split = false;
  for (const [i, attempt] of attempts.entries()) {
    if (options.signal?.aborted === true) break;
    options.onProgress?.(i, attempts.length);
    const score = await options.score(attempt);
    if (score === undefined) continue;
    counts.add(score);
    const title = options.run.titles[score.scene] ?? score.scene;
    const page = `sessions/${attempt}.html`;
    if (reader.manifest.transport === RECORDING && partSpans(score.span, options.pages ?? PAGE_LENGTHS).length > 1) {
      split = true;
      index.add(score, title, inParts(page, await writeParts(reader, options, score, write)));
      continue;
    }
    const session = await detail(reader, attempt, score);
    index.add(score, title, () => (session === undefined ? undefined : page));
    if (session === undefined) continue;
    size += session.audio.reduce((sum, audio) => sum + audio.base64.length, 0);
    held.push(session);
    // From here on sessions are written as they come, and none is held: 2,000 of them never are in memory together.
    split ||= size > SINGLE_FILE_LIMIT;
    if (split) for (const one of held.splice(0)) await write(`sessions/${one.attempt}.html`, sessionPage(options.run, one, options.script));
  }
  const run = { ...options.run, windows: index.listed(counts.withWindows().windows, !split) };
  await write('index.html', split ? indexPage(run, options.script) : singlePage(run, held, options.script));
  return join(options.folder, 'index.html');
}

/** The pages of a session that has several: the one that holds a window, or the one that leads to them. */
function inParts(page: string, parts: readonly ReportPart[]): PageOf {
  const files = new Map(parts.flatMap(({ file, windows }) => windows.map(({ id }) => [id, `sessions/${file}`])));
  return (window) => (window === undefined ? (parts.length === 0 ? undefined : page) : files.get(window));
}

/** A long recording: a page a part, and one that leads to them. */
async function writeParts(
  reader: RunReader,
  options: WriteReportOptions,
  score: SessionScore,
  write: (name: string, text: string) => Promise<void>,
): Promise<readonly ReportPart[]> {
  const { attempt } = score;
  const info = await reader.info(attempt);
  const scene = info.manifest && reader.scene(info.manifest.session);
  if (info.end === undefined || scene === undefined) return [];
  const { lines } = await reader.session(attempt).timeline();
  const source = { run: reader.dir, scene, score, end: info.end, timeline: lines };
  const parts: ReportPart[] = [];
  const spans = partSpans(score.span, options.pages ?? PAGE_LENGTHS);
  for (const [i, span] of spans.entries()) {
    if (options.signal?.aborted === true) return parts;
    options.onProgress?.(i / spans.length, 1);
    const part = await recordingPart(source, span);
    const file = `${attempt}-part-${String(i + 1).padStart(3, '0')}.html`;
    await write(`sessions/${file}`, sessionPage(options.run, part, options.script, `${attempt}.html`));
    const { windows, turns } = part;
    parts.push({
      file,
      span,
      turns: turns.length,
      windows: windows.map(({ id, turn, verdict, reason }) => ({ id, turn, verdict, reason })),
    });
  }
  await write(`sessions/${attempt}.html`, partsPage(options.run, { attempt, title: scene.title }, parts, options.script));
  return parts;
}

async function detail(reader: RunReader, attempt: string, score: SessionScore): Promise<ReportSession | undefined> {
  const info = await reader.info(attempt);
  const scene = info.manifest && reader.scene(info.manifest.session);
  if (info.end === undefined || scene === undefined) return undefined;
  const session = reader.session(attempt);
  const { lines, events } = await session.timeline();
  return reportSession({
    scene,
    score,
    health: healthFigures(info.end, score.speech),
    timeline: lines,
    tracks: await tracksOf(reader, attempt, info.end, events),
  });
}

async function tracksOf(reader: RunReader, attempt: string, end: SessionEnd, events: readonly SessionEvent[]): Promise<ReportTrack[]> {
  const tracks: ReportTrack[] = [];
  for (const manifest of end.tracks) {
    try {
      const file = await reader.session(attempt).packets(manifest.id);
      if (file === undefined || file.packets.length === 0) continue;
      const mutes = mutesOf(events, manifest.id);
      const audio = await decodeTrack(file.packets, manifest, { mutes });
      tracks.push({ manifest, audio, playable: playable(manifest, file.packets, audio, mutes) });
    } catch (error) {
      // A track without a packet that can be placed has no sound; its session's outcome says why.
      if (!(error instanceof TurnrigError))
        throw new TurnrigError('internal', `track ${manifest.id} of ${attempt}: ${messageOf(error)}`, { cause: error });
    }
  }
  return tracks;
}
