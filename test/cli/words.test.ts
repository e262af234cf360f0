/** `turnrig score --judge --asr`, by the built binary; a scene in memory, its agent heard by an ASR of the test's own. */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionScore } from '../../src/score/model.js';
import type { WordsSummary } from '../../src/words/summary.js';
import { readWords } from '../../simulator/scoring/score-run.js';
import { openRun } from '../../simulator/store/run-store.js';
import { chatServer, completion, type Asked, type Reply } from '../generate/fake-model.js';
import { asrProgram } from './asr-program.js';
import { start, turnrig, type Ran } from './turnrig.js';

const PATIENT = 300_000;
let dir: string;
let played: string;

const asr = (body: string): Promise<string> => asrProgram(dir, body);
const hears = (text: string): Promise<string> => asr(`say({ text: ${JSON.stringify(text)} });`);

/** A copy of the run that was played. */
async function copy(): Promise<string> {
  const run = join(await mkdtemp(join(dir, 'copy-')), 'run');
  await cp(played, run, { recursive: true });
  return run;
}
const scoreOf = async (run: string): Promise<SessionScore> => {
  const [attempt = ''] = await readdir(join(run, 'sessions'));
  return JSON.parse(await readFile(join(run, 'sessions', attempt, 'derived', 'scores.json'), 'utf8')) as SessionScore;
};
const wordsIn = (ran: Ran): WordsSummary => (JSON.parse(ran.out) as { words: WordsSummary }).words;
const bytesOf = async (
  run: string,
  names: readonly ('scores' | 'summary' | 'words')[] = ['scores', 'summary', 'words'],
): Promise<string[]> => {
  const [attempt = ''] = await readdir(join(run, 'sessions'));
  const folderOf = (name: string): string => (name === 'scores' ? join('sessions', attempt, 'derived') : 'derived');
  return Promise.all(names.map((name) => readFile(join(run, folderOf(name), `${name}.json`), 'utf8')));
};

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'turnrig-cli-words-'));
  played = join(dir, 'played');
  const args = ['--scene', 'market-explicit', '--memory', '--agent', 'reference:answer-after=700', '--no-report', '--json'];
  const ran = await turnrig('run', 'selective', ...args, '--out', played);
  expect([0, 1], ran.err).toContain(ran.code);
}, PATIENT);
afterAll(() => rm(dir, { recursive: true, force: true }));

