/** What happens to which run, decided by a seed alone. Pure. */
import { mulberry32, seedOf } from '../../src/scenario/random.js';

export const ROOMS = ['memory', 'embedded'] as const;
/** Where a run plays: in virtual time without a room, or in a room on the embedded server. */
export type ChaosRoom = (typeof ROOMS)[number];

/** The processes of a run. In memory there are the first two only. */
export const TARGETS = ['supervisor', 'worker', 'server', 'agent'] as const;
export type Target = (typeof TARGETS)[number];

export type Disturbance =
  /** kill -9 */
  | { readonly kind: 'kill'; readonly target: Target }
  /** SIGSTOP, and SIGCONT so much later. */
  | { readonly kind: 'stall'; readonly target: Target; readonly ms: number }
  /** From then on nothing more can be written to the run folder. */
  | { readonly kind: 'full-disk' };

/** Lengths of a stall, ms (issue 4, item 6). */
export const STALLS_MS = [250, 500] as const;

export interface ChaosRun {
  readonly run: number;
  readonly room: ChaosRoom;
  readonly disturbance: Disturbance;
  /** When, as a share of the time that an undisturbed run takes: 0 its start, 1 its end. */
  readonly moment: number;
  /** A second disturbance, during the first --resume. */
  readonly again: { readonly disturbance: Disturbance; readonly moment: number } | undefined;
}

/** How often the resumed run is disturbed too. */
const AGAIN = 0.25;

/**
 * The run of that number under a seed: kinds of disturbance are equally likely, and so are the targets within a kind.
 * @param rooms what to choose from; only one: all runs are of it
 */
export function planRun(seed: number, run: number, rooms: readonly ChaosRoom[] = ROOMS): ChaosRun {
  const random = mulberry32(seedOf(seed, `chaos ${run}`));
  const room = pick(rooms, random);
  const first = disturbance(room, random);
  const moment = random();
  const twice = random() < AGAIN;
  const again = { disturbance: disturbance(room, random), moment: random() };
  return { run, room, disturbance: first, moment, again: twice ? again : undefined };
}

function disturbance(room: ChaosRoom, random: () => number): Disturbance {
  const targets = room === 'memory' ? TARGETS.slice(0, 2) : TARGETS;
  const kind = pick(['kill', 'stall', 'full-disk'] as const, random);
  const target = pick(targets, random);
  const ms = pick(STALLS_MS, random);
  switch (kind) {
    case 'kill':
      return { kind, target };
    case 'stall':
      return { kind, target, ms };
    case 'full-disk':
      return { kind };
  }
}

function pick<T>(from: readonly T[], random: () => number): T {
  const picked = from[Math.floor(random() * from.length)];
  if (picked === undefined) throw new RangeError('nothing to choose from');
  return picked;
}

/** "kill -9 of the worker", "500 ms stall of the server", "full disk". */
export function describe(what: Disturbance): string {
  if (what.kind === 'full-disk') return 'full disk';
  return what.kind === 'kill' ? `kill -9 of the ${what.target}` : `${what.ms} ms stall of the ${what.target}`;
}
