import { expect, it } from 'vitest';
import { CLIPS, memoryIo, PLAIN_HEAD, suiteOf, wav } from './fixture.js';
import { loadSuite } from '../../src/scenario/load.js';

const noise = (length: number, level: number, step: number): Float32Array =>
  Float32Array.from({ length }, (_, i) => Math.round(32_768 * level * Math.sin(i * step)) / 32_768 + 0);
const A = noise(24_000, 0.3, 0.05);
const P = noise(9600, 0.01, 0.7);
const B = noise(14_400, 0.2, 0.04);
const PIECES = { ...CLIPS, 'a.wav': wav(A), 'p.wav': wav(P), 'b.wav': wav(B) };

async function problemsOf(text: string): Promise<string> {
  const loaded = await loadSuite('suite.yaml', memoryIo(text, PIECES));
  return 'problems' in loaded ? loaded.problems.map(({ message }) => message).join('\n') : '';
}

const turn = (parts: string): string => `${PLAIN_HEAD}  - id: x
    turns:
      - { speaker: ana, recorded: true, parts: [${parts}] }
`;

async function played(
  text: string,
): Promise<{ readonly samples: Float32Array; readonly parts: readonly object[]; readonly voiced: object }> {
  const loaded = await loadSuite('suite.yaml', memoryIo(text, PIECES));
  if (!('suite' in loaded)) throw new Error(JSON.stringify(loaded.problems));
  const clip = loaded.suite.scenes[0]?.turns[0]?.clip;
  if (clip === undefined) throw new Error('no clip');
  return { samples: loaded.suite.clips.get(clip.hash) ?? new Float32Array(0), parts: clip.parts, voiced: clip.voiced };
}

it('plays a recorded turn sample by sample, pauses with their sound', async () => {
  const { samples, parts, voiced } = await played(turn('{ pause: 200, clip: p.wav }, { text: A, clip: a.wav }, { pause: 200, clip: p.wav }, { clip: b.wav }')); // prettier-ignore
  expect(samples).toEqual(Float32Array.of(...P, ...A, ...P, ...B));
  expect(voiced).toEqual({ from: 9600, to: 9600 + 24_000 + 9600 + 14_400 });
  expect(parts).toEqual([
    { from: 9600, to: 33_600, text: 'A' },
    { from: 43_200, to: 57_600, text: '' },
  ]);
});

it('keeps both ends of a pause that is shortened, and is silent in the middle of one that is lengthened', async () => {
  const short = await played(turn('{ clip: a.wav }, { pause: 100, clip: p.wav }, { clip: b.wav }'));
  const pause = short.samples.subarray(24_000, 24_000 + 4800);
  expect(short.samples).toHaveLength(24_000 + 4800 + 14_400);
  expect(pause.subarray(0, 2200)).toEqual(P.subarray(0, 2200));
  expect(pause.subarray(-2200)).toEqual(P.subarray(-2200));
  const long = await played(turn('{ clip: a.wav }, { pause: 300, clip: p.wav }, { clip: b.wav }'));
  expect(long.samples.subarray(24_000, 24_000 + 14_400)).toEqual(Float32Array.of(...P.subarray(0, 4800), ...new Float32Array(4800), ...P.subarray(4800))); // prettier-ignore
  const bare = await played(turn('{ clip: a.wav }, { pause: 10 }, { clip: b.wav }, { pause: 5 }'));
  expect(bare.samples).toEqual(Float32Array.of(...A, ...new Float32Array(480), ...B, ...new Float32Array(240)));
});

it('takes a single clip whole, keeps its level and adds a gain that is asked for', async () => {
  const one = await played(`${PLAIN_HEAD}  - { id: x, turns: [{ speaker: ana, recorded: true, clip: b.wav }] }\n`);
  expect(one.samples).toEqual(B);
  const louder = await played(`${PLAIN_HEAD}  - { id: x, turns: [{ speaker: ana, recorded: true, clip: b.wav, gain: 6.0206 }] }\n`);
  expect(Math.max(...louder.samples)).toBeCloseTo(0.4, 3);
});

it('lets a scene of recorded turns and others be told apart by nothing but that', async () => {
  const plain = await suiteOf(`${PLAIN_HEAD}  - { id: x, turns: [{ speaker: ana, recorded: false, clip: one.wav }] }\n`);
  expect(plain.scenes[0]?.turns[0]?.clip.activeLevelDb).toBe(-26);
});

it.each([
  ['{ pause: 100, clip: p.wav }', 'nothing is said in the turn'],
  ['{ text: "no clip" }', 'a recorded turn has a clip for all that is said in it'],
  ['{ clip: a.wav }, { pause: 100, clip: gone.wav }', 'the clip "gone.wav" does not exist'],
  ['{ clip: a.wav }, { pause: 100, text: hm }', 'a part is either a pause or speech'],
  ['{ clip: silent.wav }', 'there is no sound in what is said in it'],
])('says what is wrong with the parts %s', async (parts, message) => {
  expect(await problemsOf(turn(parts))).toContain(message);
});

it('has pauses with a sound in recorded turns only', async () => {
  const text = turn('{ clip: a.wav }, { pause: 100, clip: p.wav }, { clip: b.wav }').replace('recorded: true, ', '');
  expect(await problemsOf(text)).toContain('a part is either a pause or speech');
});
