import { describe, expect, it } from 'vitest';
import { ORIGIN, play, type AgentScript } from './play.js';
import { scene, type TurnSketch } from './scene.js';

const LEAD = 20; // what plays at once still leaves on a whole frame
const CONFIRM = 250;

describe('ordinary turns', () => {
  it('are 0.5 s apart, voiced end to voiced start, whatever the agent does', () => {
    const turns: TurnSketch[] = [
      { id: 'a', label: 'N1', voiced: 1000, lead: 130 },
      { id: 'b', label: 'N2', voiced: 700, lead: 310, speaker: 'bob' },
      { id: 'c', label: 'N3', voiced: 400 },
    ];
    for (const runs of [[], [[0, 9000]], [[1000, 1600]]] as [number, number][][]) {
      const played = play(scene(turns), { runs });
      expect(played.turns['b']!.from - played.turns['a']!.to).toBe(500);
      expect(played.turns['c']!.from - played.turns['b']!.to).toBe(500);
      expect(played.end).toBe(played.turns['c']!.to + 2000);
    }
  });

  it('follow what was played, not what was planned, when a turn left late', () => {
    const played = play(scene([{ id: 'a' }, { id: 'b' }]), {}, (id) => (id === 'a' ? 37 : 0));
    expect(played.turns['b']!.from).toBe(ORIGIN + 37 + 1000 + 500);
  });

  it('keep a gap that is shorter than the lead of the next clip', () => {
    const played = play(
      scene([
        { id: 'a', voiced: 3000 },
        { id: 'b', lead: 900, speaker: 'bob' },
      ]),
    );
    expect(played.turns['b']!.from - played.turns['a']!.to).toBe(500);
  });
});

describe('after a request (T)', () => {
  const END = ORIGIN + 1000;
  const request: TurnSketch[] = [
    { id: 'q', label: 'T' },
    { id: 'n', label: 'N2' },
  ];
  // [name, agent, when the next turn is decided on, mark]
  const table: [string, AgentScript, number, string][] = [
    ['no speech: 5 s and the time to confirm', {}, END + 5000 + CONFIRM, 'no-answer'],
    ['an answer, then 2 s of silence', { runs: [[END + 1000, END + 3000]] }, END + 5000, 'answered'],
    ['an onset exactly 5 s after counts', { runs: [[END + 5000, END + 6000]] }, END + 8000, 'answered'],
    ['an onset 5.001 s after does not', { runs: [[END + 5001, END + 6000]] }, END + 5250, 'no-answer'],
    ['an onset at 4.9 s, confirmed at 5.15 s', { runs: [[END + 4900, END + 6000]], onAfter: 250 }, END + 8000, 'answered'],
    ['speech going on counts', { runs: [[END - 500, END + 300]] }, END + 2300, 'answered'],
    ['speech that ended before, confirmed late, does not', { runs: [[END - 500, END - 50]] }, END + 5250, 'no-answer'],
    ['it restarts the silence', { runs: [[END + 500, END + 1000], [END + 2900, END + 3500]] }, END + 5500, 'answered'], // prettier-ignore
    ['a pause of exactly 2 s is enough', { runs: [[END + 500, END + 1000], [END + 3000, END + 3500]] }, END + 3000, 'answered'], // prettier-ignore
    ['a run of 119 ms restarts nothing', { runs: [[END + 500, END + 1500], [END + 2000, END + 2119]] }, END + 3500, 'answered'], // prettier-ignore
    ['a run of 120 ms does', { runs: [[END + 500, END + 1500], [END + 2000, END + 2120]] }, END + 4120, 'answered'], // prettier-ignore
    ['a run of 119 ms is no answer', { runs: [[END + 500, END + 619]] }, END + 5250, 'no-answer'],
    ['an onset in the last 30 ms of the silence is given time', { runs: [[END + 500, END + 1000], [END + 2970, END + 3500]] }, END + 5500, 'answered'], // prettier-ignore
    ['a click there costs 250 ms from its onset and no more', { runs: [[END + 500, END + 1000]], clicks: [END + 2900] }, END + 3150, 'answered'], // prettier-ignore
    ['a click early in the silence costs nothing', { runs: [[END + 500, END + 1000]], clicks: [END + 1500] }, END + 3000, 'answered'],
    ['the cap counts from the new onset', { runs: [[END + 1500, END + 90_000]] }, END + 61_500, 'truncated'],
    ["the cap counts from the request's end when speech was going on", { runs: [[END - 100, END + 90_000]] }, END + 60_000, 'truncated'],
    ["the cap counts from the request's end when a bridged pause lies there", { runs: [[END - 2000, END - 300], [END + 500, END + 90_000]] }, END + 60_000, 'truncated'], // prettier-ignore
    ['a pause of more than 800 ms there makes a new onset', { runs: [[END - 2000, END - 300], [END + 501, END + 90_000]] }, END + 60_501, 'truncated'], // prettier-ignore
    ['a silence that would end after the cap is cut by it', { runs: [[END + 1000, END + 60_000]] }, END + 61_000, 'truncated'],
  ];
  it.each(table)('%s', (_name, agent, decided, mark) => {
    const played = play(scene(request), agent);
    expect(played.marks[`${mark} q`]).toBe(decided);
    expect(played.turns['n']!.from).toBe(decided + LEAD);
    expect(played.marks['request-end q']).toBe(END);
    expect(played.marks['onset-window-end q']).toBe(END + 5000);
  });

  it('gives up within the cap even when the agent never stops and restarts all the time', () => {
    const runs = Array.from({ length: 60 }, (_, i): [number, number] => [END + 1000 + i * 2100, END + 1000 + i * 2100 + 600]);
    expect(play(scene(request), { runs }).marks['truncated q']).toBe(END + 61_000);
  });
});

