import { describe, expect, it } from 'vitest';
import { endedWithin, Overdue, settled, within } from '../../simulator/bounded.js';

const never = new Promise<never>(() => undefined);

describe('within', () => {
  it('is what the work is', async () => {
    await expect(within(60_000, 'nothing', Promise.resolve(7))).resolves.toBe(7);
    await expect(within(60_000, 'nothing', Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });

  it('says what was waited for, and how long', async () => {
    const late = within(20, 'no answer to the join', never);
    await expect(late).rejects.toThrow('no answer to the join within 0.02 s');
    await expect(late).rejects.toBeInstanceOf(Overdue);
  });

  it('ends with its signal, before and after it is given', async () => {
    const abort = new AbortController();
    const waiting = within(60_000, 'nothing', never, abort.signal);
    abort.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(within(60_000, 'nothing', never, abort.signal)).rejects.toThrow('enough');
    await expect(within(60_000, 'nothing', never, AbortSignal.abort('a word'))).rejects.toThrow('interrupted');
  });

  it('leaves a failure that comes too late to nobody', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', note);
    let fail: (error: Error) => void = () => undefined;
    const work = new Promise<void>((_resolve, reject) => (fail = reject));
    await expect(within(1, 'nothing', work)).rejects.toBeInstanceOf(Overdue);
    fail(new Error('too late'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});

describe('settled', () => {
  it.each([
    ['nothing to wait for', () => undefined, true],
    ['good', () => Promise.resolve(), true],
    ['bad', () => Promise.reject(new Error('gone')), true],
    ['never', () => never, false],
  ])('%s', async (_, work, ended) => expect(await settled(20, work())).toBe(ended));
});

describe('endedWithin', () => {
  it('kills what does not go, and leaves behind what is not gone even then', async () => {
    let killed = 0;
    await endedWithin(20, Promise.resolve(), () => killed++);
    expect(killed).toBe(0);
    let gone: () => void = () => undefined;
    await endedWithin(20, new Promise<void>((resolve) => (gone = resolve)), () => {
      killed++;
      gone();
    });
    expect(killed).toBe(1);
    await endedWithin(20, never, () => killed++);
    expect(killed).toBe(2);
  });
});
