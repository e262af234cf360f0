/** Soft onsets as their own family (measurement.md, Edges): what their widened interval states, and what it does not hold. */
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { softOnsets } from '../../bench/soft-onsets/family.js';
import { onsetError, quantile, share, type OnsetError } from '../../bench/soft-onsets/measure.js';
import { softSpeech } from '../../bench/soft-onsets/voices.js';
import { sileroDetector } from '../../src/vad/silero.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const errors: OnsetError[] = [];
let made = 0;

beforeAll(async () => {
  const detector = await sileroDetector();
  const family = await softOnsets(await softSpeech(root));
  made = family.length;
  for (const one of family) {
    const error = await onsetError(one, detector);
    if (error) errors.push(error);
  }
});

const covered = (list: readonly OnsetError[]): number => share(list.map(({ coversEdge }) => coversEdge));

describe('soft onsets', () => {
  it('are of five synthetic voices and four humans at least, and every one is found', () => {
    const voices = new Set(errors.map(({ one }) => one.voice));
    expect([...voices].filter((voice) => !voice.startsWith('human')).length).toBeGreaterThanOrEqual(5);
    expect([...voices].filter((voice) => voice.startsWith('human')).length).toBeGreaterThanOrEqual(4);
    expect(errors).toHaveLength(made);
  });
  it('are flagged where more than 20 ms lie between -40 and -22 dB, and widened by at least as much', () => {
    expect(errors.filter(({ softnessMs, soft }) => softnessMs > 20 && !soft)).toEqual([]);
    expect(errors.filter(({ soft, plusMinusMs, softnessMs }) => soft && plusMinusMs < softnessMs)).toEqual([]);
    expect(share(errors.filter(({ one }) => one.kind === 'spoken').map(({ soft }) => soft))).toBeGreaterThan(0.5);
  });
  it('flagged ones hold the onset at -40 dB in their interval in 95 of 100', () => {
    expect(covered(errors.filter(({ soft }) => soft))).toBeGreaterThanOrEqual(0.95);
  });
  it('of humans, at label or level, are held in 75 of 100', () => {
    expect(covered(errors.filter(({ one }) => one.kind === 'human'))).toBeGreaterThanOrEqual(0.75);
  });
  it('linear fades of up to 300 ms move the onset by less than 5 ms', () => {
    const fades = errors.filter(({ one }) => one.kind === 'fade, linear');
    expect(
      quantile(
        fades.map(({ edgeMs }) => Math.abs(edgeMs)),
        0.95,
      ),
    ).toBeLessThan(5);
  });
  it('known limit: weak starts behind a dip are taken for another sound, and their interval does not say so (docs/measured.md)', () => {
    const unsaid = errors.filter(({ coversEdge, edgeMs }) => !coversEdge && Math.abs(edgeMs) > 20);
    expect(unsaid.length / errors.length).toBeLessThan(0.1);
    // Always late: a word is never said to begin in the silence before it.
    expect(unsaid.filter(({ edgeMs }) => edgeMs < 0)).toEqual([]);
  });
});
