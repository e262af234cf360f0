/** All recordings with known truth, on the agent's channel: counts must be exact, errors are printed per family. */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sileroDetector } from '../../src/vad/silero.js';
import { hear, quantile, scenesIn, type Heard } from '../vad/support/recordings.js';

const FOLDER = join(process.env['TURNRIG_SHARED'] ?? '../shared', 'vectors/recordings');

describe('recordings with known truth, all families', () => {
  const families = new Map<string, Heard[]>();
  const all = (): Heard[] => [...families.values()].flat();

  beforeAll(async () => {
    const detector = await sileroDetector();
    for (const scene of scenesIn(FOLDER)) {
      const heard = await hear(FOLDER, scene, detector);
      families.set(scene.family, [...(families.get(scene.family) ?? []), heard]);
    }
    const ms = (value: number): string => (Number.isNaN(value) ? '-' : value.toFixed(1));
    const row = (heard: readonly Heard[]): Record<string, string | number> => {
      const errors = heard.flatMap((one) => one.errors);
      const of = (pick: (error: (typeof errors)[number]) => number, p: number): string => ms(quantile(errors.map(pick), p));
      const covered = errors.filter((e) => e.fromCovered).length + errors.filter((e) => e.toCovered).length;
      return {
        stretches: errors.length,
        'onset p50': of((e) => e.from, 0.5),
        'onset p95': of((e) => e.from, 0.95),
        '-22 dB p50': of((e) => e.strongFrom, 0.5),
        '-22 dB p95': of((e) => e.strongFrom, 0.95),
        'offset p50': of((e) => e.to, 0.5),
        'offset p95': of((e) => e.to, 0.95),
        covered: `${covered}/${2 * errors.length}`,
      };
    };
    console.log('errors in ms against the manifest (edge, and the edge at -22 dB under the peak)');
    console.table(
      Object.fromEntries([...[...families].map(([family, heard]) => [family, row(heard)] as const), ['all', row(all())] as const]),
    );
  });

  it('finds every stretch, invents none, and bridges no pause that the truth has', () => {
    const wrong = all()
      .filter(({ missed, invented, merged }) => missed + invented + merged > 0)
      .map(({ scene, missed, invented, merged }) => ({ id: scene.id, missed, invented, merged }));
    expect(wrong).toEqual([]);
  });

  it('finds edges within 5 ms (p95, all families) and within 5 ms on the families that move onsets', () => {
    const errors = all().flatMap(({ errors: e }) => e);
    expect(
      quantile(
        errors.map((e) => e.from),
        0.95,
      ),
    ).toBeLessThan(5);
    expect(
      quantile(
        errors.map((e) => e.to),
        0.95,
      ),
    ).toBeLessThan(5);
    for (const [family, heard] of families) {
      if (!/^[A-E]|^L/.test(family)) continue;
      expect(
        quantile(
          heard.flatMap((one) => one.errors.map((e) => e.from)),
          0.95,
        ),
        family,
      ).toBeLessThan(5);
    }
  });

  it('covers the truth with its stated intervals in at least 94 of 100 edges', () => {
    const errors = all().flatMap(({ errors: e }) => e);
    const covered = errors.filter((e) => e.fromCovered).length + errors.filter((e) => e.toCovered).length;
    expect(covered / (2 * errors.length)).toBeGreaterThan(0.94);
  });

  it('keeps every blip of the truth as a blip and calls nothing else one', () => {
    for (const { scene, speech } of all()) {
      const blips = (scene.nonspeech ?? []).filter(({ kind }) => kind === 'blip');
      expect(speech.blips.length, scene.id).toBe(blips.length);
    }
  });
});
