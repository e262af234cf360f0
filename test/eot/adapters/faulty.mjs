// Adapters that misbehave, for tests.
export class Throws {
  adapterId = 'throws';
  predictBatch() {
    throw new Error('no model here');
  }
}
export class Hangs {
  adapterId = 'hangs';
  predictBatch() {
    return new Promise(() => undefined);
  }
}
export class Short {
  adapterId = 'short';
  predictBatch(items) {
    return items.slice(1).map(() => 0.5);
  }
}
export class Outside {
  adapterId = 'outside';
  predictBatch(items) {
    return items.map(() => 1.5);
  }
}
export class NoEnglish {
  adapterId = 'no-english';
  supportsLanguage(language) {
    return language !== 'en';
  }
  predictBatch(items) {
    return items.map(() => NaN);
  }
}
/** Two seconds of batches are well, then it fails once; as a fresh object it goes on. */
export class Fails3rd {
  adapterId = 'fails-3rd';
  calls = 0;
  predictBatch(items) {
    if (++this.calls === 3) throw new Error('gone');
    return items.map((item) => Math.min(1, item.audio.samples.length / 1e5));
  }
}
export class Turns {
  adapterId = 'some/turn-model';
  concurrency = 2;
  async predictTurn(row) {
    if (row.id === 'c') throw new Error('cannot hear c');
    return { events: row.silenceSpans.map(({ start }) => ({ timestamp: start + 0.25, p: 0.75, more: { kind: 'end' } })) };
  }
}
export const nothing = { adapterId: 'x' };
