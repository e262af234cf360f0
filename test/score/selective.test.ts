import { describe, expect, it } from 'vitest';
import { answerRule } from '../../src/score/selective-answer.js';
import { resolutionRule } from '../../src/score/selective-yield.js';
import { at, reply, run, speechOf, windowOf, windowsOf, lost, type SceneSpec } from './fixtures.js';

const END = 10_000;
type Runs = readonly (readonly [number, number])[];

/** protocols/selective-participation.md, "The picture in the paper, as tests": onset or stretch, in ms from the request's end. */
const ANSWERS: readonly (readonly [string, Runs, boolean, boolean])[] = [
  ['onset 1.2 s after request_end', [[1200, 3000]], true, true],
  ['onset exactly 5.000 s after', [[5000, 6000]], true, true],
  ['onset 5.001 s after', [[5001, 6000]], false, false],
  ['from 0.5 s before request_end on, without a break', [[-500, 3000]], false, true],
  [
    'stops 0.9 s before request_end, new onset 0.4 s after',
    [
      [-2000, -900],
      [400, 2000],
    ],
    true,
    true,
  ],
  [
    'stops 0.3 s before request_end, resumes 0.3 s after',
    [
      [-2000, -300],
      [300, 2000],
    ],
    false,
    true,
  ],
  // And the borders between these rows.
  ['none', [], false, false],
  ['stops exactly at request_end', [[-500, 0]], false, false],
  ['onset exactly at request_end', [[0, 1000]], false, true],
  ['a burst of 119 ms is no speech', [[1000, 1119]], false, false],
  ['a burst of 120 ms is', [[1000, 1120]], true, true],
  [
    'a pause of 800 ms over request_end is bridged',
    [
      [-2000, -400],
      [400, 2000],
    ],
    false,
    true,
  ],
  [
    'a pause of 801 ms is not',
    [
      [-2000, -401],
      [400, 2000],
    ],
    true,
    true,
  ],
];

describe('new initiation and presence', () => {
  it.each(ANSWERS)('%s', (_what, runs, initiation, presence) => {
    const spec: SceneSpec = {
      turns: [{ id: 't', from: END - 3000, to: END, expect: reply(), over: { label: 'T' } }],
      agent: runs.map(([from, to]) => [END + from, END + to] as const),
    };
    expect(windowOf(spec, 't/new-initiation').verdict).toBe(initiation ? 'pass' : 'fail');
    expect(windowOf(spec, 't/response-presence').verdict).toBe(presence ? 'pass' : 'fail');
  });

  it('moves with a single sample at the 5 s border and at the request end', () => {
    const onsetAt = (samples: number) =>
      speechOf([{ ...run(0, 0), from: at(END + 5000), to: at(END + 6000) }]).segments.map((s) => ({
        ...s,
        from: (s.from + samples) as typeof s.from,
      }));
    expect(answerRule(onsetAt(0), at(END)).newInitiation).toBe(true);
    expect(answerRule(onsetAt(1), at(END)).newInitiation).toBe(false);
    const endsAt = (samples: number) => [{ ...run(END - 1000, END), to: (at(END) + samples) as ReturnType<typeof at> }];
    expect(answerRule(endsAt(0), at(END)).speakingAtEnd).toBe(false);
    expect(answerRule(endsAt(1), at(END)).speakingAtEnd).toBe(true);
  });

  it('is within uncertainty where an edge may lie on either side of a border, and only there', () => {
    const spec = (onset: number, plusMinus: number): SceneSpec => ({
      turns: [{ id: 't', from: END - 3000, to: END, expect: reply(), over: { label: 'T' } }],
      agent: [[END + onset, END + onset + 1000, plusMinus]],
    });
    expect(windowOf(spec(4995, 10), 't/new-initiation').verdict).toBe('within-uncertainty');
    expect(windowOf(spec(5005, 10), 't/new-initiation').verdict).toBe('within-uncertainty');
    expect(windowOf(spec(5010, 10), 't/new-initiation').verdict).toBe('within-uncertainty');
    expect(windowOf(spec(5011, 10), 't/new-initiation').verdict).toBe('fail');
    expect(windowOf(spec(4990, 10), 't/new-initiation').verdict).toBe('pass');
    expect(windowOf(spec(4985, 10), 't/new-initiation').verdict).toBe('pass');
    expect(windowOf(spec(5015, 10), 't/new-initiation').verdict).toBe('fail');
    expect(windowOf(spec(5, 10), 't/new-initiation').verdict).toBe('within-uncertainty');
    expect(windowOf(spec(5, 10), 't/response-presence').verdict).toBe('pass');
  });
});

