/** Recordings as streams: golden files of ffmpeg, in pieces of any size, damaged anywhere. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mp3Frames } from '../../simulator/analysis/mp3-wasm.js';
import { TurnrigError } from '../../src/error.js';
import { streamAudio } from '../../src/media/stream/audio.js';
import { writeWav } from '../../src/media/wav.js';
import { muLawWav } from '../../bench/recordings/made/mu-law.js';

const golden = (file: string): Uint8Array => readFileSync(new URL(`../golden/audio/${file}`, import.meta.url));

/** What ffmpeg was given for every golden file: 12,345 samples of a chirp at 48 kHz; the second channel is -1/2 of it. */
const LENGTH = 12_345;
const chirp = Float64Array.from(
  { length: LENGTH },
  (_, i) => 0.5 * Math.sin(2 * Math.PI * (300 * (i / 48_000) + 4000 * (i / 48_000) ** 2)),
);

// eslint-disable-next-line @typescript-eslint/require-await -- the stream's contract is asynchronous
async function* inPieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, k = 0; at < bytes.length; k++) {
    const size = sizes[k % sizes.length] ?? 1;
    // A copy that is overwritten once the next one is asked for: nobody may hold on to what he was given.
    const piece = bytes.slice(at, at + size);
    yield piece;
    piece.fill(0xaa);
    at += size;
  }
}

interface Read {
  readonly container: string;
  readonly rate: number;
  readonly channels: Float32Array[];
}

async function read(bytes: Uint8Array, sizes: readonly number[] = [1 << 18], name = 'call.wav'): Promise<Read> {
  const { container, blocks } = await streamAudio(inPieces(bytes, sizes), name, mp3Frames);
  const parts: Float32Array[][] = [];
  let rate = 0;
  for await (const block of blocks) {
    rate = block.rate;
    block.channels.forEach((samples, c) => (parts[c] ??= []).push(samples.slice()));
  }
  return { container, rate, channels: parts.map((list) => Float32Array.from(list.flatMap((one) => Array.from(one)))) };
}

async function failure(bytes: Uint8Array): Promise<TurnrigError> {
  const error: unknown = await read(bytes).then(
    () => undefined,
    (e: unknown) => e,
  );
  if (!(error instanceof TurnrigError)) throw new Error(`expected a TurnrigError, got ${String(error)}`);
  return error;
}

