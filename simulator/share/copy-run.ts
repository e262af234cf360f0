/**
 * A run, or a part of it, as a new run folder without what is to be taken away. Nothing is copied as a file: everything is read by its format and
 * written from what is known of it, so that what nobody thought of stays behind.
 */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { TurnrigError } from '../../src/error.js';
import { writeWav } from '../../src/media/wav.js';
import type { RedactedRun } from '../../src/recording/model.js';
import { SCORER_VERSION } from '../../src/score/constants.js';
import { healthFigures } from '../../src/score/health.js';
import type { RunSummary, SessionScore } from '../../src/score/model.js';
import { placesOf } from '../../src/score/statistics/cluster-of.js';
import { parseSummary } from '../../src/score/stored.js';
import { Summary } from '../../src/score/summarise.js';
import { soundMs } from '../../src/share/kept-spans.js';
import {
  Counts,
  MARGIN,
  REDACTION_FILE,
  REDACTION_FORMAT,
  REDACTION_VERSION,
  type KeptSession,
  type Redaction,
  type Removes,
} from '../../src/share/model.js';
import { Names } from '../../src/share/names.js';
import { redactManifest, redactPlanned, type Redacting } from '../../src/share/redact-manifest.js';
import { redactScore, WITHOUT_SOUND } from '../../src/share/redact-score.js';
import { redactEnd, redactLine } from '../../src/share/redact-session.js';
import { redactUsed } from '../../src/share/redact-words.js';
import { dayOf, Texts } from '../../src/share/texts.js';
import { SAMPLE_RATE, samplesToMs } from '../../src/time/position.js';
import { WordsCounts } from '../../src/words/summary.js';
import { readWords, SCORES_FILE, SUMMARY_FILE, WORDS_FILE } from '../scoring/score-run.js';
import { writeAtomic } from '../store/atomic.js';
import { clipHash } from '../store/clip-hash.js';
import { nodeFileSystem } from '../store/file-system.js';
import {
  clipFile,
  clipsFolder,
  derivedFile,
  endFile,
  lockFile,
  runDerivedFile,
  runFile,
  sessionFile,
  timelineFile,
  trackFile,
} from '../store/layout.js';
import type { RunReader } from '../store/run-reader.js';
import { createRun, openRun } from '../store/run-store.js';
import { SessionWriter } from '../store/session-writer.js';
import { scoreOf, type Chosen } from './choose.js';
import { copyTracks } from './copy-tracks.js';

