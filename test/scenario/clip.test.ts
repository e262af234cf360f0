import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { activeLevelDb } from '../../src/media/active-level.js';
import { readAudio } from '../../src/media/audio-file.js';
import { writeWav } from '../../src/media/wav.js';
import { EDGE_MARGIN, joinParts, type SpokenPart } from '../../src/scenario/clip.js';
import { tone } from './fixture.js';

const RATE = 48_000;
/** A part whose margins hold a faint hum, as recordings do. */
function part(ms: number, pauseBefore = 0, around = 200): SpokenPart {
  const samples = tone(ms, around, 0.3, RATE);
  const edge = (around * RATE) / 1000;
  for (let i = 0; i < samples.length; i++) samples[i] = (samples[i] ?? 0) + 0.001 * Math.sin(i / 7);
  return { samples, voiced: { from: edge, to: samples.length - edge }, text: `${ms}`, source: 'one.wav', pauseBefore };
}
const voicedBytes = ({ clip, samples }: ReturnType<typeof joinParts>): number[][] =>
  clip.parts.map(({ from, to }) => [...samples.slice(from, to)]);

describe('parts joined', () => {
  it.each([0, 1, 480, 4_800, 19_200, 48_000])('a pause of %d samples lies exactly between voiced end and voiced start', (pause) => {
    const { clip } = joinParts([part(300), part(500, pause), part(200, 2 * pause)], -26);
    const [a, b, c] = clip.parts;
    expect(b!.from - a!.to).toBe(pause);
    expect(c!.from - b!.to).toBe(2 * pause);
    expect(clip.voiced).toEqual({ from: a!.from, to: c!.to });
    expect(b!.to - b!.from).toBe(24_000);
  });

  it('the speech is the same bytes whatever the pause is (live case C04)', () => {
    const at = (pause: number) => voicedBytes(joinParts([part(300), part(500, pause)], -26));
    expect(at(48_000)).toEqual(at(0));
    expect(at(1_001)).toEqual(at(0));
  });

  it('keeps the margins for soft beginnings and endings, faded to nothing at their ends', () => {
    const { clip, samples } = joinParts([part(300)], -26);
    expect(clip.voiced.from).toBe(EDGE_MARGIN);
    expect(clip.length - clip.voiced.to).toBe(EDGE_MARGIN);
    expect(Math.abs(samples[0]!)).toBeLessThan(1e-4);
    expect(Math.abs(samples.at(-1)!)).toBeLessThan(1e-4);
    expect(samples.slice(1000, 3000).some((x) => x !== 0)).toBe(true);
    const short = joinParts([part(300, 0, 10)], -26).clip;
    expect(short.voiced.from).toBe(480);
  });

  it('silence in a long pause is digital silence', () => {
    const { clip, samples } = joinParts([part(300), part(300, 48_000)], -26);
    const [a, b] = clip.parts;
    expect(samples.slice(a!.to + EDGE_MARGIN, b!.from - EDGE_MARGIN).every((x) => x === 0)).toBe(true);
  });

  it('brings the speech to the level, its pauses left out', () => {
    for (const level of [-40, -26, -20]) {
      const joined = joinParts([part(800), part(900, 96_000)], level);
      const speech = Float32Array.from(voicedBytes(joined).flat());
      expect(activeLevelDb(speech, RATE)).toBeCloseTo(level, 1);
      expect(joined.clip.activeLevelDb).toBe(level);
    }
  });

  it('is named by its 16-bit samples, and those survive a WAV file', async () => {
    const { clip, samples } = joinParts([part(300)], -26);
    const wav = writeWav([samples], RATE);
    expect(clip.hash).toBe(createHash('sha256').update(wav.subarray(44)).digest('hex'));
    expect((await readAudio(wav, 'x')).channels[0]).toEqual(samples);
    expect(joinParts([part(300)], -27).clip.hash).not.toBe(clip.hash);
  });

  it('refuses silence and levels over full scale', () => {
    expect(() => joinParts([{ ...part(300), samples: new Float32Array(48_000) }], -26)).toThrow(/no speech/);
    expect(() => joinParts([part(300)], 6)).toThrow(/exceed full scale by/);
  });

  it('any parts and pauses: lengths add up, spans lie in order', () => {
    const any = fc.array(
      fc.record({
        ms: fc.integer({ min: 200, max: 600 }),
        pause: fc.integer({ min: 0, max: 9_000 }),
        around: fc.integer({ min: 0, max: 120 }),
      }),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(any, (specs) => {
        const { clip, samples } = joinParts(
          specs.map(({ ms, pause, around }, i) => part(ms, i === 0 ? 0 : pause, around)),
          -26,
        );
        expect(samples.length).toBe(clip.length);
        const voiced = specs.reduce((sum, { ms }) => sum + ms * 48, 0) + specs.slice(1).reduce((sum, { pause }) => sum + pause, 0);
        expect(clip.voiced.to - clip.voiced.from).toBe(voiced);
        expect(clip.parts.map(({ to, from }) => to - from)).toEqual(specs.map(({ ms }) => ms * 48));
        expect(clip.voiced.from).toBeGreaterThanOrEqual(0);
        expect(clip.voiced.to).toBeLessThanOrEqual(clip.length);
      }),
      { numRuns: 40, seed: 4 },
    );
  });
});
