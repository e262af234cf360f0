/** `turnrig redact` and `turnrig share` by the built binary: copies that open, nothing half-written, one clear message for what is wrong. */
import { copyFile, cp, mkdtemp, readdir, readFile, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { filesOf } from '../../simulator/share/copy-run.js';
import { lockRun } from '../../simulator/store/lock.js';
import { FIXTURES, noStack, start, turnrig, type Ran } from './turnrig.js';

// Each test starts processes.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const CUTOFF = fileURLToPath(new URL('../vectors/recordings/H1_false_cutoff-002.flac', import.meta.url));
const PERSON = 'Jane-Q-Doe';
let dir: string;
let played: string;
let analyzed: string;
let count = 0;
const fresh = (): string => join(dir, `new-${count++}`);

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'turnrig-share-cli-'));
  [played, analyzed] = [join(dir, 'played'), join(dir, 'analyzed')];
  const agents = ['--agent', 'reference:answer-after=1500', '--agent', 'reference:answer-after=400'];
  const ran = await turnrig('run', join(FIXTURES, 'tiny.yaml'), '--memory', ...agents, '--repeats', '2', '--no-report', '--out', played);
  expect([0, 1], ran.err).toContain(ran.code);
  const recording = join(dir, `call of ${PERSON}.flac`);
  await copyFile(CUTOFF, recording);
  expect(await turnrig('analyze', recording, '--name', `${PERSON}s-bot`, '--out', analyzed, '--no-report')).toMatchObject({ code: 1 });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function ok(...args: string[]): Promise<Ran> {
  const ran = await turnrig(...args);
  expect(ran.code, ran.err).toBe(0);
  return ran;
}

/** One message and exit code 2; nothing new in the folder. */
async function refused(message: RegExp, ...args: string[]): Promise<Ran> {
  const before = await readdir(dir);
  const ran = await turnrig(...args);
  expect(ran.code, ran.out).toBe(2);
  expect(ran.err).toMatch(message);
  noStack(ran);
  expect(await readdir(dir)).toEqual(before);
  return ran;
}

/** Numbers alone, in their places. */
const numbersIn = async (run: string): Promise<unknown> =>
  JSON.parse(await readFile(join(run, 'derived', 'summary.json'), 'utf8'), (_, value: unknown) => (typeof value === 'string' ? '' : value));

async function filesWith(folder: string, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const path of await filesOf(folder))
    if (path.slice(folder.length).includes(text) || (await readFile(path)).includes(text)) found.push(path);
  return found;
}

async function unzip(path: string): Promise<string> {
  const to = fresh();
  for (const [name, bytes] of Object.entries(unzipSync(await readFile(path)))) {
    await mkdir(dirname(join(to, name)), { recursive: true });
    await writeFile(join(to, name), bytes);
  }
  return join(to, 'turnrig-share');
}

