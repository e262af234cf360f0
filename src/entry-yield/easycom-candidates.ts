/**
 * Candidate events from who spoke when, for reviewers to go through: the geometry of the floor says where an opportunity may be, not what it
 * meant. So each is provisional, and carries what was said and to whom.
 */
import { competitorAt } from './competitor.js';
import { ANNOTATION_TOLERANCE_S, ENTRY_CAP_S } from './constants.js';
import type { EasyComFile, Utterance } from './easycom.js';
import type { Kind } from './model.js';

/** Participant who wears the glasses in every session of EasyCom. */
export const EASYCOM_WEARER = '2';
/** A file that begins so much more than a minute after the one before it does not go on from it: minutes of EasyCom are redacted. */
const FILE_SLACK_S = 1;
const MINUTE_S = 60;
/** Utterances of nothing but these, and of sounds in brackets, take no floor (chosen). */
const BACKCHANNELS = new Set('yeah yes yep yup mm mhm mmhm hmm hm uh huh uhhuh right okay ok oh ah sure wow really cool nice'.split(' '));

/** A line of a review file (docs/entry-yield.md). */
export interface Candidate {
  readonly session: string;
  readonly id: string;
  readonly kind: Kind;
  readonly provisional: true;
  readonly release?: number;
  readonly resolution?: number;
  readonly onset?: number;
  readonly offset?: number;
  readonly wearer_offset?: number;
  readonly others?: readonly { readonly onset: number; readonly offset: number; readonly speaker: string }[];
  /** What was said by the non-wearer of the opportunity, and to whom. */
  readonly said: string;
  readonly targets: readonly string[];
}

export function easyComCandidates(files: readonly EasyComFile[], wearer: string, tolerance = ANNOTATION_TOLERANCE_S): Candidate[] {
  const seen = new Map<string, number>();
  return stretches(files)
    .flatMap((utterances) => [...entries(utterances, wearer), ...yields(utterances, wearer, tolerance)])
    .map((one) => {
      // An utterance that is annotated twice gives two candidates.
      const key = JSON.stringify([one.session, one.id]);
      const times = (seen.get(key) ?? 0) + 1;
      seen.set(key, times);
      return times === 1 ? one : { ...one, id: `${one.id}-${times}` };
    });
}

/** Utterances without a break in the recording, in order of their beginning. */
function stretches(files: readonly EasyComFile[]): Utterance[][] {
  const ordered = [...files].sort((a, b) => (a.session < b.session ? -1 : a.session > b.session ? 1 : a.start - b.start));
  const found: Utterance[][] = [];
  let before: EasyComFile | undefined;
  for (const file of ordered) {
    const goesOn = before?.session === file.session && file.start - before.start <= MINUTE_S + FILE_SLACK_S;
    const last = found.at(-1);
    if (goesOn && last !== undefined) last.push(...file.utterances);
    else found.push([...file.utterances]);
    before = file;
  }
  for (const one of found) one.sort((a, b) => a.from - b.from || a.to - b.to);
  return found;
}

/** At each release of a non-wearer into silence: who begins next, within the time that ENTRY is scored over. */
function entries(utterances: readonly Utterance[], wearer: string): Candidate[] {
  return utterances.flatMap((one): Candidate[] => {
    if (one.speaker === wearer || utterances.some((other) => other !== one && other.from <= one.to && one.to < other.to)) return [];
    const onset = utterances.find(({ from }) => from > one.to)?.from;
    if (onset === undefined || onset - one.to > ENTRY_CAP_S) return [];
    const begins = utterances.filter(({ from }) => from === onset);
    const next = begins.find(({ speaker }) => speaker === wearer) ?? begins.find(({ speaker }) => speaker === one.speaker) ?? begins[0];
    if (next === undefined) return [];
    return [
      {
        ...base(one, 'entry'),
        kind: kindOfEntry(one, next, wearer),
        release: one.to,
        resolution: next.from,
      },
    ];
  });
}

function kindOfEntry(one: Utterance, next: Utterance, wearer: string): Kind {
  if (next.speaker === wearer) return isBackchannel(next) ? 'ENTRY_WEARER_BACKCHANNEL' : 'ENTRY_WEARER';
  return next.speaker === one.speaker ? 'ENTRY_OTHER_MIDTURN_PAUSE' : 'ENTRY_OTHER_TO_OTHER';
}

/** At each onset of a non-wearer during wearer speech: whether it outlasts the wearer. */
function yields(utterances: readonly Utterance[], wearer: string, tolerance: number): Candidate[] {
  return utterances.flatMap((own): Candidate[] => {
    if (own.speaker !== wearer) return [];
    const others = utterances.filter(({ speaker, from }) => speaker !== wearer && own.from < from && from < own.to);
    const intervals = others.map(({ from, to, speaker }) => ({ onset: from, offset: to, speaker }));
    const found = competitorAt(intervals, own.to, tolerance);
    const crosses = ({ from, to }: Utterance): boolean =>
      competitorAt([{ onset: from, offset: to, speaker: '' }], own.to, tolerance) !== undefined;
    const chosen = found && others.find(({ from, to }) => from === found.chosen.onset && to === found.chosen.offset);
    return [
      ...(chosen === undefined ? [] : [{ ...base(chosen, 'yield'), kind: 'INT_YIELD' as const, wearer_offset: own.to, others: intervals }]),
      ...others
        .filter((other) => !crosses(other))
        .map((other) => ({
          ...base(other, 'yield'),
          kind: isBackchannel(other) ? ('OTHER_BACKCHANNEL' as const) : ('FAILED_TAKEOVER' as const),
          onset: other.from,
          offset: other.to,
        })),
    ];
  });
}

function base(one: Utterance, task: string): Pick<Candidate, 'session' | 'id' | 'provisional' | 'said' | 'targets'> {
  const { session, speaker, from, text, targets } = one;
  return { session, id: `${task}-${speaker}-${from.toFixed(3)}`, provisional: true, said: text, targets };
}

function isBackchannel({ text }: Utterance): boolean {
  const words = text
    .replaceAll(/\[[A-Z]\]/g, ' ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
  return words.every((word) => BACKCHANNELS.has(word));
}
