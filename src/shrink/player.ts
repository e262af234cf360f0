import type { Built } from './document.js';
import type { Shown } from './fault.js';
import type { Fault, FaultKind } from './model.js';

/** Why a session is played: each purpose has sessions of its own, so that what a result was chosen by does not confirm it. */
export type Purpose = 'find' | 'search' | 'confirm';

/** Plays candidates, or knows from a journal what came of them. The one seam to rooms, clocks and disks. */
export interface Player {
  /** Whether the loader of scenario files takes it. */
  valid(built: Built): Promise<boolean>;
  /** Session n (from 0) for that purpose. @throws Stopped when no more may be played. */
  session(built: Built, fault: Fault, purpose: Purpose, n: number): Promise<Shown>;
  /** All faults of that kind that session n of the whole scene shows. @throws Stopped */
  faults(built: Built, kind: FaultKind, n: number): Promise<readonly Fault[] | 'spoiled'>;
}

/** No more sessions may be played: the budget is spent, or the user has stopped it. What was found until then stands. */
export class Stopped extends Error {
  constructor(readonly why: 'budget' | 'interrupted') {
    super(why === 'budget' ? 'the budget is spent' : 'interrupted');
  }
}