/** The N4 table: Q ends at 0, R = 3.0 s; in ms. Q is 1.5 s long. */
const RESOLUTIONS: readonly (readonly [string, Runs, number, boolean, boolean | undefined, boolean])[] = [
  ['1.0 to 4.5', [[1000, 4500]], 1200, true, true, true],
  ['1.0 to 5.0 (offset exactly R + 2.0)', [[1000, 5000]], 1200, true, true, true],
  ['1.0 to 5.02', [[1000, 5020]], 1200, true, false, true],
  [
    '1.0 to 4.0, again 4.9 to 6',
    [
      [1000, 4000],
      [4900, 6000],
    ],
    1200,
    true,
    false,
    true,
  ],
  ['starts during Q, runs to 4.0', [[-500, 4000]], 1200, false, undefined, true],
  ['0.5 to 2.5', [[500, 2500]], 1200, false, undefined, true],
  ['none', [], 1200, false, undefined, false],
  [
    'with N4R 3.4 s long: 1.0 to 4.0, again 6.5',
    [
      [1000, 4000],
      [6500, 7500],
    ],
    3400,
    true,
    false,
    true,
  ],
  // And the borders between these rows.
  [
    'again exactly at the end of the observation, closed',
    [
      [1000, 4000],
      [5000, 6000],
    ],
    1200,
    true,
    false,
    true,
  ],
  [
    'again 1 ms after the end of the observation',
    [
      [1000, 4000],
      [5001, 6000],
    ],
    1200,
    true,
    true,
    true,
  ],
  [
    'N4R of 1.5 s ends the observation at R + 2.0 too',
    [
      [1000, 4000],
      [5001, 6000],
    ],
    1500,
    true,
    true,
    true,
  ],
  [
    'N4R of 1.502 s does not',
    [
      [1000, 4000],
      [5001, 6000],
    ],
    1502,
    true,
    false,
    true,
  ],
  ['onset exactly at R', [[3000, 4000]], 1200, true, true, true],
  ['onset exactly at Q end', [[0, 4000]], 1200, false, undefined, true],
  [
    'offset exactly at Q start',
    [
      [-2500, -1500],
      [1000, 4000],
    ],
    1200,
    true,
    true,
    true,
  ],
  ['offset exactly at R: silent at R', [[1000, 3000]], 1200, false, undefined, true],
  ['onset 1 ms after R: no response either', [[3001, 4000]], 1200, false, undefined, false],
];

