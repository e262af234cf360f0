/** Participants of known truth on a few generated pairs; more by `npm run verify`, 2,000 by `npm run bench -- selective`. */
import { describe, expect, it } from 'vitest';
import { verified } from '../../bench/selective/all.js';
import { playFile } from '../../bench/selective/file.js';
import { generatedPairs } from '../../bench/selective/pairs.js';
import { addScene, noCounts, RULES, type ScriptedTurn } from '../../bench/selective/truth.js';

const PAIRS = 6;

describe('selective participation, against participants of known truth', () => {
  it('every count of a pair is what the rule says, with sound through the VAD', { timeout: 300_000 }, async () => {
    const { wrong, sessions } = verified([await playFile(await generatedPairs(1, 9))]);
    expect(wrong).toEqual([]);
    expect(sessions).toBe(2 * RULES.length);
  });

  it('every score, diagnostic and funnel count of some pairs is what the rule says, by edges', { timeout: 300_000 }, async () => {
    const played = await playFile(await generatedPairs(PAIRS, 5), 'edges');
    const { summary, wrong, sessions } = verified([played]);
    expect(wrong).toEqual([]);
    expect(sessions).toBe(2 * PAIRS * RULES.length);
    const of = (agent: string, condition = 'explicit') => summary.scores.find((one) => one.agent === agent && one.condition === condition)!;
    // What the rules say in words.
    expect(of('silent')).toMatchObject({ newInitiation: { successes: 0, windows: PAIRS }, funnel: { voiced: 0 } });
    expect(of('silent').silence.successes).toBe(of('silent').silence.windows);
    for (const condition of ['explicit', 'implicit'])
      expect(of('answers T only', condition)).toMatchObject({
        newInitiation: { successes: PAIRS },
        responsePresence: { successes: PAIRS },
        windowResponse: { successes: 0 },
      });
    expect(of('always talking')).toMatchObject({
      newInitiation: { successes: 0 },
      responsePresence: { successes: PAIRS },
      identity: { alreadySpeaking: PAIRS, holds: true },
      funnel: { voiced: PAIRS, eligibleNew: 0, atResolution: 0 },
    });
    expect(
      [of('yields in time'), of('yields late'), of('pauses and resumes')].map(({ funnel }) => [funnel.atResolution, funnel.yielded]),
    ).toEqual([
      [PAIRS, PAIRS],
      [PAIRS, 0],
      [PAIRS, 0],
    ]);
    expect([of('name-triggered').responsePresence.successes, of('name-triggered', 'implicit').responsePresence.successes]).toEqual([
      PAIRS,
      0,
    ]);
    // By duration alone nothing passes; with words the acknowledgements do.
    expect(of('answers everything').silenceByDuration[0]?.pass).toBe(0);
    expect(of('answers everything').silence.successes).toBeGreaterThan(0);
    // The fourth pair's answers are wrong.
    expect(of('answers T only').answerAccuracy).toMatchObject({ successes: PAIRS - 1, windows: PAIRS });
    expect(of('silent')).not.toHaveProperty('answerAccuracy');
  });

  it('the truth of a scene worked out by hand', () => {
    const turn = (label: string, lengthMs: number, named = false): ScriptedTurn => ({ label, named, lengthMs });
    // N1 0 to 1.6 s; T 2.1 to 4.1; its answer 4.35 to 5.5; N2 from 7.75 on.
    const scene = [turn('N1', 1600, true), turn('T', 2000), turn('N2', 1600), turn('N4Q', 1200), turn('N4R', 800), turn('N3', 2000)];
    const of = (name: string) => {
      const counts = noCounts();
      addScene(
        counts,
        RULES.find((rule) => rule.name === name)!,
        scene,
      );
      return counts;
    };
    expect(of('answers T only')).toMatchObject({ newInitiation: [1, 1], silence: [3, 3], byDuration: [3, 3, 3, 3, 3] });
    expect(of('name-triggered')).toMatchObject({
      newInitiation: [0, 1],
      responsePresence: [0, 1],
      silence: [2, 3],
      byDuration: [2, 2, 2, 3, 3],
    });
    // Speaks until R + 2.65 s; N3 begins at R + max(2.0, 0.8 + 0.5) s.
    expect(of('yields late')).toMatchObject({ answerWindowYield: [0, 1], silence: [2, 3], funnel: { eligibleNew: 1, yielded: 0 } });
    expect(of('yields in time')).toMatchObject({ answerWindowYield: [1, 1], silence: [3, 3] });
    expect(of('always talking')).toMatchObject({ alreadySpeaking: 1, windowResponse: [1, 1], answerWindowYield: [0, 0], silence: [0, 3] });
  });
});
