/** Reviewed events from JSON Lines (docs/entry-yield.md): opportunities, and those that cannot be one with the reason. */
import { suggest } from '../scenario/nearest.js';
import type { JsonRow } from '../tabular/jsonl.js';
import { competitorAt } from './competitor.js';
import { KINDS, KIND_NAMES, isKind, type Competitor, type Excluded, type Exclusion, type Kind, type Opportunity } from './model.js';

export interface ReviewOptions {
  /** Kinds as the reviewers call them to those of the protocol. */
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly allowProvisional: boolean;
  /** Of the annotation, s. */
  readonly tolerance: number;
}

export interface Reviews {
  readonly opportunities: readonly Opportunity[];
  readonly excluded: readonly Excluded[];
}

/** What no field names is of one session without a name. */
export const UNNAMED_SESSION = '';

/** What is wrong with a line is reported by it; a line that is right in itself becomes an opportunity or a counted exclusion. */
export function readReviews(rows: readonly JsonRow[], options: ReviewOptions): Reviews {
  const opportunities: Opportunity[] = [];
  const excluded: Excluded[] = [];
  const ids = new Map<string, number>();
  for (const row of rows) {
    const read = readReview(row, options);
    if (read === undefined) continue;
    const key = JSON.stringify([read.session, read.id]);
    const before = ids.get(key);
    if (before !== undefined) row.wrong('id', `stands in line ${before} already, in the same session`);
    ids.set(key, row.line);
    if ('why' in read) excluded.push(read);
    else opportunities.push(read);
  }
  return { opportunities, excluded };
}

function readReview(row: JsonRow, options: ReviewOptions): Opportunity | Excluded | undefined {
  const written = row.string('kind');
  const session = row.has('session') ? row.string('session') : UNNAMED_SESSION;
  const id = row.has('id') ? row.string('id') : `line-${row.line}`;
  if (written === undefined || session === undefined || id === undefined) return undefined;
  const kind = options.kinds.get(written) ?? (isKind(written) ? written : undefined);
  const base = { id, session, kind: written, task: kind === undefined ? undefined : KINDS[kind].task };
  const exclude = (why: Exclusion, detail = ''): Excluded => ({ ...base, why, detail });
  if (kind === undefined) return exclude('unknown-kind', suggest(written, KIND_NAMES));
  if (row.has('exclude')) return exclude('by-reviewer', row.string('exclude') ?? '');
  if (row.has('provisional') && row.boolean('provisional') === true && !options.allowProvisional) return exclude('provisional');
  checkLabel(row, kind);
  const found = KINDS[kind].task === 'entry' ? entryTimes(row) : yieldTimes(row, options.tolerance);
  if (found === undefined) return undefined;
  if (typeof found === 'string') return exclude(found);
  if (found.end <= found.opens) return exclude('after-outcome', `${found.opens} s to ${found.end} s`);
  return { id, session, kind, ...found };
}

/** A label of 0 or 1 beside the kind has to say the same. */
function checkLabel(row: JsonRow, kind: Kind): void {
  const as = KINDS[kind].as;
  if (!row.has('label') || as === 'diagnostic') return;
  const label = row.number('label');
  const wanted = as === 'positive' ? 1 : 0;
  if (label !== undefined && label !== wanted) row.wrong('label', `must be ${wanted} for ${kind}`);
}

type Times = Pick<Opportunity, 'opens' | 'end' | 'eligible'>;

/** The release that the reviewer chose, and the outcome. */
function entryTimes(row: JsonRow): Times | Exclusion | undefined {
  const end = row.number('resolution');
  if (!row.has('release')) return 'no-release';
  const opens = row.number('release');
  return end === undefined || opens === undefined ? undefined : { opens, end };
}

/** Onset and offset of the competitor, or the competitors of which the latest that crosses the wearer's offset is taken. */
function yieldTimes(row: JsonRow, tolerance: number): Times | Exclusion | undefined {
  if (!row.has('others')) {
    const [opens, end] = [row.number('onset'), row.number('offset')];
    return opens === undefined || end === undefined ? undefined : { opens, end };
  }
  const others = readOthers(row);
  const wearerOffset = row.number('wearer_offset');
  if (others === undefined || wearerOffset === undefined) return undefined;
  const found = competitorAt(others, wearerOffset, tolerance);
  if (found === undefined) return 'no-competitor';
  return { opens: found.chosen.onset, end: found.chosen.offset, eligible: found.eligible };
}

function readOthers(row: JsonRow): Competitor[] | undefined {
  const list: unknown = row.get('others');
  const others = Array.isArray(list) ? list.map(competitorOf) : [undefined];
  if (others.every((one) => one !== undefined)) return others;
  row.wrong('others', 'must be a list of { "onset", "offset" } in seconds');
  return undefined;
}

function competitorOf(value: unknown): Competitor | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { onset, offset, speaker } = value as { readonly onset?: unknown; readonly offset?: unknown; readonly speaker?: unknown };
  if (typeof onset !== 'number' || typeof offset !== 'number') return undefined;
  return { onset, offset, speaker: typeof speaker === 'string' ? speaker : undefined };
}