describe('turnrig redact', () => {
  it('gives a run with the same numbers, which report opens and score refuses', async () => {
    const out = fresh();
    const ran = await ok('redact', played, '--out', out, '--json');
    const { run, redaction } = JSON.parse(ran.out) as { run: string; redaction: { sessions: unknown[]; counts: Record<string, number> } };
    expect(run).toBe(out);
    expect(redaction.sessions.length).toBeGreaterThan(3);
    expect(redaction.counts['pcmSamplesKept']).toBeUndefined();
    const own = (JSON.parse(await readFile(join(out, 'redaction.json'), 'utf8')) as { by: string }).by;
    expect(own).toMatch(/^turnrig \d/);
    expect(await numbersIn(out)).toEqual(await numbersIn(played));
    expect(await filesWith(out, 'answer-after')).toEqual([]);
    const before = await numbersIn(out);
    const told = await ok('report', out);
    expect(told.out).toContain('agent-1');
    expect(await readFile(join(out, 'report', 'index.html'), 'utf8')).toContain('A redacted copy');
    expect(await numbersIn(out)).toEqual(before);
    const again = await turnrig('score', out);
    expect(again.code).toBe(2);
    expect(again.err).toContain('is a redacted run and cannot be scored again: it lacks sound, texts, names');
    expect(await turnrig('run', join(FIXTURES, 'tiny.yaml'), '--memory', '--resume', out)).toMatchObject({ code: 2 });
  });

  it('an analysed recording: its name is nowhere, and the turns that failed can be heard', async () => {
    const out = fresh();
    const ran = await ok('redact', analyzed, '--out', out, '--keep-failed');
    expect(ran.out).toMatch(/sessions {2}1, with \d+\.\d s of sound/);
    expect(await filesWith(out, PERSON)).toEqual([]);
    expect(await filesWith(analyzed, PERSON)).not.toEqual([]);
    await ok('report', out);
    expect(await filesWith(out, PERSON)).toEqual([]);
  });

  it('one message for each thing that is wrong, and nothing written', async () => {
    await refused(/no session "s0099-a1" that counts/, 'redact', played, '--out', fresh(), '--session', 's0099-a1');
    await refused(/no turn "t77" was played/, 'redact', played, '--out', fresh(), '--keep-turns', 't77');
    await refused(/is there already/, 'redact', played, '--out', analyzed);
    await refused(/which is only read/, 'redact', played, '--out', join(played, 'inside'));
    await refused(/which is only read/, 'share', played, '--session', 's0000-a1', '--out', join(played, 'inside.zip'));
    await refused(/is not a run folder/, 'redact', join(dir, 'nothing'), '--out', fresh());
    await refused(/--keep-turns and --keep-failed say which sound stays/, 'redact', played, '--out', fresh(), '--names', '--keep-failed');
    const release = await lockRun(played);
    try {
      await refused(/another turnrig is writing to/, 'redact', played, '--out', fresh());
    } finally {
      await release();
    }
    const broken = join(dir, 'broken');
    await cp(played, broken, { recursive: true });
    await rm(join(broken, 'derived'), { recursive: true });
    await refused(/is not scored/, 'redact', broken, '--out', fresh());
    await writeFile(join(broken, 'sessions', 's0000-a1', 'derived', 'scores.json'), '{');
    await refused(/scores\.json is damaged/, 'redact', broken, '--out', fresh());
    await writeFile(join(broken, 'run.json'), '{"format":');
    await refused(/run\.json is not JSON/, 'redact', broken, '--out', fresh());
    await rm(broken, { recursive: true });
  });

  it('interrupted, it leaves the whole copy or nothing', async () => {
    const out = join(dir, 'interrupted');
    const running = start(['redact', played, '--out', out, '--names']);
    await expect
      .poll(async () => (await readdir(dir)).some((name) => name.includes('interrupted')) || running.process.exitCode !== null, {
        timeout: 120_000,
        interval: 2,
      })
      .toBe(true);
    running.process.kill('SIGINT');
    const ran = await running.done;
    expect([0, 130]).toContain(ran.code);
    const left = (await readdir(dir)).filter((name) => name.includes('interrupted'));
    expect(left).toEqual(ran.code === 0 ? ['interrupted'] : []);
    if (ran.code === 0) await ok('report', out);
  });
});

