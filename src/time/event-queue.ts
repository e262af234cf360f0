import type { RigPos } from './position.js';

/** Something that is to happen at a position; `sequence` breaks ties in the order of asking. */
export interface Timed {
  readonly at: RigPos;
  readonly sequence: number;
}

/** A binary min-heap by (position, sequence): the order in which a discrete-event clock takes its events. */
export class EventQueue<E extends Timed> {
  readonly #heap: E[] = [];

  get size(): number {
    return this.#heap.length;
  }

  peek(): E | undefined {
    return this.#heap[0];
  }

  push(event: E): void {
    const heap = this.#heap;
    let i = heap.push(event) - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || isBefore(above, event)) break;
      heap[i] = above;
      i = parent;
    }
    heap[i] = event;
  }

  pop(): E | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let i = 0;
    for (;;) {
      const left = heap[2 * i + 1];
      if (left === undefined) break;
      const right = heap[2 * i + 2];
      const useRight = right !== undefined && isBefore(right, left);
      const least = useRight ? right : left;
      if (isBefore(last, least)) break;
      heap[i] = least;
      i = 2 * i + (useRight ? 2 : 1);
    }
    heap[i] = last;
    return first;
  }
}

function isBefore(a: Timed, b: Timed): boolean {
  return a.at < b.at || (a.at === b.at && a.sequence < b.sequence);
}
