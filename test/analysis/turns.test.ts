/** Turns found on the user's channel, from made-up stretches of speech. Positions in ms. */
import { describe, expect, it } from 'vitest';
import { STEP } from '../../src/analysis/power.js';
import { findTurns } from '../../src/analysis/turns.js';
import { rigPos } from '../../src/time/position.js';
import { joinWithin } from '../../src/vad/hysteresis.js';
import { joinSegments } from '../../src/vad/find.js';
import type { AgentSpeech, Segment } from '../../src/vad/model.js';

type Stretch = readonly [from: number, to: number];

const segment = ([from, to]: Stretch): Segment => ({
  from: rigPos(from * 48),
  to: rigPos(to * 48),
  fromPlusMinus: 173,
  toPlusMinus: 173,
  strongFrom: rigPos(from * 48 + 100),
  softOnset: false,
  track: 'x',
});

function speech(runs: readonly Stretch[], sounds: readonly Stretch[] = []): AgentSpeech {
  const found = runs.map(segment);
  return {
    runs: found,
    segments: joinWithin(found, 800 * 48, joinSegments),
    blips: [],
    sounds: [...runs, ...sounds].map(([from, to]) => ({ from: rigPos(from * 48), to: rigPos(to * 48) })),
    holes: [],
  };
}

/** The loudness of a channel: speech at -20 dB, other sounds as told. */
function power(lengthMs: number, loud: readonly (readonly [Stretch, number])[]): Int8Array {
  const steps = new Int8Array(Math.ceil((lengthMs * 48) / STEP)).fill(-128);
  for (const [[from, to], db] of loud) steps.fill(db, Math.floor((from * 48) / STEP), Math.ceil((to * 48) / STEP));
  return steps;
}

function found(user: readonly Stretch[], agent: readonly Stretch[], sounds: readonly (readonly [Stretch, number])[] = []): string[] {
  const levels = power(60_000, [...user.map((one) => [one, -20] as const), ...sounds]);
  const turns = findTurns(
    speech(
      user,
      sounds.map(([one]) => one),
    ),
    speech(agent),
    levels,
    'found on channel 0',
  );
  return turns.map(
    ({ id, kind, from, to, parts }) => `${id} ${kind} ${from / 48}-${to / 48}${parts.length > 1 ? ` in ${parts.length}` : ''}`,
  );
}

describe('findTurns', () => {
  it.each<[string, Stretch[], Stretch[], string[]]>([
    [
      'an answer parts two turns',
      [
        [500, 2000],
        [6000, 7000],
      ],
      [[2500, 5500]],
      ['t1 respond 500-2000', 't2 respond 6000-7000'],
    ],
    [
      'a pause of 2 s in which nobody speaks is inside the turn',
      [
        [500, 2000],
        [4000, 5000],
      ],
      [[5500, 8000]],
      ['t1 respond 500-5000 in 2'],
    ],
    [
      'a longer one is not',
      [
        [500, 2000],
        [4001, 5000],
      ],
      [[5500, 8000]],
      ['t1 respond 500-2000', 't2 respond 4001-5000'],
    ],
    [
      'over an agent that speaks on, up to 800 ms',
      [
        [2000, 2500],
        [3300, 4000],
      ],
      [[500, 9000]],
      ['t1 stop 2000-4000 in 2'],
    ],
    [
      '... and no longer',
      [
        [2000, 2500],
        [3301, 4000],
      ],
      [[500, 9000]],
      ['t1 stop 2000-2500', 't2 stop 3301-4000'],
    ],
    [
      'an agent that jumps into a pause is no answer',
      [
        [500, 2000],
        [3000, 4000],
      ],
      [
        [2400, 3300],
        [4500, 6000],
      ],
      ['t1 respond 500-4000 in 2'],
    ],
    [
      'one that had spoken for more than a second is',
      [
        [500, 2000],
        [3600, 4500],
      ],
      [[2500, 3900]],
      ['t1 respond 500-2000', 't2 stop 3600-4500'],
    ],
    [
      'a short answer that was over is one',
      [
        [500, 2000],
        [3200, 4500],
      ],
      [[2400, 2900]],
      ['t1 respond 500-2000', 't2 respond 3200-4500'],
    ],
    [
      'a burst is none',
      [
        [500, 2000],
        [3200, 4500],
      ],
      [[2400, 2600]],
      ['t1 respond 500-4500 in 2'],
    ],
    [
      'one that stopped just as the user went on is none',
      [
        [500, 2000],
        [3000, 4500],
      ],
      [[2400, 2900]],
      ['t1 respond 500-4500 in 2'],
    ],
    [
      'a turn in a breath of the agent is a barge-in',
      [[3200, 4500]],
      [
        [500, 3000],
        [3700, 5000],
      ],
      ['t1 stop 3200-4500'],
    ],
  ])('%s', (_, user, agent, expected) => {
    expect(found(user, agent)).toEqual(expected);
  });

  it('a sound that is no speech, while the agent speaks, is a turn to ignore and interrupts no other', () => {
    expect(found([[1000, 2000]], [[2500, 6000]], [[[4000, 4200], -18]])).toEqual(['t1 respond 1000-2000', 'n1 ignore 4000-4200']);
  });

  it.each<[string, Stretch, number]>([
    ["outside of the agent's speech", [8000, 8200], -18],
    ['shorter than 50 ms', [4000, 4040], -18],
    ['far quieter than the voice', [4000, 4200], -45],
    ['next to a word', [2020, 2200], -18],
  ])('... but not one %s', (_, sound, db) => {
    expect(found([[1000, 2000]], [[2500, 6000]], [[sound, db]])).toEqual(['t1 respond 1000-2000']);
  });

  it('two beats of a cough are one', () => {
    expect(
      found(
        [],
        [[500, 6000]],
        [
          [[2000, 2100], -18],
          [[2300, 2400], -20],
        ],
      ),
    ).toEqual(['n1 ignore 2000-2400']);
  });
});
