/**
 * Numbers that know the windows they were counted from. Inside the summary a count is the list of its windows, and the number that is
 * stored is the list's length: there is no second selection that could come to another answer. Stored and printed are the numbers alone
 * (summary.json does not grow with its sessions); the lists are found again from the sessions' scores by the same code.
 */
import type { SessionScore, WindowScore } from './model.js';

/** A window of a session; without `window` the session as a whole: its outcome, or evidence that cannot be read. */
export interface WindowRef {
  readonly attempt: string;
  readonly window?: string;
}

/** A value with the windows it was made of. */
export class Counted<T> {
  constructor(
    readonly value: T,
    readonly from: readonly WindowRef[],
  ) {}
}

/** A shape in which each part may know its windows. */
export type WithWindows<T> = T | Counted<T> | (T extends object ? { [K in keyof T]: WithWindows<T[K]> } : never);

/** Lists of windows by where their number stands in the summary: a JSON pointer (RFC 6901), "/measures/0/tally/fail". */
export type WindowLists = ReadonlyMap<string, readonly WindowRef[]>;

/** How many they are. */
export function count(from: readonly WindowRef[]): Counted<number> {
  return new Counted(from.length, from);
}

export function refOf({ attempt }: Pick<SessionScore, 'attempt'>, window?: Pick<WindowScore, 'id'>): WindowRef {
  return window === undefined ? { attempt } : { attempt, window: window.id };
}

/** Takes the numbers and their windows apart. */
export function separate<T>(tree: WithWindows<T>): { readonly value: T; readonly lists: WindowLists } {
  const lists = new Map<string, readonly WindowRef[]>();
  const walk = (node: unknown, at: string): unknown => {
    if (node instanceof Counted) {
      lists.set(at, node.from);
      return node.value;
    }
    if (Array.isArray(node)) return node.map((one, i) => walk(one, `${at}/${i}`));
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([key, one]) => [key, walk(one, `${at}/${token(key)}`)]));
  };
  // A Counted<T> stands wherever T may: what is left without them is a T.
  return { value: walk(tree, '') as T, lists };
}

const token = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
