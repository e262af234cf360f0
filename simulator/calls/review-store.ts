/** An annotator's own folder of labelled calls, in the folder of the calls that he reviews: whole by itself, written after each label. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { COMPANION } from '../../src/calls/companion.js';
import { companionYaml } from '../../src/calls/companion-write.js';
import { isHeard, TABLES } from '../../src/calls/model.js';
import { readCalls } from '../../src/calls/read.js';
import { NOTHING_SAVED, Review, type SavedReview } from '../../src/calls/review.js';
import { itemKey, type ReviewItem } from '../../src/calls/review-items.js';
import type { ReviewLabel } from '../../src/calls/review-json.js';
import { reviewedTables } from '../../src/calls/review-tables.js';
import { pointsCsv, spansCsv, turnsCsv } from '../../src/calls/write.js';
import { TurnrigError, messageOf } from '../../src/error.js';
import { formatProblem, type Problem } from '../../src/scenario/problem.js';
import { writeAtomic } from '../store/atomic.js';
import { nodeFileSystem, systemCode, type FileSystem } from '../store/file-system.js';
import { lockRun } from '../store/lock.js';
import { makeFolder } from '../store/make-folder.js';
import { storeFailure } from '../store/failures.js';
import type { CallFolder } from './folder.js';

/** What the tables have no column for: what was shown, and what was known at each label. */
export const REVIEW_FILE = 'review.json';
const COPIED = [TABLES.history, TABLES.words, TABLES.asrLog] as const;

const place = z.object({ callId: z.string(), decisionMs: z.int().nonnegative() });
const SAVED = z.object({
  format: z.literal('turnrig-calls-review'),
  version: z.literal(1),
  annotator: z.string(),
  at: place.nullable(),
  pauses: z.array(place.extend({ revealed: z.boolean(), labelledKnowing: z.boolean() })),
});

export const reviewFolder = (dir: string, annotator: string): string => join(dir, `review-${annotator}`);

export class ReviewStore {
  private constructor(
    readonly dir: string,
    readonly review: Review,
    private readonly folder: CallFolder,
    private readonly annotator: string,
    private readonly fs: FileSystem,
    private readonly release: () => Promise<void>,
  ) {}

  /**
   * Goes on where an earlier sitting was left.
   *
   * @throws TurnrigError `run-folder` when another process has it, `input` when what it holds is damaged or of other pauses, `store`.
   */
  static async open(
    folder: CallFolder,
    items: readonly ReviewItem[],
    annotator: string,
    fs: FileSystem = nodeFileSystem,
  ): Promise<ReviewStore> {
    const dir = reviewFolder(folder.dir, annotator);
    await makeFolder(dir).catch((cause: unknown) => {
      throw storeFailure(dir, cause);
    });
    const release = await lockRun(dir, fs);
    try {
      const saved = await readSaved(dir, items);
      const store = new ReviewStore(dir, new Review(items, saved), folder, annotator, fs, release);
      await store.#writeCommon();
      await store.save();
      return store;
    } catch (error) {
      await release();
      throw error;
    }
  }

  /** What was known first, then the labels that were given under it. @throws TurnrigError `store`. */
  async save(): Promise<void> {
    const { labels, opened, at } = this.review.saved();
    const file = { format: 'turnrig-calls-review', version: 1, annotator: this.annotator, at: at ?? null, pauses: opened };
    await this.#write(REVIEW_FILE, `${JSON.stringify(file, null, 2)}\n`);
    const { points, spans, turns } = reviewedTables(this.folder.tables, this.review.items, labels, this.annotator);
    await this.#write(TABLES.points, pointsCsv(points));
    await this.#write(TABLES.spans, spansCsv(spans));
    await this.#write(TABLES.turns, turnsCsv(turns));
  }

  /** Gives the folder back. */
  async close(): Promise<void> {
    await this.release();
  }

  /** The calls themselves: recordings by the way to them, and what was said. */
  async #writeCommon(): Promise<void> {
    const { companion, dir } = this.folder;
    const reviewed = new Set(this.review.items.map(({ callId }) => callId));
    const calls = new Map(
      [...companion.calls]
        .filter(([callId]) => reviewed.has(callId))
        .map(([callId, call]) => [callId, { ...call, recording: call.recording && `../${call.recording}`, points: 'manual' as const }]),
    );
    await this.#write(COMPANION, companionYaml({ ...companion, calls }));
    for (const name of COPIED) {
      const bytes = await readIfThere(join(dir, name));
      if (bytes !== undefined) await this.#write(name, bytes);
    }
  }

  #write(name: string, bytes: Uint8Array | string): Promise<void> {
    return writeAtomic(this.fs, join(this.dir, name), bytes);
  }
}

async function readSaved(dir: string, items: readonly ReviewItem[]): Promise<SavedReview> {
  const { opened, at } = await readReviewFile(join(dir, REVIEW_FILE));
  const file = join(dir, TABLES.points);
  const bytes = await readIfThere(file);
  if (bytes === undefined) return { ...NOTHING_SAVED, opened, at };
  const problems: Problem[] = [];
  const { points } = readCalls({ points: { file, bytes } }, (problem) => void problems.push(problem));
  if (problems.length > 0)
    throw new TurnrigError('input', `labels of an earlier sitting cannot be read:\n${problems.map(formatProblem).join('\n')}`, {
      hint: 'Mend the file, or move its folder away to begin anew.',
    });
  const itemOf = new Map(items.flatMap((item) => item.points.map((point) => [itemKey(point), item] as const)));
  const labels = new Map<string, ReviewLabel>();
  for (const point of points.filter(isHeard)) {
    const item = itemOf.get(itemKey(point));
    if (item === undefined)
      throw new TurnrigError(
        'input',
        `${file} has a label of ${point.callId} at ${point.decisionMs} ms, and the calls have no such point`,
        {
          hint: `The calls were changed since. Move ${dir} away to begin anew.`,
        },
      );
    labels.set(itemKey(item), { reason: point.reason, confidence: point.confidence ?? null });
  }
  return { labels, opened, at };
}

async function readReviewFile(file: string): Promise<Pick<SavedReview, 'opened' | 'at'>> {
  const bytes = await readIfThere(file);
  if (bytes === undefined) return NOTHING_SAVED;
  try {
    const { at, pauses } = SAVED.parse(JSON.parse(new TextDecoder().decode(bytes)));
    return { opened: pauses, at: at ?? undefined };
  } catch (cause) {
    throw new TurnrigError('input', `${file} is damaged: ${messageOf(cause)}`, {
      hint: 'It says what was known at each label. Delete it to go on without.',
      cause,
    });
  }
}

async function readIfThere(file: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(file);
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return undefined;
    throw new TurnrigError('input', `the file ${file} cannot be read: ${messageOf(cause)}`, { hint: 'Check its permissions.', cause });
  }
}
