/** The same probability at every pause: what a comparison looks like without a model. */
import type { BatchAdapter } from '../../../src/eot/adapter.js';

export class ConstantAdapter implements BatchAdapter {
  readonly adapterId: string;
  readonly scorePoint = 0.2;
  constructor(private readonly p: number) {
    this.adapterId = `constant-${p}`;
  }
  predictBatch(items: readonly unknown[]): number[] {
    return items.map(() => this.p);
  }
}
