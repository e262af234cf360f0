/** Absolute deadlines on the host's monotonic clock (facts.md: relative timers drifted 2.9 s a minute in one public tool). */
const NS_PER_MS = 1_000_000;

export class Pace {
  private deadline: bigint;

  constructor() {
    this.deadline = process.hrtime.bigint();
  }

  /** Moves the deadline on and waits for it: never early, about a millisecond late. At once when it has passed. */
  async next(ms: number): Promise<void> {
    this.deadline += BigInt(Math.round(ms * NS_PER_MS));
    for (let left = this.left(); left > 0; left = this.left()) await new Promise((resolve) => setTimeout(resolve, Math.ceil(left)));
    // Even when it is late, others in this process get their turn.
    await Promise.resolve();
  }

  /** Deadlines count from now. */
  restart(): void {
    this.deadline = process.hrtime.bigint();
  }

  private left(): number {
    return Number(this.deadline - process.hrtime.bigint()) / NS_PER_MS;
  }
}
