/**
 * A recording of hours through `turnrig analyze`: how much memory it takes at most, how long, and how large the run folder is. The recording
 * is written piece by piece: the turns and answers of one of the committed recordings, over and over.
 *
 *   node dist/bench/long-recording.js [--minutes 180] [--detector silero|energy] [--no-report]
 *
 * Memory is the kernel's own figure of the process (VmHWM, Linux).
 */
import { spawn } from 'node:child_process';
import { mkdtemp, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readAudio } from '../src/media/audio-file.js';
import { writeWav } from '../src/media/wav.js';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '180' },
    detector: { type: 'string', default: 'silero' },
    'no-report': { type: 'boolean', default: false },
  },
});
const root = fileURLToPath(new URL('../../', import.meta.url));
const RECORDING = 'test/vectors/recordings/A1_clean-000.flac';
const HEADER = 44;

const folder = await mkdtemp(join(tmpdir(), 'turnrig-long-'));
try {
  const path = join(folder, 'long.wav');
  const bytes = await writeLong(path, Number(values.minutes) * 60);
  const started = performance.now();
  const run = join(folder, 'run');
  const args = ['analyze', path, '--detector', values.detector, '--out', run, '--json', ...(values['no-report'] ? ['--no-report'] : [])];
  const child = spawn(process.execPath, [join(root, 'dist/src/cli/main.js'), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
  let peak = 0;
  const timer = setInterval(() => {
    void readFile(`/proc/${child.pid ?? 0}/status`, 'utf8').then(
      (status) => (peak = Math.max(peak, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0))),
      () => undefined,
    );
  }, 500);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearInterval(timer);
  const { turns } = JSON.parse(out) as { turns: { verdict: string }[] };
  const seconds = (performance.now() - started) / 1000;
  console.table({
    [`${values.minutes} minutes, ${values.detector}`]: {
      'exit code': code,
      turns: turns.length,
      passed: turns.filter(({ verdict }) => verdict === 'pass').length,
      'peak memory, MB': Math.round(peak / 1024),
      seconds: Math.round(seconds),
      'times life': Math.round((Number(values.minutes) * 60) / seconds),
      'recording, MB': Math.round(bytes / 1e6),
      'tracks, MB': Math.round((await sizeOf(join(run, 'sessions'))) / 1e6),
      'report, MB': values['no-report'] ? 0 : Math.round((await sizeOf(join(run, 'report'))) / 1e6),
    },
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** @returns bytes of the file. */
async function writeLong(path: string, seconds: number): Promise<number> {
  const { rate, channels } = await readAudio(await readFile(join(root, RECORDING)), RECORDING);
  // A pause of two and a half seconds ends each turn for good.
  const longer = channels.map((one) => Float32Array.from({ length: one.length + 2.5 * rate }, (_, i) => one[i] ?? 0));
  const piece = writeWav(longer, rate);
  const repeats = Math.ceil((seconds * rate) / (longer[0]?.length ?? 1));
  const size = repeats * (piece.length - HEADER);
  const header = piece.slice(0, HEADER);
  const view = new DataView(header.buffer, header.byteOffset);
  view.setUint32(4, HEADER - 8 + size, true);
  view.setUint32(HEADER - 4, size, true);
  const file = await open(path, 'w');
  await file.write(header);
  for (let i = 0; i < repeats; i++) await file.write(piece.subarray(HEADER));
  await file.close();
  return HEADER + size;
}

async function sizeOf(path: string): Promise<number> {
  let sum = 0;
  for (const name of await readdir(path, { recursive: true })) {
    const info = await stat(join(path, name));
    if (info.isFile()) sum += info.size;
  }
  return sum;
}
