import { Answering } from './answering.js';

/** Speaks on whoever talks over it, and answers what they said when it has finished. */
export class Deaf extends Answering {
  protected override interrupted(): void {
    // It speaks on.
  }
}
