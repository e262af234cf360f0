/** The reference cases of selective participation (vectors/statistics/duplex_mpe.json), as speech that the schedule hears while it plays. */
import { expect } from 'vitest';
import type { DuplexCases } from '../score/duplex-mpe-cases.js';
import { ORIGIN, play } from './play.js';
import { scene } from './scene.js';

const ms = (seconds: number): number => Math.round(seconds * 1000);

/** The schedule waits for an answer exactly where the case has presence, and goes on after 5 s where it has not. @returns answers waited for */
export function checkWaits(cases: DuplexCases['T']): number {
  let waited = 0;
  for (const one of cases) {
    // The request begins at the scene's first moment and ends where the case says; positions of the case are those of the scene.
    const end = ms(one.request_end);
    const runs = one.segments.map(([from, to]) => [ORIGIN + ms(from), ORIGIN + ms(to)] as const);
    const played = play(
      scene([
        { id: 't', label: 'T', voiced: end },
        { id: 'n', label: 'N2' },
      ]),
      { runs },
    );
    expect(played.turns['t']!.to, JSON.stringify(one)).toBe(ORIGIN + end);
    const none = played.marks['no-answer t'];
    expect(none === undefined, JSON.stringify(one)).toBe(one.presence);
    if (none === undefined) waited++;
    else expect(none).toBe(ORIGIN + end + 5250);
  }
  return waited;
}

/** The resolution comes exactly 3 s after the question, and the next turn at the observation's end, whatever the agent of the case does. */
export function checkResolutionTimes(cases: DuplexCases['N4']): void {
  for (const one of cases) {
    const [q0, q1] = one.q.map(ms) as [number, number];
    const [r0, r1] = one.r.map(ms) as [number, number];
    const shift = ORIGIN - q0;
    const runs = one.segments.map(([from, to]) => [ms(from) + shift, ms(to) + shift] as const).filter(([from]) => from >= 0);
    const turns = [
      { id: 'q', label: 'N4Q', voiced: q1 - q0 },
      { id: 'r', label: 'N4R', voiced: r1 - r0 },
      { id: 'n', label: 'N2' },
    ] as const;
    const played = play(scene(turns), { runs });
    expect(played.turns['q'], JSON.stringify(one)).toMatchObject({ from: ORIGIN, to: q1 + shift });
    expect(played.turns['r'], JSON.stringify(one)).toMatchObject({ from: r0 + shift, to: r1 + shift });
    expect(played.turns['r']!.from - played.turns['q']!.to).toBe(3000);
    expect(played.marks['observation-end r']).toBe(Math.max(r0 + 2000, r1 + 500) + shift);
    expect(played.turns['n']!.from).toBe(played.marks['observation-end r']);
  }
}