describe('N4', () => {
  const pair: TurnSketch[] = [
    { id: 'q', label: 'N4Q', voiced: 1000 },
    { id: 'r', label: 'N4R', voiced: 1200 },
    { id: 'n', label: 'N2' },
  ];
  it.each([[[]], [[[1500, 9000]]], [[[0, 20_000]]], [[[ORIGIN + 3990, 6000]]]] as [number, number][][][])(
    'the resolution comes exactly 3 s after the request, agent %j',
    (runs) => {
      const { turns } = play(scene(pair), { runs });
      expect(turns['r']!.from - turns['q']!.to).toBe(3000);
    },
  );
  it.each([
    [1200, 2000],
    [1500, 2000],
    [3400, 3900],
  ])('an N4R of %i ms is observed for %i ms from its first sample', (voiced, observed) => {
    const [q, r, n] = pair as [TurnSketch, TurnSketch, TurnSketch];
    const played = play(scene([q, { ...r, voiced }, n]), { runs: [[0, 30_000]] });
    const { turns } = played;
    expect(turns['n']!.from - turns['r']!.from).toBe(observed);
    expect(played.marks['observation-end r']).toBe(turns['n']!.from);
    expect(played.marks['answer-window-end q']).toBe(turns['r']!.from);
  });
});

describe('the end of a scene', () => {
  it.each([
    ['an ordinary turn', { id: 'z', label: 'N2' }, 2000],
    ['a resolution', { id: 'z', label: 'N4R', voiced: 300 }, 2000],
    ['a fixed hold', { id: 'z', label: 'N4Q' }, 5000],
    [
      'an unanswered plain turn',
      { id: 'z', hold: { kind: 'answer', onsetWithin: 48_000, silence: 96_000, cap: 480_000 } },
      1000 + CONFIRM + 2000,
    ],
  ] as [string, TurnSketch, number][])('comes after %s', (_name, last, after) => {
    const played = play(scene([{ id: 'a' }, last]));
    expect(played.outcome).toBe('complete');
    expect(played.end - played.turns['z']!.to).toBe(after);
  });
  it('comes after the tail when there is nothing to play', () => {
    expect(play(scene([])).end).toBe(ORIGIN + 2000);
  });
});
