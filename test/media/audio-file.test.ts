import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TurnrigError } from '../../src/error.js';
import { readAudio } from '../../src/media/audio-file.js';
import { writeOggOpus } from '../../src/media/ogg-write.js';
import { writeWav } from '../../src/media/wav.js';
import { fileOf, granuleOf, pagesOf, setGranule, setPreSkip } from './ogg-pages.js';

const golden = (file: string): Uint8Array => readFileSync(new URL(`../golden/audio/${file}`, import.meta.url));

/** What ffmpeg was given for every golden file: 12,345 samples of a chirp at 48 kHz; the second channel is -1/2 of it. */
const LENGTH = 12_345;
const chirp = Float64Array.from(
  { length: LENGTH },
  (_, i) => 0.5 * Math.sin(2 * Math.PI * (300 * (i / 48_000) + 4000 * (i / 48_000) ** 2)),
);

async function failure(bytes: Uint8Array, name = 'clips/a.wav'): Promise<TurnrigError> {
  const error: unknown = await readAudio(bytes, name).then(
    () => undefined,
    (e: unknown) => e,
  );
  if (!(error instanceof TurnrigError)) throw new Error(`expected a TurnrigError, got ${String(error)}`);
  return error;
}

describe('readAudio', () => {
  it.each([
    ['chirp-u8.wav', 2, 1 / 128],
    ['chirp-s16le.wav', 2, 1 / 32_000],
    ['chirp-s24le.wav', 2, 1 / 4_000_000],
    ['chirp-s32le.wav', 2, 1e-7],
    ['chirp-f32le.wav', 2, 1e-7],
    ['chirp-f64le.wav', 2, 1e-7],
    ['chirp-s16.flac', 2, 1 / 32_000],
    ['chirp-s24.flac', 2, 1 / 4_000_000],
    ['chirp.oga', 1, 1 / 32_000],
    ['chirp-alaw.wav', 1, 1 / 32],
  ])('reads %s', async (file, channels, tolerance) => {
    const audio = await readAudio(golden(file), file);
    expect(audio.rate).toBe(48_000);
    expect(audio.channels.map((c) => c.length)).toEqual(Array(channels).fill(LENGTH));
    const worst = (c: number, gain: number): number =>
      chirp.reduce((max, x, i) => Math.max(max, Math.abs((audio.channels[c]?.[i] ?? 9) - gain * x)), 0);
    expect(worst(0, 1)).toBeLessThanOrEqual(tolerance);
    if (channels === 2) expect(worst(1, -0.5)).toBeLessThanOrEqual(tolerance);
  });

  it.each([
    ['chirp-s16.flac', 'chirp-s16le.wav'],
    ['chirp-s24.flac', 'chirp-s24le.wav'],
  ])('reads %s to the bit as %s', async (flac, wav) => {
    expect(await readAudio(golden(flac), flac)).toEqual(await readAudio(golden(wav), wav));
  });

  it('reads FLAC of 44.1 kHz, its last short frame too', async () => {
    const { rate, channels } = await readAudio(golden('chirp-44100.flac'), 'a');
    const expected = Float32Array.from(
      { length: 9876 },
      (_, i) => (Math.round(16_384 * Math.sin(2 * Math.PI * (300 * (i / 44_100) + 4000 * (i / 44_100) ** 2))) + 0) / 32_768,
    );
    expect(rate).toBe(44_100);
    expect(channels).toEqual([expected]);
  });

  it('reads Ogg Opus with its edges on the sample', async () => {
    const { rate, channels } = await readAudio(golden('chirp.opus'), 'chirp.opus');
    expect(rate).toBe(48_000);
    expect(channels.map((c) => c.length)).toEqual([LENGTH]);
    const samples = channels[0]!;
    const product = (lag: number): number => chirp.slice(100, -100).reduce((sum, x, i) => sum + x * samples[i + 100 + lag]!, 0);
    const lags = Array.from({ length: 41 }, (_, i) => i - 20);
    expect(lags.reduce((best, lag) => (product(lag) > product(best) ? lag : best), 0)).toBe(0);
  });

  it.each([
    ['an empty file', new Uint8Array(0), /is empty/],
    ['text', new TextEncoder().encode('hello, this is no audio at all'), /not audio that can be read/],
    ['Ogg Vorbis', golden('chirp-vorbis.ogg'), /Ogg Vorbis, which is not read: expected WAV, FLAC or Ogg Opus/],
    ['MP3', Uint8Array.of(...new TextEncoder().encode('ID3'), ...new Uint8Array(100)), /MP3, which is not read/],
    ['a WAV of an unknown coding', writeWav([Float32Array.of(0)], 16_000).fill(0x55, 20, 21), /coding 85 with 16 bits/],
    ['a cut WAV', golden('chirp-s16le.wav').subarray(0, 1000), /cut off/],
    ['a cut FLAC', golden('chirp-s16.flac').subarray(0, 9000), /FLAC.*/],
    ['a FLAC header alone', golden('chirp-s16.flac').subarray(0, 42), /FLAC/],
    ['a cut Ogg Opus', golden('chirp.opus').subarray(0, 1200), /Ogg file.*cut off/],
    ['a WAV without a sample', writeWav([new Float32Array(0)], 16_000), /not one sample/],
    ['NaN', writeWav([Float32Array.of(0, NaN)], 16_000, 'f32'), /no numbers/],
    ['a WAV of 0 channels', writeWav([Float32Array.of(0)], 16_000).fill(0, 22, 24), /0 channels/],
    ['a WAV without fmt', writeWav([Float32Array.of(0)], 16_000).fill(0x78, 12, 16), /before its fmt/],
  ])('refuses %s and names the file', async (_, bytes, message) => {
    const error = await failure(bytes);
    expect(error.code).toBe('audio');
    expect(error.message).toContain('clips/a.wav');
    expect(error.message).toMatch(message);
    expect(error.hint).not.toBe('');
  });

  it('reads a WAV whose writer did not know its length', async () => {
    const bytes = writeWav([Float32Array.of(0.25, -0.5, 0.75)], 8000);
    for (const size of [0, 0xffffffff]) {
      new DataView(bytes.buffer).setUint32(40, size, true);
      expect([...(await readAudio(bytes, 'stream.wav')).channels[0]!]).toEqual([0.25, -0.5, 0.75]);
    }
  });

  it('meets any bytes with audio or a TurnrigError', async () => {
    const sources = ['chirp-s24le.wav', 'chirp-s16.flac', 'chirp.opus', 'chirp.oga'].map(golden);
    const damage = fc.record({
      source: fc.nat(sources.length - 1),
      cut: fc.nat(6000),
      bytes: fc.array(fc.tuple(fc.nat(6000), fc.nat(255)), { maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ source, cut, bytes }) => {
        const file = sources[source]!.slice(0, 200 + cut);
        for (const [at, value] of bytes) file[at % file.length] = value;
        const outcome: unknown = await readAudio(file, 'hostile').catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(TurnrigError);
        else expect(outcome).toHaveProperty('channels');
      }),
      { seed: 7, numRuns: 60 },
    );
  });
});