export interface CopyOptions {
  readonly reader: RunReader;
  /** An empty folder. */
  readonly into: string;
  /** "turnrig 0.1.0". */
  readonly by: string;
  readonly removes: Removes;
  readonly chosen: readonly Chosen[];
  /** All sessions that count were chosen. */
  readonly whole: boolean;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

export interface Copied {
  /** Of `into`. */
  readonly reader: RunReader;
  readonly summary: RunSummary;
  readonly redaction: Redaction;
}

/** Names of attempts as the supervisor gives them. */
const OWN_ATTEMPT = /^s\d{4,}-a\d+$/;

/** @throws TurnrigError `run-folder` for a run that is not scored, or by another scorer; `store`; the abort reason. */
export async function copyRun(options: CopyOptions): Promise<Copied> {
  const { reader, into, by, removes, chosen, signal } = options;
  const scorer = await scorerOf(reader);
  const counts = new Counts();
  const redacting: Redacting = { removes, names: new Names(reader.manifest, removes), texts: new Texts(removes, counts) };
  const carried = new Set([runFile(reader.dir), lockFile(reader.dir), runDerivedFile(reader.dir, SUMMARY_FILE)]);
  const clips = await copyClips(options, carried, counts);
  const words = await readWords(reader);
  const ids = new Set(chosen.map(({ planned }) => planned.id));
  // Of a whole run, planned sessions that have nothing to show stay planned: they are missing, and counted so.
  const plan = options.whole ? reader.manifest.plan : reader.manifest.plan.filter(({ id }) => ids.has(id));
  const redacted: RedactedRun | undefined =
    removes.names || removes.transcripts || removes.audio || words !== undefined
      ? { names: removes.names, transcripts: removes.transcripts, audio: removes.audio }
      : undefined;
  const unnamed = redactManifest(reader.manifest, { plan, clips, redacted }, redacting);
  const summary = new Summary(unnamed);
  const judged = words === undefined ? undefined : { counts: new WordsCounts(), used: redactUsed(words, removes) };
  const places = placesOf(unnamed);
  const sessions: KeptSession[] = [];
  const scores = createHash('sha256');
  for (const [i, one] of chosen.entries()) {
    signal?.throwIfAborted();
    options.onProgress?.(i, chosen.length);
    const attempt = OWN_ATTEMPT.test(one.attempt) ? one.attempt : `s${String(i).padStart(4, '0')}-a1`;
    const { score, kept } = await copySession(options, { one, attempt, redacting, counts, carried });
    const planned = redactPlanned(one.planned, redacting.names);
    const scene = unnamed.scenes.find(({ suite, id }) => suite === planned.suite && id === planned.scene);
    const { end } = await reader.info(one.attempt);
    summary.add(score, { replays: one.replays, ...(end === undefined ? {} : { health: healthFigures(end, score.speech) }) });
    if (scene !== undefined) judged?.counts.add(score, scene, places.get(score.session)?.cluster ?? score.scene);
    scores.update(JSON.stringify(score));
    counts.add('windowsWithoutSound', score.windows.filter(({ flags }) => flags.includes(WITHOUT_SOUND)).length);
    sessions.push(kept);
  }
  signal?.throwIfAborted();
  // Two copies are two runs to whoever compares them; the name is made of what is in this one.
  const manifest = removes.names ? { ...unnamed, id: `redacted-${scores.digest('hex').slice(0, 12)}` } : unnamed;
  // The manifest last: without it the folder is no run.
  await (await createRun(into, manifest)).close();
  const made = await openRun(into);
  const done = { ...summary.done(), run: manifest.id, scorer };
  await made.writeDerived(SUMMARY_FILE, `${JSON.stringify(done, null, 2)}\n`);
  if (judged !== undefined) {
    carried.add(runDerivedFile(reader.dir, WORDS_FILE));
    await made.writeDerived(WORDS_FILE, `${JSON.stringify(judged.counts.done(judged.used), null, 2)}\n`);
  }
  counts.add('names', redacting.names.replaced);
  counts.add('sessionsLeftOut', reader.manifest.plan.length - plan.length);
  counts.add('attemptsLeftOut', (await reader.attempts()).length - chosen.length);
  counts.add('filesDropped', (await filesOf(reader.dir)).filter((path) => !carried.has(path)).length);
  const redaction: Redaction = {
    format: REDACTION_FORMAT,
    version: REDACTION_VERSION,
    by,
    removed: removes,
    marginMs: { before: samplesToMs(MARGIN.before), after: samplesToMs(MARGIN.after) },
    sessions,
    counts: counts.done(),
  };
  await writeAtomic(nodeFileSystem, join(into, REDACTION_FILE), `${JSON.stringify(redaction, null, 2)}\n`);
  return { reader: made, summary: done, redaction };
}

/** By what the run was scored. @throws TurnrigError `run-folder` where it was not, or by another scorer than this one. */
async function scorerOf(reader: RunReader): Promise<NonNullable<RunSummary['scorer']>> {
  const bytes = await reader.readDerived(SUMMARY_FILE);
  const stored = bytes && parseSummary(bytes, runDerivedFile(reader.dir, SUMMARY_FILE)).scorer;
  if (stored?.version === SCORER_VERSION) {
    const { version, detector, modelHash } = stored;
    return { version, detector, modelHash };
  }
  throw new TurnrigError(
    'run-folder',
    `${reader.dir} ${bytes === undefined ? 'is not scored' : 'was scored by another version of the scorer'}`,
    {
      hint: 'Score it first: turnrig score RUN. A copy keeps scores as they are.',
    },
  );
}

/** Clips whose sound stays, by their hashes. One that is not there, or not what was played, stays behind. */
async function copyClips({ reader, into, chosen, signal }: CopyOptions, carried: Set<string>, counts: Counts): Promise<Set<string>> {
  const wanted = new Set<string>();
  for (const { planned, sound } of chosen)
    for (const { id, clip } of reader.scene(planned)?.turns ?? [])
      if (sound === undefined || sound.turns.includes(id)) wanted.add(clip.hash);
  const kept = new Set<string>();
  for (const hash of wanted) {
    signal?.throwIfAborted();
    const samples = await reader.clip(hash).catch((error: unknown) => {
      if (error instanceof TurnrigError && (error.code === 'run-folder' || error.code === 'audio')) return undefined;
      throw error;
    });
    const wav = samples && writeWav([samples], SAMPLE_RATE);
    if (wav === undefined || clipHash(wav) !== hash) continue;
    await writeAtomic(nodeFileSystem, clipFile(into, hash), wav);
    carried.add(clipFile(reader.dir, hash));
    kept.add(hash);
  }
  const there = await readdir(clipsFolder(reader.dir)).catch(() => []);
  counts.add('clipsKept', kept.size);
  counts.add('clipsDropped', there.length - kept.size);
  return kept;
}

interface CopyingSession {
  readonly one: Chosen;
  /** Its name in the copy. */
  readonly attempt: string;
  readonly redacting: Redacting;
  readonly counts: Counts;
  readonly carried: Set<string>;
}

async function copySession(
  options: CopyOptions,
  copying: CopyingSession,
): Promise<{ readonly score: SessionScore; readonly kept: KeptSession }> {
  const { reader, into, removes, signal } = options;
  const { one, attempt, redacting, counts, carried } = copying;
  const { manifest, end } = await reader.info(one.attempt);
  const scene = reader.scene(one.planned);
  if (manifest === undefined || end === undefined || scene === undefined)
    throw new TurnrigError('run-folder', `${one.attempt} of ${reader.dir} cannot be read whole`, {
      hint: 'Restore it from a copy of the run.',
    });
  const { names } = redacting;
  const session = redactPlanned(one.planned, names);
  const startedAt = removes.names ? dayOf(manifest.startedAt) : manifest.startedAt;
  const writer = await SessionWriter.open(into, { attempt, session, startedAt });
  const source = reader.session(one.attempt);
  const kept = one.sound?.spans;
  try {
    const { lines, events } = await source.timeline();
    for (const line of lines) {
      const clean = redactLine(line, scene, redacting);
      if (clean.kind === 'command') writer.command(clean.command);
      else writer.event(withoutKind(clean));
    }
    const tracks = await copyTracks({
      reader,
      session: source,
      writer,
      events,
      end,
      kept,
      redacting,
      counts,
      ...(signal ? { signal } : {}),
    });
    await writer.end(redactEnd(end, redacting));
    for (const id of tracks) carried.add(trackFile(reader.dir, one.attempt, id));
  } finally {
    await writer.abandon();
  }
  for (const path of [sessionFile, timelineFile, endFile]) carried.add(path(reader.dir, one.attempt));
  carried.add(derivedFile(reader.dir, one.attempt, SCORES_FILE));
  const score = redactScore(await scoreOf(reader, one.attempt), { attempt, planned: one.planned, scene, end, kept }, redacting);
  await writeAtomic(nodeFileSystem, derivedFile(into, attempt, SCORES_FILE), `${JSON.stringify(score, null, 1)}\n`);
  const turns = one.sound?.turns.map((id) => names.turn(scene, id));
  return { score, kept: { attempt, ...(turns === undefined ? {} : { turns }), soundMs: soundMs(kept ?? [score.span]) } };
}

type EventLine = Extract<ReturnType<typeof redactLine>, { readonly kind: 'event' }>;
function withoutKind(line: EventLine): Parameters<SessionWriter['event']>[0] {
  const event: Omit<EventLine, 'kind'> & { kind?: 'event' } = { ...line };
  delete event.kind;
  return event as Parameters<SessionWriter['event']>[0];
}

/** Every file below a folder, sorted. */
export async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(folder, relative(folder, entry.parentPath), entry.name))
    .sort();
}
