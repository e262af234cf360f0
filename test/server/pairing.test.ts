import { TrackType } from '@livekit/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pairSections, type Pairable } from '../../simulator/server/pairing.js';
import type { MediaSection } from '../../simulator/server/sdp.js';

interface Named extends Pairable {
  readonly name: string;
}
const track = (name: string, cid: string, senderId?: string, type = TrackType.AUDIO): Named => ({ name, cid, senderId, info: { type } });
const section = (mid: string, cid: string | undefined, sending = true, kind = 'audio'): [string, MediaSection] => [
  mid,
  { mid, kind, cid, sending, opus: 111, red: 63, levelExtension: undefined },
];
const names = (sections: [string, MediaSection][], live: Named[], announced: Named[]): Record<string, string> =>
  Object.fromEntries([...pairSections(new Map(sections), live, announced)].map(([mid, { name }]) => [mid, name]));

describe('sections and tracks', () => {
  test('an announced track goes with the section that names it', () => {
    expect(names([section('14', 'y'), section('15', 'x')], [], [track('X', 'x'), track('Y', 'y')])).toEqual({ 14: 'Y', 15: 'X' });
  });

  test('the same track object again: its old section is inactive, the new one has a random name', () => {
    expect(names([section('14', 'x', false), section('15', 'random')], [], [track('again', 'x')])).toEqual({ 15: 'again' });
  });

  test('the same track object twice: the first keeps its section', () => {
    const live = [track('first', 'x', 'x')];
    expect(names([section('14', 'x'), section('15', 'random')], live, [track('second', 'x')])).toEqual({ 14: 'first', 15: 'second' });
  });

  test('a live track under a random name keeps its section, whatever is announced', () => {
    const live = [track('again', 'x', 'random')];
    expect(names([section('15', 'random'), section('16', 'y')], live, [track('other', 'x'), track('Y', 'y')])).toEqual({
      15: 'again',
      16: 'Y',
    });
  });

  test('names go before the order of announcements', () => {
    expect(names([section('14', 'random'), section('15', 'x')], [], [track('X', 'x'), track('R', 'r')])).toEqual({ 14: 'R', 15: 'X' });
  });

  test('video, and sections that do not send, carry nothing', () => {
    const sections = [section('7', undefined), section('8', 'x', false), section('9', 'x', true, 'video')];
    expect(names(sections, [], [track('X', 'x')])).toEqual({});
    expect(names([section('7', 'v')], [], [track('V', 'v', undefined, TrackType.VIDEO)])).toEqual({});
  });

  test('no track is in two sections, and no section without a track while one is left', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', undefined);
    const sections = fc.array(fc.tuple(id, fc.boolean()), { maxLength: 6 });
    const tracks = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), id), { maxLength: 6 });
    fc.assert(
      fc.property(sections, tracks, tracks, (some, live, announced) => {
        const offered = some.map(([cid, sending], i) => section(String(i), cid, sending));
        const waiting = announced.map(([cid], i) => track(`announced ${i}`, cid));
        const paired = names(
          offered,
          live.map(([cid, sender], i) => track(`live ${i}`, cid, sender)),
          waiting,
        );
        const taken = Object.values(paired).filter((name) => name.startsWith('announced'));
        expect(new Set(taken).size).toBe(taken.length);
        const open = offered.filter(([mid, { cid, sending }]) => sending && cid !== undefined && paired[mid] === undefined);
        if (open.length > 0) expect(taken).toHaveLength(waiting.length);
      }),
    );
  });
});
