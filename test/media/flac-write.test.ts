import { expect, it } from 'vitest';
import fc from 'fast-check';
import { readAudio } from '../../src/media/audio-file.js';
import { writeFlac } from '../../src/media/flac-write.js';
import { mulberry32 } from '../../src/stats/random.js';

const s16 = (values: readonly number[]): Float32Array => Float32Array.from(values, (value) => value / 32_768 + 0);

it.each([
  ['nothing but silence', Array.from({ length: 5000 }, () => 0)],
  ['one sample', [-32_768]],
  ['a block and one sample', Array.from({ length: 4097 }, (_, i) => Math.round(9000 * Math.sin(i / 20)))],
  ['full scale, both ways in turn', Array.from({ length: 4096 }, (_, i) => (i % 2 === 0 ? 32_767 : -32_768))],
])('brings back every sample of %s', async (_, values) => {
  const { rate, channels } = await readAudio(writeFlac(s16(values), 48_000), 'a clip');
  expect(rate).toBe(48_000);
  expect(channels).toEqual([s16(values)]);
});

it('brings back every sample of anything', async () => {
  const loud = fc.integer({ min: -32_768, max: 32_767 });
  const quiet = fc.integer({ min: -20, max: 20 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(loud, quiet), { minLength: 1, maxLength: 3000 }),
      fc.constantFrom(8000, 44_100, 48_000),
      async (values, rate) => {
        const read = await readAudio(writeFlac(s16(values), rate), 'a clip');
        expect(read).toEqual({ rate, channels: [s16(values)] });
      },
    ),
    { seed: 7, numRuns: 60 },
  );
});

it('numbers its frames beyond 127 as UTF-8 does, and is smaller than what it was made of', async () => {
  const random = mulberry32(3);
  const values = Array.from({ length: 4096 * 140 }, (_, i) => Math.round(4000 * Math.sin(i / 50) + 100 * random()));
  const bytes = writeFlac(s16(values), 48_000);
  expect(bytes.length).toBeLessThan(values.length * 1.2);
  expect((await readAudio(bytes, 'a clip')).channels[0]).toEqual(s16(values));
});