describe('Ogg Opus, to the sample', () => {
  const PACKETS = 600;
  const whole = PACKETS * 960;
  /** Head, tags, and three pages of audio. */
  const pages = (): Uint8Array[] =>
    pagesOf(writeOggOpus(Array.from({ length: PACKETS }, (_, i) => ({ at: i * 960, payload: Uint8Array.of(0xf8, 0xff, 0xfe) }))));
  const lengthOf = async (bytes: Uint8Array): Promise<number> => (await readAudio(bytes, 'a')).channels[0]!.length;

  it('ends where the last granule position says, many packets before the last one too', async () => {
    expect(pages()).toHaveLength(5);
    for (const cut of [0, 1, 959, 960, 2500, 40_000]) {
      const file = pages();
      setGranule(file[4]!, whole - cut);
      expect(await lengthOf(fileOf(file))).toBe(whole - cut);
    }
  });

  it('leaves out the pre-skip', async () => {
    for (const skip of [312, 3840]) {
      const file = pages();
      setPreSkip(file[0]!, skip);
      expect(await lengthOf(fileOf(file))).toBe(whole - skip);
    }
  });

  it('takes a stream that was cut out of a longer one', async () => {
    const file = pages();
    for (const page of file.slice(2)) setGranule(page, granuleOf(page) + 7_654_321);
    expect(await lengthOf(fileOf(file))).toBe(whole);
  });

  it.each([
    ['samples that are missing', (file) => setGranule(file[4]!, whole + 960), /samples are missing: 576960 announced, 576000 there/],
    ['a page that is missing', (file) => file.splice(3, 1), /page 3 is missing/],
    ['an end that is missing', (file) => file.pop(), /does not end the stream/],
    ['one stream behind another', (file) => file.push(...pages()), /more than one stream/],
    ['an end before the first sample', (file) => setGranule(file[4]!, -5), /it ends at sample -5/],
  ] as [string, (file: Uint8Array[]) => unknown, RegExp][])('refuses %s', async (_, spoil, message) => {
    const file = pages();
    spoil(file);
    expect((await failure(fileOf(file))).message).toMatch(message);
  });

  it('refuses a page whose bytes were changed', async () => {
    const bytes = fileOf(pages());
    bytes[bytes.length - 1]! ^= 1;
    expect((await failure(bytes)).message).toMatch(/a page is damaged/);
  });
});

describe('writeWav', () => {
  it('writes what it read from 16 bits bit by bit the same', async () => {
    const bytes = golden('chirp-s16le.wav');
    const first = await readAudio(bytes, 'a');
    const again = await readAudio(writeWav(first.channels, first.rate), 'b');
    expect(again).toEqual(first);
  });

  it('clips at full scale and keeps float as it is', async () => {
    const samples = Float32Array.of(-2, -1, 0.1, 1, 2);
    const clipped = (await readAudio(writeWav([samples], 16_000), 'a')).channels[0]!;
    expect([clipped[0], clipped[4]]).toEqual([-1, 32_767 / 32_768]);
    expect((await readAudio(writeWav([samples], 16_000, 'f32'), 'a')).channels[0]).toEqual(samples);
  });

  it('refuses channels of different lengths', () => {
    expect(() => writeWav([new Float32Array(1), new Float32Array(2)], 16_000)).toThrow(RangeError);
    expect(() => writeWav([], 16_000)).toThrow(RangeError);
  });
});