describe('answer window yield and window response', () => {
  it.each(RESOLUTIONS)('%s', (_what, runs, length, eligible, pass, response) => {
    const spec: SceneSpec = {
      turns: [
        { id: 'q', from: END - 1500, to: END, expect: { kind: 'may-answer' }, over: { label: 'N4Q' } },
        { id: 'r', from: END + 3000, to: END + 3000 + length, over: { label: 'N4R' } },
      ],
      agent: runs.map(([from, to]) => [END + from, END + to] as const),
    };
    const score = windowOf(spec, 'r/answer-window-yield');
    expect(score.details['eligible']).toBe(eligible);
    expect(score.counted).toBe(eligible);
    expect(score.verdict).toBe(pass === undefined ? 'unscored' : pass ? 'pass' : 'fail');
    expect(windowOf(spec, 'r/window-response').verdict).toBe(response ? 'pass' : 'fail');
  });

  it('moves with a single sample at R + 2.0 s and at R', () => {
    const n4 = { questionStart: at(-1500), questionEnd: at(0), start: at(3000), end: at(4200) };
    const runTo = (samples: number) => [{ ...run(1000, 5000), to: (at(5000) + samples) as ReturnType<typeof at> }];
    expect(resolutionRule(runTo(0), n4).pass).toBe(true);
    expect(resolutionRule(runTo(1), n4).pass).toBe(false);
    const until = (samples: number) => [{ ...run(1000, 3000), to: (at(3000) + samples) as ReturnType<typeof at> }];
    expect(resolutionRule(until(0), n4).eligible).toBe(false);
    expect(resolutionRule(until(1), n4).eligible).toBe(true);
  });

  it('is asked of an N4R after its N4Q only', () => {
    const labels = (first: 'N4Q' | 'N1', second: 'N4R' | 'N1') =>
      windowsOf({
        turns: [
          { id: 'q', from: 0, to: 1000, over: { label: first } },
          { id: 'r', from: 4000, to: 5000, over: { label: second } },
        ],
        agent: [],
      }).map((one) => one.measure);
    expect(labels('N4Q', 'N4R')).toEqual(['answer-window-yield', 'window-response']);
    expect(labels('N1', 'N4R')).toEqual([]);
    expect(labels('N4Q', 'N1')).toEqual([]);
  });

  it('is within uncertainty where an edge lies at a border, of the eligibility or of the verdict', () => {
    const verdict = (from: number, to: number) => {
      const { verdict: is, counted } = windowOf(
        {
          turns: [
            { id: 'q', from: END - 1500, to: END, over: { label: 'N4Q' } },
            { id: 'r', from: END + 3000, to: END + 4200, over: { label: 'N4R' } },
          ],
          agent: [[END + from, END + to, 10]],
        },
        'r/answer-window-yield',
      );
      return [is, counted];
    };
    expect(verdict(1000, 5005)).toEqual(['within-uncertainty', true]);
    expect(verdict(1000, 4989)).toEqual(['pass', true]);
    expect(verdict(1000, 5011)).toEqual(['fail', true]);
    expect(verdict(5, 4000)).toEqual(['within-uncertainty', false]);
    expect(verdict(1000, 2989)).toEqual(['unscored', false]);
    expect(verdict(1000, 2995)).toEqual(['within-uncertainty', false]);
    expect(verdict(1000, 3005)).toEqual(['within-uncertainty', false]);
  });

  it('cannot be told where the agent’s audio was lost from the question to the end of the observation', () => {
    const spec = (from: number, to: number): SceneSpec => ({
      turns: [
        { id: 'q', from: END - 1500, to: END, over: { label: 'N4Q' } },
        { id: 'r', from: END + 3000, to: END + 4200, over: { label: 'N4R' } },
      ],
      agent: [[END + 1000, END + 4000]],
      holes: [lost(END + from, END + to)],
    });
    expect(windowOf(spec(4500, 4700), 'r/answer-window-yield').verdict).toBe('unscored');
    expect(windowOf(spec(4500, 4700), 'r/window-response').verdict).toBe('unscored');
    expect(windowOf(spec(5001, 5500), 'r/answer-window-yield').verdict).toBe('pass');
    expect(windowOf(spec(-2000, -1500), 'r/answer-window-yield').verdict).toBe('pass');
  });

  it('prints the funnel', () => {
    const spec: SceneSpec = {
      turns: [
        { id: 'q', from: END - 1500, to: END, over: { label: 'N4Q' } },
        { id: 'r', from: END + 3000, to: END + 4200, over: { label: 'N4R' } },
      ],
      agent: [[END + 500, END + 2500]],
    };
    const { details, reason } = windowOf(spec, 'r/answer-window-yield');
    expect(details).toEqual({
      eligible: false,
      windowResponse: true,
      silentInQuestion: true,
      onsetInWindow: true,
      speakingAtResolution: false,
    });
    expect(reason).toBe('not eligible: was silent again when the resolution began');
  });
});