describe('streamAudio', () => {
  it.each([
    ['chirp-u8.wav', 'WAV', 2, 1 / 128],
    ['chirp-s16le.wav', 'WAV', 2, 1 / 32_000],
    ['chirp-s24le.wav', 'WAV', 2, 1 / 4_000_000],
    ['chirp-s32le.wav', 'WAV', 2, 1e-7],
    ['chirp-f32le.wav', 'WAV', 2, 1e-7],
    ['chirp-f64le.wav', 'WAV', 2, 1e-7],
    ['chirp-alaw.wav', 'WAV', 1, 1 / 60],
    ['chirp-s16.flac', 'FLAC', 2, 1 / 32_000],
    ['chirp-s24.flac', 'FLAC', 2, 1 / 4_000_000],
    ['chirp.oga', 'Ogg FLAC', 1, 1 / 32_000],
  ])('reads %s, whatever the pieces', async (file, container, channels, tolerance) => {
    const whole = await read(golden(file));
    expect(whole).toMatchObject({ container, rate: 48_000 });
    expect(whole.channels.map((c) => c.length)).toEqual(Array(channels).fill(LENGTH));
    const worst = (c: number, gain: number): number =>
      chirp.reduce((max, x, i) => Math.max(max, Math.abs((whole.channels[c]?.[i] ?? 9) - gain * x)), 0);
    expect(worst(0, 1)).toBeLessThanOrEqual(tolerance);
    if (channels === 2) expect(worst(1, -0.5)).toBeLessThanOrEqual(tolerance);
    for (const sizes of [[1], [7, 1, 300], [4096]]) expect(await read(golden(file), sizes)).toEqual(whole);
  });

  it.each([
    ['chirp.opus', 'Ogg Opus', 1],
    ['chirp.mp3', 'MP3', 2],
  ])('reads %s with its edges on the sample', async (file, container, channels) => {
    const whole = await read(golden(file));
    expect(whole).toMatchObject({ container, rate: 48_000 });
    expect(whole.channels.map((c) => c.length)).toEqual(Array(channels).fill(LENGTH));
    for (const [c, gain] of [1, -0.5].slice(0, channels).entries()) {
      const samples = whole.channels[c] ?? new Float32Array(0);
      const product = (lag: number): number =>
        chirp.slice(100, -100).reduce((sum, x, i) => sum + gain * x * (samples[i + 100 + lag] ?? 0), 0);
      const lags = Array.from({ length: 41 }, (_, i) => i - 20);
      expect(lags.reduce((best, lag) => (product(lag) > product(best) ? lag : best), 0)).toBe(0);
      expect(product(0) / chirp.reduce((sum, x) => sum + (gain * x) ** 2, 0)).toBeGreaterThan(0.9);
    }
    expect(await read(golden(file), [5, 900, 1])).toEqual(whole);
  });

  it('reads mu-law within its quantisation', async () => {
    const samples = Float32Array.from({ length: 400 }, (_, i) => 0.9 * Math.sin(i / 9) * Math.exp(-i / 90));
    const { rate, channels } = await read(muLawWav([samples, samples.map((x) => -x)], 8000));
    expect(rate).toBe(8000);
    // Steps are 1/16 of a segment's width at most (G.711, table 2a).
    samples.forEach((x, i) => {
      const tolerance = Math.max(1 / 4000, Math.abs(x) / 16);
      expect(Math.abs((channels[0]?.[i] ?? 9) - x)).toBeLessThan(tolerance);
      expect(Math.abs((channels[1]?.[i] ?? 9) + x)).toBeLessThan(tolerance);
    });
  });

  it.each([
    ['an empty file', new Uint8Array(0), /is empty/],
    ['text', new TextEncoder().encode('hello, this is no audio at all, not even nearly'), /not audio that can be read/],
    ['Ogg Vorbis', golden('chirp-vorbis.ogg'), /is Ogg Vorbis, which is not read/],
    ['MP4', Uint8Array.from([0, 0, 0, 24, ...new TextEncoder().encode('ftypM4A isomiso2')]), /MP4/],
    ['WebM', Uint8Array.from([0x1a, 0x45, 0xdf, 0xa3, 1, 2, 3, 4, 5, 6, 7, 8]), /WebM/],
    ['a cut WAV', golden('chirp-s16le.wav').subarray(0, 1000), /cut off/],
    ['a cut WAV header', golden('chirp-s16le.wav').subarray(0, 30), /WAV/],
    ['a cut FLAC', golden('chirp-s16.flac').subarray(0, 9000), /FLAC.*cut off/],
    ['a FLAC header alone', golden('chirp-s16.flac').subarray(0, 42), /FLAC/],
    ['a cut Ogg FLAC', golden('chirp.oga').subarray(0, 3000), /Ogg/],
    ['a cut Ogg Opus', golden('chirp.opus').subarray(0, 1200), /Ogg/],
    ['a cut MP3', golden('chirp.mp3').subarray(0, 1800), /MP3.*cut off/],
    ['a WAV without a sample', writeWav([new Float32Array(0)], 16_000), /not one sample/],
    ['NaN', writeWav([Float32Array.of(0, NaN)], 16_000, 'f32'), /no numbers/],
    ['a WAV of 0 channels', writeWav([Float32Array.of(0)], 16_000).fill(0, 22, 24), /0 channels/],
    ['a WAV without fmt', writeWav([Float32Array.of(0)], 16_000).fill(0x78, 12, 16), /before its fmt/],
  ])('refuses %s and names the file', async (_, bytes, message) => {
    const error = await failure(bytes);
    expect(error.code).toBe('audio');
    expect(error.message).toContain('call.wav');
    expect(error.message).toMatch(message);
    expect(error.hint).not.toBe('');
  });

  it('tells a flipped bit of FLAC and Ogg by their checksums, wherever it is', async () => {
    const files = ['chirp-s16.flac', 'chirp.oga', 'chirp.opus'].map(golden);
    await fc.assert(
      fc.asyncProperty(fc.nat(files.length - 1), fc.double({ min: 0.35, max: 0.95, noNaN: true }), fc.nat(7), async (which, share, bit) => {
        const bytes = (files[which] ?? new Uint8Array(0)).slice();
        const at = Math.floor(share * bytes.length);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        expect((await failure(bytes)).code).toBe('audio');
      }),
      { seed: 11, numRuns: 40 },
    );
  });

  it('reads a WAV whose writer did not know its length', async () => {
    const bytes = writeWav([Float32Array.of(0.25, -0.5, 0.75)], 8000);
    for (const size of [0, 0xffffffff]) {
      new DataView(bytes.buffer).setUint32(40, size, true);
      expect([...((await read(bytes)).channels[0] ?? [])]).toEqual([0.25, -0.5, 0.75]);
    }
  });

  it('meets any bytes with audio or a TurnrigError', async () => {
    const sources = ['chirp-s24le.wav', 'chirp-s16.flac', 'chirp.opus', 'chirp.oga', 'chirp.mp3'].map(golden);
    const damage = fc.record({
      source: fc.nat(sources.length - 1),
      cut: fc.nat(6000),
      bytes: fc.array(fc.tuple(fc.nat(6000), fc.nat(255)), { maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ source, cut, bytes }) => {
        const file = (sources[source] ?? new Uint8Array(0)).slice(0, 200 + cut);
        for (const [at, value] of bytes) file[at % file.length] = value;
        const outcome: unknown = await read(file, [1000]).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(TurnrigError);
        else expect(outcome).toHaveProperty('channels');
      }),
      { seed: 7, numRuns: 100 },
    );
  });
});