describe('turnrig score --judge --asr', () => {
  it(
    'judges answers and intrusions, keeps the outputs, and gives the same bytes without asking anybody again',
    async () => {
      const run = await copy();
      const ran = await turnrig('score', run, '--judge', 'heuristic', '--asr-cmd', await hears('Okay.'), '--json');
      const words = wordsIn(ran);
      expect(words).toMatchObject({ asr: { name: 'process:test', version: '1' }, judge: { name: 'heuristic', kind: 'heuristic' } });
      const measures = words.agents[0]?.measures ?? [];
      expect(measures.map(({ measure }) => measure)).toEqual(['answer-accuracy', 'silence']);
      const score = await scoreOf(run);
      const answer = score.windows.find(({ measure }) => measure === 'answer-accuracy');
      expect(answer).toMatchObject({ verdict: 'fail', flags: ['heuristic'], details: { heard: 'Okay.' } });
      // What it said where it should be silent fails by duration, and passes by its words.
      const judged = score.windows.filter(({ details }) => details['byDuration'] !== undefined);
      expect(judged.length).toBeGreaterThan(0);
      for (const one of judged) expect(one).toMatchObject({ verdict: 'pass', details: { byDuration: 'fail' } });

      const before = await bytesOf(run);
      expect((await turnrig('score', run, '--json')).code).toBe(ran.code);
      expect(await bytesOf(run)).toEqual(before);
      // The engine is gone, its outputs are not.
      const again = await turnrig('score', run, '--judge', 'heuristic', '--asr-cmd', await asr('process.exit(3);'), '--json');
      expect(again.code).toBe(ran.code);
      expect(await bytesOf(run)).toEqual(before);
      const table = await turnrig('score', run);
      expect(table.out).toContain('words: heuristic judge, heard by process:test');
    },
    PATIENT,
  );

  it(
    'counts prose of a judge as unusable, and never writes its key',
    async () => {
      const run = await copy();
      const model = await chatServer(() => completion('The answer is right.'));
      try {
        const args = ['--judge', 'm', '--judge-url', model.url, '--asr-cmd', await hears('Platform four.'), '--json'];
        const ran = await start(['score', run, ...args], { env: { TURNRIG_CHAT_API_KEY: 'sk-secret' } }).done;
        const measures = wordsIn(ran).agents[0]?.measures ?? [];
        for (const one of measures) expect(one).toMatchObject({ unusable: one.judged, judgedPass: 0, corrected: { kind: 'none' } });
        const score = await scoreOf(run);
        expect(score.windows.find(({ measure }) => measure === 'answer-accuracy')).toMatchObject({
          verdict: 'fail',
          flags: ['unusable-verdict'],
        });
        const files = await readdir(join(run, 'words'));
        expect(files.length).toBeGreaterThan(3);
        for (const file of files) expect(await readFile(join(run, 'words', file), 'utf8')).not.toContain('sk-secret');
        expect(`${ran.out}${ran.err}`).not.toContain('sk-secret');
      } finally {
        await model.close();
      }
    },
    PATIENT,
  );

  it(
    'stores and shows no key that a server or a process sends back, in whatever way it is written',
    async () => {
      const run = await copy();
      const key = 'sk-secret/of-mine';
      const escaped = Array.from(key, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
      const replies = [
        ({ authorization = '' }: Asked): Reply => completion(JSON.stringify({ verdict: 'intrusion', reason: authorization })),
        (): Reply => completion(`{"verdict": "right", "reason": "${escaped}"}`),
        ({ authorization = '' }: Asked): Reply => completion(`Your key is ${authorization}`),
        ({ authorization = '' }: Asked): Reply => ({ status: 400, body: `${' '.repeat(280)}no such key: ${authorization}` }),
      ];
      let reply = replies[0];
      const model = await chatServer((asked) => reply?.(asked) ?? 'never');
      const heard = await asr(
        `process.stderr.write(process.env.TURNRIG_CHAT_API_KEY); say({ text: 'Platform ' + ask.id + ' ' + process.env.TURNRIG_CHAT_API_KEY });`,
      );
      try {
        for (const [i, one] of replies.entries()) {
          reply = one;
          const args = ['score', run, '--judge', `m${i}`, '--judge-url', model.url, '--asr-cmd', heard, '--report', '--json'];
          const ran = await start(args, { env: { TURNRIG_CHAT_API_KEY: key } }).done;
          expect(model.asked.length, ran.err).toBe(2 * (i + 1));
          let hidden = 0;
          for (const entry of await readdir(run, { recursive: true, withFileTypes: true })) {
            if (!entry.isFile()) continue;
            const text = await readFile(join(entry.parentPath, entry.name), 'latin1');
            for (const form of ['sk-secret', escaped]) expect(text.includes(form), entry.name).toBe(false);
            if (text.includes('[key]')) hidden += 1;
          }
          // Two transcripts, and the score that shows them, at the least.
          expect(hidden).toBeGreaterThan(2);
          expect(`${ran.out}${ran.err}`).not.toContain('sk-secret');
        }
        expect(model.asked.every(({ authorization }) => authorization === `Bearer ${key}`)).toBe(true);
        expect(model.asked.every(({ body }) => !JSON.stringify(body).includes('sk-secret'))).toBe(true);
      } finally {
        await model.close();
      }
    },
    PATIENT,
  );

  it(
    'leaves unscored what a failed service did not tell, and goes on',
    async () => {
      const run = await copy();
      const ran = await turnrig('score', run, '--asr-cmd', await asr(`say({ error: 'out of memory' });`), '--json');
      const score = await scoreOf(run);
      const open = score.windows.filter(({ flags }) => flags.includes('not-judged'));
      expect(open.map(({ measure }) => measure)).toEqual(expect.arrayContaining(['answer-accuracy', 'silence']));
      for (const one of open) {
        expect(one).toMatchObject({ verdict: 'unscored', counted: false });
        expect(one.reason).toContain('out of memory');
      }
      expect(wordsIn(ran).agents[0]?.measures.every(({ judged }) => judged === 0)).toBe(true);
      // Nothing of it is stored, so that the next one asks.
      const mended = await turnrig('score', run, '--asr-cmd', await hears('Okay.'), '--json');
      expect(wordsIn(mended).agents[0]?.measures.every(({ notJudged }) => notJudged === 0)).toBe(true);
    },
    PATIENT,
  );

  it(
    'ends soon after one Ctrl-C, damages nothing, and the next score gives the same bytes',
    async () => {
      const run = await copy();
      const [scores, summary] = await bytesOf(run, ['scores', 'summary']);
      const model = await chatServer(() => 'never');
      try {
        const args = ['--judge', 'm', '--judge-url', model.url, '--asr-cmd', await hears('Okay.'), '--json'];
        const running = start(['score', run, ...args]);
        await expect.poll(() => model.asked.length, { timeout: 60_000 }).toBeGreaterThan(0);
        running.process.kill('SIGINT');
        const ran = await running.done;
        expect(ran.code, ran.err).toBe(130);
        expect(ran).toMatchObject({ signal: null, out: '' });
        expect(ran.err).toContain('stopped: the evidence is as it was; turnrig score');
        expect(await bytesOf(run, ['scores'])).toEqual([scores]);
        // Neither the old summary beside new scores nor a new one of some of them.
        expect(await readdir(join(run, 'derived'))).not.toContain('summary.json');
        await turnrig('score', run);
        expect(await bytesOf(run, ['scores', 'summary'])).toEqual([scores, summary]);
      } finally {
        await model.close();
      }
    },
    PATIENT,
  );

  it(
    'tells a damaged words.json with the place in it, and score makes it anew',
    async () => {
      const run = await copy();
      await turnrig('score', run, '--asr-cmd', await hears('Okay.'));
      const file = join(run, 'derived', 'words.json');
      const whole = await readFile(file, 'utf8');
      const reader = await openRun(run);
      expect(await readWords(reader)).toEqual(JSON.parse(whole));
      for (const [text, where] of [
        ['{"asr":', ': it is not JSON'],
        ['[]', ' at its top'],
        [whole.replace(/"judgedPass": \d+/, '"judgedPass": -1'), ' at agents.0.measures.0.judgedPass'],
        [whole.replace('"kind": "heuristic"', '"kind": "oracle"'), ' at judge.kind'],
      ] as const) {
        await writeFile(file, text);
        await expect(readWords(reader)).rejects.toThrow(`words.json is damaged${where}`);
        await expect(readWords(reader)).rejects.toMatchObject({ code: 'run-folder' });
      }
      expect((await turnrig('score', run)).err).not.toContain('damaged');
      expect(await readFile(file, 'utf8')).toBe(whole);
    },
    PATIENT,
  );

  it(
    'damaged words that it did not make stop it before anything is written, and the hint helps',
    async () => {
      const run = await copy();
      const before = await bytesOf(run, ['scores', 'summary']);
      await writeFile(join(run, 'derived', 'words.json'), '{');
      const ran = await turnrig('score', run);
      expect(ran.code).toBe(2);
      expect(ran.err).toContain('words.json is damaged: it is not JSON');
      expect(ran.err).toContain('where it is deleted, what was said is left out');
      expect(await bytesOf(run, ['scores', 'summary'])).toEqual(before);
      await rm(join(run, 'derived', 'words.json'));
      expect((await turnrig('score', run)).err).not.toContain('damaged');
      expect(await bytesOf(run, ['scores', 'summary'])).toEqual(before);
    },
    PATIENT,
  );

  it.each([
    [['--judge', 'm'], '--judge-url is missing'],
    [['--judge-url', 'http://127.0.0.1:1'], 'no chat model'],
    [['--asr', 'whisper-1'], '--asr-url is missing'],
    [['--asr-url', 'http://127.0.0.1:1'], 'no model of it'],
    [['--asr-cmd', 'x', '--asr', 'moonshine'], '--asr-cmd stands beside'],
    [['--judge', 'm', '--judge-url', 'http://user:sk-secret@127.0.0.1:1'], 'a user name or a password'],
    [['--judge', 'heuristic', '--judge-check', 'package.json'], 'is no result of judge-check'],
  ])('refuses %j', async (args, message) => {
    const ran = await turnrig('score', played, ...args);
    expect(ran.code).toBe(2);
    expect(ran.err).toContain(message);
    expect(ran.err).not.toContain('sk-secret');
  });
});