describe('turnrig share', () => {
  it('packs one session: the same bytes twice, listed before, and what is unpacked is reported and scored', async () => {
    const [one, two] = [`${fresh()}.zip`, `${fresh()}.zip`];
    const before = await readdir(dir);
    const listed = await ok('share', played, '--session', 's0001-a1', '--out', one, '--dry-run');
    expect(listed.out).toMatch(/README\.md {2}what this is/);
    expect(listed.out).toContain('nothing was written');
    expect(await readdir(dir)).toEqual(before);
    const ran = await ok('share', played, '--session', 's0001-a1', '--out', one);
    expect(ran.out).toMatch(/\d+ files, [\d.]+ [kM]B\npacked {2}.*\.zip {2}[\d.]+ [kM]B/);
    await ok('share', played, '--session', 's0001-a1', '--out', two);
    expect((await readFile(one)).equals(await readFile(two))).toBe(true);
    const folder = await unzip(one);
    expect(await readdir(join(folder, 'run', 'sessions'))).toEqual(['s0001-a1']);
    const all = JSON.parse((await ok('share', played, '--session', 's0001-a1', '--dry-run', '--json')).out) as {
      files: { file: string }[];
    };
    expect(all.files.map(({ file }) => file).sort()).toEqual((await filesOf(folder)).map((path) => path.slice(folder.length + 1)).sort());
    const told = await turnrig('report', join(folder, 'run'));
    expect([0, 1], told.err).toContain(told.code);
    const scored = await turnrig('score', join(folder, 'run'));
    expect([0, 1], scored.err).toContain(scored.code);
    const scores = async (run: string): Promise<unknown> =>
      JSON.parse(await readFile(join(run, 'sessions', 's0001-a1', 'derived', 'scores.json'), 'utf8'));
    expect(await scores(join(folder, 'run'))).toEqual(await scores(played));
    // The rest of the run is not in it.
    const run = JSON.parse(await readFile(join(folder, 'run', 'run.json'), 'utf8')) as {
      plan: unknown[];
      agents: unknown[];
      scenes: unknown[];
    };
    expect([run.plan.length, run.agents.length, run.scenes.length]).toEqual([1, 1, 1]);
  });

  it('a recording comes along as one that can be analyzed, cut to the turns that are asked for', async () => {
    const out = fresh();
    await ok('share', analyzed, '--session', 's0000-a1', '--turn', 't1', '--redact', '--out', out);
    expect(await filesWith(out, PERSON)).toEqual([]);
    const again = fresh();
    const ran = await turnrig('analyze', join(out, 'recording.wav'), '--out', again, '--no-report');
    expect(ran.out).toMatch(/t1 +respond +fail +began to speak in pause-1/);
  });

  it('a replayed call comes with its scene as a scenario file that can be played, and without it once anything is taken away', async () => {
    const run = join(dir, 'replayed');
    const agent = ['--memory', '--agent', 'reference:premature=300'];
    const ran = await turnrig('replay', join(dir, `call of ${PERSON}.flac`), ...agent, '--repeat', '1', '--no-report', '--out', run);
    expect([0, 1], ran.err).toContain(ran.code);
    const [out, clean] = [fresh(), fresh()];
    await ok('share', run, '--session', 's0000-a1', '--out', out);
    expect(await readFile(join(out, 'README.md'), 'utf8')).toContain('turnrig run run/scenario/replay.yaml');
    const again = await turnrig('run', join(out, 'run', 'scenario', 'replay.yaml'), ...agent, '--no-report', '--out', fresh());
    expect([0, 1], again.err).toContain(again.code);
    await ok('share', run, '--session', 's0000-a1', '--redact', '--out', clean);
    expect(await readdir(join(clean, 'run'))).not.toContain('scenario');
    expect(await filesWith(clean, PERSON)).toEqual([]);
  });

  it('refuses what looks like a secret by file and kind, and never shows it', async () => {
    const secret = `sk-${'a1B2'.repeat(8)}`;
    const run = join(dir, 'with-secret');
    await cp(played, run, { recursive: true });
    const manifest = JSON.parse(await readFile(join(run, 'run.json'), 'utf8')) as { agents: { reported: Record<string, string> }[] };
    for (const agent of manifest.agents) agent.reported = { note: secret };
    await writeFile(join(run, 'run.json'), JSON.stringify(manifest));
    const ran = await refused(
      /secret is in what would be packed: .*run\/run\.json \(OpenAI or Anthropic key\)/,
      'share',
      run,
      '--session',
      's0000-a1',
      '--out',
      `${fresh()}.zip`,
    );
    expect(ran.out + ran.err).not.toContain(secret);
    const clean = fresh();
    await ok('share', run, '--session', 's0000-a1', '--redact', '--out', clean);
    expect(await filesWith(clean, secret)).toEqual([]);
    const env = { LIVEKIT_API_SECRET: 'answer-after=1500' };
    const byName = await start(['share', played, '--session', 's0000-a1', '--out', `${fresh()}.tar.gz`], { env }).done;
    const other = await start(['share', played, '--session', 's0001-a1', '--out', `${fresh()}.tar.gz`], { env }).done;
    // One of the two is of the agent of that name.
    expect([byName.code, other.code].sort()).toEqual([0, 2]);
    expect(byName.err + other.err).toContain('value of the variable LIVEKIT_API_SECRET');
    expect(byName.err + other.err).not.toContain('answer-after=1500');
    await rm(run, { recursive: true });
  });

  it('one message for each thing that is wrong', async () => {
    await refused(/no session "x" that counts/, 'share', played, '--session', 'x');
    await refused(/required option '--session/, 'share', played);
    await refused(/no turn "t77" was played in that session/, 'share', played, '--session', 's0000-a1', '--turn', 't77');
    await refused(/is there already/, 'share', played, '--session', 's0000-a1', '--out', analyzed);
    await refused(/names, transcripts, or both/, 'share', played, '--session', 's0000-a1', '--redact=faces');
  });
});
