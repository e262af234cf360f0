/**
 * The windows behind the page's numbers, as one data block that its script reads when the first number is opened. Rows stand once, in the
 * order of the sessions; lists are places of rows, by the JSON pointer of their number in the summary (score/counted.ts). Texts stand once
 * too: 2,000 sessions of 10 windows come to some 3 MB.
 */
import type { WindowLists, WindowRef } from '../score/counted.js';
import type { SessionOutcome, SessionScore, Verdict } from '../score/model.js';
import { isDiagnostic } from '../score/diagnostics.js';
import { addWindow, NO_WINDOWS } from '../score/tally.js';
import { textOf } from './numbers.js';
import { tallyWords, valueWords } from './words.js';

/** What a row is listed under. A spoiled session's windows stand under it: they have no verdict of their own. */
export type RowGroup = Verdict | SessionOutcome;

/** Groups in the order in which they are listed: what failed first, what is as it should be last. */
export const GROUPS: readonly RowGroup[] = ['agent_failure', 'fail', 'within-uncertainty', 'unscored', 'rig_invalid', 'pass', 'scored'];

/**
 * A window: places in `texts` of its session's name, its own id ("" for the session as a whole), its value, what was seen, and the address of
 * its session ("s0001.html#s0001", "" where it has no page); and its group's place in GROUPS.
 */
export type WindowRow = readonly [session: number, id: number, value: number, seen: number, page: number, group: number];

export interface WindowData {
  readonly texts: readonly string[];
  readonly rows: readonly WindowRow[];
  readonly lists: Readonly<Record<string, readonly number[]>>;
}

/** The address that opens a window. */
export function windowHref(page: string, id: string): string {
  return id === '' ? page : `${page}/${encodeURIComponent(id)}`;
}

/** What is listed of a session. */
export type ListedSession = Pick<SessionScore, 'attempt' | 'session' | 'outcome' | 'reason' | 'windows'>;

/** A session with its page, or the one that holds this window; undefined where there is none. */
export type PageOf = (window?: string) => string | undefined;

interface Row {
  readonly ref: WindowRef;
  readonly session: string;
  readonly value: string;
  readonly seen: string;
  /** The file, relative to the index. */
  readonly file: string | undefined;
  readonly group: RowGroup;
}

/** Gathers what is listed, a session at a time; of a score nothing else is kept. */
export class WindowIndex {
  readonly #rows: Row[] = [];

  add(score: ListedSession, title: string, pageOf: PageOf): void {
    const { attempt, outcome } = score;
    const session = `${title} · ${score.session}`;
    this.#rows.push({ ref: { attempt }, session, value: '', seen: seenIn(score), file: pageOf(), group: outcome });
    for (const { id, verdict, value, reason } of score.windows)
      this.#rows.push({
        ref: { attempt, window: id },
        session,
        value: valueWords(value),
        // A window that passed is told by its value.
        seen: verdict === 'pass' ? '' : reason,
        file: pageOf(id),
        group: outcome === 'scored' ? verdict : outcome,
      });
  }

  /** @param lists what stands behind the summary's numbers. @param single all sessions are on the index itself. */
  listed(lists: WindowLists, single: boolean): ListedWindows {
    return new ListedWindows(this.#rows, lists, single);
  }
}

/** The windows of a report, by number and by name. */
export class ListedWindows {
  readonly data: WindowData;
  readonly #pages = new Map<string, string>();

  constructor(all: readonly Row[], lists: WindowLists, single: boolean) {
    const texts = new Map<string, number>([['', 0]]);
    const text = (one: string): number => {
      const known = texts.get(one) ?? texts.size;
      texts.set(one, known);
      return known;
    };
    const places = new Map(all.map(({ ref }, i) => [keyOf(ref), i]));
    const rows = all.map(({ ref, session, value, seen, file, group }): WindowRow => {
      const page = file === undefined ? '' : `${single ? '' : file}#${encodeURIComponent(ref.attempt)}`;
      if (page !== '') this.#pages.set(keyOf(ref), page);
      return [text(session), text(ref.window ?? ''), text(value), text(seen), text(page), GROUPS.indexOf(group)];
    });
    // A list with a window that was not added is left out, and its number opens nothing.
    const found = [...lists].flatMap(([at, refs]): [string, number[]][] => {
      const own = refs.flatMap((ref) => places.get(keyOf(ref)) ?? []);
      return own.length === refs.length && own.length > 0 ? [[at, own]] : [];
    });
    this.data = { texts: [...texts.keys()], rows, lists: Object.fromEntries(found) };
  }

  /** How many windows are listed for a number; undefined where none are. */
  size(at: string): number | undefined {
    return Object.hasOwn(this.data.lists, at) ? this.data.lists[at]?.length : undefined;
  }

  /** The address that opens a window; undefined where it has none. */
  href(ref: WindowRef): string | undefined {
    const page = this.#pages.get(keyOf(ref));
    return page === undefined ? undefined : windowHref(page, ref.window ?? '');
  }
}

const keyOf = ({ attempt, window }: WindowRef): string => JSON.stringify([attempt, window]);

/** Of a session that was scored what its windows came to, of others why they do not count. */
function seenIn({ outcome, reason, windows }: ListedSession): string {
  if (outcome !== 'scored') return reason;
  const judged = windows.filter(({ measure }) => !isDiagnostic(measure));
  return `windows met: ${textOf(tallyWords(judged.reduce(addWindow, NO_WINDOWS)))}`;
}
