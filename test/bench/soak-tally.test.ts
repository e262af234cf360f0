import fc from 'fast-check';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Journal, JournalError } from '../../bench/soak/journal.js';
import type { RoundRecord } from '../../bench/soak/model.js';
import { isClean, kindOf, tally } from '../../bench/soak/tally.js';

const round = (number: number, more: Partial<RoundRecord> = {}): RoundRecord => ({
  server: 'embedded',
  version: '1',
  round: number,
  joins: [100, 200],
  heard: 4,
  expected: 4,
  troubles: [],
  stall: 20,
  crashes: [],
  pid: 7,
  rss: 100e6 + number * 1e6,
  ...more,
});

describe('the tally of a soak', () => {
  test('of nothing has no figures, and not zeros', () => {
    const none = tally([]);
    expect(none.joins).toEqual({ n: 0, p50: null, p95: null, p99: null, worst: null, slow: 0 });
    expect(none.memory).toBeNull();
    expect(isClean(none)).toBe(true);
  });

  test('counts crashes and troubles by kind, whatever their numbers', () => {
    const rounds = [
      round(0, { crashes: ['client SIGSEGV'] }),
      round(1, {
        crashes: ['client SIGSEGV', 'server SIGABRT'],
        troubles: ['publish: TR_AM12 timed out after 15 s', 'publish: TR_AM9 timed out after 3 s'],
      }),
    ];
    const result = tally(rounds);
    expect(result.crashes).toEqual({ 'client SIGSEGV': 2, 'server SIGABRT': 1 });
    expect(result.troubles).toEqual({ 'publish: ID timed out after N s': 2 });
    expect(isClean(result)).toBe(false);
  });

  test('holds what a starved client missed against nobody, but its crash', () => {
    const starved = tally([round(0, { stall: 501, troubles: ['a track stayed silent'] })]);
    expect(starved.troubles).toEqual({});
    expect(starved.starved).toEqual({ rounds: 1, troubles: { 'a track stayed silent': 1 } });
    expect(isClean(starved)).toBe(true);
    expect(isClean(tally([round(0, { stall: 501, crashes: ['client SIGSEGV'] })]))).toBe(false);
    expect(isClean(tally([round(0, { stall: 500, troubles: ['a track stayed silent'] })]))).toBe(false);
  });

  test('tells memory a join over one process of the server', () => {
    const rounds = [round(0), round(1), round(2), round(3, { pid: 8, rss: 5e6 })];
    expect(tally(rounds).memory).toEqual({ first: 100e6, last: 102e6, perJoin: 500_000 });
  });

  test('does not depend on the order of rounds', () => {
    const rounds = Array.from({ length: 8 }, (_, i) =>
      round(i, { joins: [i * 137, 1000 - i], crashes: i % 3 === 0 ? ['client hung'] : [] }),
    );
    const expected = tally(rounds);
    fc.assert(
      fc.property(fc.shuffledSubarray(rounds, { minLength: 8 }), (shuffled) => {
        expect(tally(shuffled)).toEqual(expected);
      }),
    );
  });

  test.each([
    ['join: wss://host:7880/rtc?x=1 refused', 'join: URL refused'],
    ['room RM_abc9 of PA_x1 gone', 'room ID of ID gone'],
    ['a track stayed silent', 'a track stayed silent'],
  ])('kind of %j', (message, kind) => expect(kindOf(message)).toBe(kind));
});

describe('the journal of a soak', () => {
  const settings = { rooms: 4, participants: 2, seconds: 3 };
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'turnrig-journal-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  test('gives back what was added, cut off anywhere', () => {
    const path = join(folder, 'whole');
    const journal = new Journal(path, settings);
    const rounds = [round(0), round(1, { troubles: ['a "quoted"\nline'] }), round(2, { crashes: ['client hung'] })];
    for (const one of rounds) journal.add(one);
    expect(new Journal(path, settings).rounds).toEqual(rounds);
    const text = readFileSync(path);
    const head = text.indexOf('\n') + 1;
    for (let at = head; at <= text.length; at += 7) {
      const cut = join(folder, `cut-${at}`);
      writeFileSync(cut, text.subarray(0, at));
      const again = new Journal(cut, settings);
      expect(rounds.slice(0, again.rounds.length)).toEqual(again.rounds);
      again.add(round(9));
      expect(new Journal(cut, settings).rounds.at(-1)).toEqual(round(9));
    }
  });

  test('of other settings, or of something else, is refused', () => {
    const path = join(folder, 'other');
    new Journal(path, settings).add(round(0));
    expect(() => new Journal(path, { ...settings, rooms: 5 })).toThrow(JournalError);
    writeFileSync(join(folder, 'text'), 'hello\n');
    expect(() => new Journal(join(folder, 'text'), settings)).toThrow(JournalError);
  });
});
