import { expect, it } from 'vitest';
import { LOG_MEL_FRAMES, LOG_MEL_SAMPLES, logMel } from '../../src/eot/log-mel.js';

/** Two and a half seconds of nothing, then a tone in noise that swells: by a formula that NumPy computes alike. */
const SOUND = Float32Array.from({ length: LOG_MEL_SAMPLES }, (_, i) => {
  if (i < 40_000) return 0;
  const noise = ((i * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648 - 0.5;
  return 0.4 * Math.sin((2 * Math.PI * 440 * i) / 16_000) + 0.05 * (1 + Math.cos(i / 7000)) * noise;
});

/** [band, frame, level]: of the extractor that smart-turn v3's authors publish, in NumPy, on the same sound. */
const REFERENCE: readonly (readonly [number, number, number])[] = [
  [0, 0, -0.28743],
  [0, 100, -0.28743],
  [0, 255, 0.29652],
  [0, 400, -0.28743],
  [0, 799, 0.76401],
  [3, 0, -0.28743],
  [3, 100, -0.28743],
  [3, 255, 0.24925],
  [3, 400, -0.28743],
  [3, 799, 0.75553],
  [17, 0, -0.28743],
  [17, 100, -0.28743],
  [17, 255, 0.41492],
  [17, 400, -0.28743],
  [17, 799, 0.69303],
  [40, 0, -0.28743],
  [40, 100, -0.28743],
  [40, 255, 0.56311],
  [40, 400, -0.27967],
  [40, 799, 0.5735],
  [79, 0, -0.28743],
  [79, 100, -0.28743],
  [79, 255, 0.94776],
  [79, 400, 0.10729],
  [79, 799, 0.93992],
];

it('makes the picture that the published extractor makes', () => {
  const picture = logMel(SOUND);
  expect(picture).toHaveLength(80 * 800);
  for (const [band, frame, level] of REFERENCE) expect(Math.abs(picture[band * LOG_MEL_FRAMES + frame]! - level)).toBeLessThan(2e-4);
  expect(new Set(REFERENCE.map(([, , level]) => level)).size).toBeGreaterThan(10);
});

it('wants eight seconds', () => {
  expect(() => logMel(new Float32Array(100))).toThrow('128000 samples are wanted');
});
