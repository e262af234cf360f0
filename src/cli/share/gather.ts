/** Everything that a packed session holds, in a folder: a run of that session alone, its report page, its recording, a README. */
import { copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { readScore } from '../../../simulator/scoring/score-run.js';
import type { Chosen } from '../../../simulator/share/choose.js';
import { copyRun, filesOf } from '../../../simulator/share/copy-run.js';
import type { Entry } from '../../../simulator/share/pack.js';
import { writeTwoChannels } from '../../../simulator/share/two-channels.js';
import { writeAtomic } from '../../../simulator/store/atomic.js';
import { nodeFileSystem } from '../../../simulator/store/file-system.js';
import { makeFolder } from '../../../simulator/store/make-folder.js';
import type { RunReader } from '../../../simulator/store/run-reader.js';
import { RECORDING } from '../../analysis/scene.js';
import { TurnrigError } from '../../error.js';
import { fileSafe } from '../../recording/manifests.js';
import { CLIPS_FOLDER, SCENE_FILE } from '../../replay/scene-file.js';
import type { Removes } from '../../share/model.js';
import { readme } from '../../share/readme.js';
import { reasonFor } from '../../share/reasons.js';
import type { Console } from '../console.js';
import { report } from '../play/finish.js';
import { VERSION } from '../version.js';

export interface Gathering {
  readonly reader: RunReader;
  readonly chosen: Chosen;
  readonly removes: Removes;
  /** To be made. */
  readonly folder: string;
  readonly console: Console;
  readonly signal: AbortSignal;
}

/** The scenario file and clips that `turnrig replay` left, where there are any: the whole of its one scene. @returns whether there were. */
async function copyScenario(from: string, to: string): Promise<boolean> {
  const [file, clips] = [join(from, SCENE_FILE), join(dirname(join(from, SCENE_FILE)), CLIPS_FOLDER)];
  const names = await readdir(clips).catch(() => []);
  if (names.length === 0 || !(await stat(file).catch(() => undefined))?.isFile()) return false;
  const folder = join(dirname(join(to, SCENE_FILE)), CLIPS_FOLDER);
  await makeFolder(folder);
  await copyFile(file, join(to, SCENE_FILE));
  for (const name of names)
    if (fileSafe.safeParse(name).success && name.endsWith('.flac')) await copyFile(join(clips, name), join(folder, name));
  return true;
}

/** @returns its files, sorted by name. @throws TurnrigError; the system's errors; the abort reason. */
export async function gather({ reader, chosen, removes, folder, console, signal }: Gathering): Promise<Entry[]> {
  await mkdir(folder);
  const run = join(folder, 'run');
  await mkdir(run);
  const made = await copyRun({ reader, into: run, by: `turnrig ${VERSION}`, removes, chosen: [chosen], whole: false, signal });
  const attempt = made.redaction.sessions[0]?.attempt;
  const score = attempt === undefined ? undefined : await readScore(made.reader, attempt);
  if (attempt === undefined || score === undefined) throw new TurnrigError('internal', 'the packed session has no score');
  await report(made.reader, made.summary, console, { json: false, report: true, print: false });
  signal.throwIfAborted();
  const { manifest } = made.reader;
  const recording = manifest.transport === RECORDING && (await writeTwoChannels(run, attempt, join(folder, 'recording.wav'), signal));
  const whole = !removes.names && !removes.transcripts && !removes.audio;
  const scenario = whole && (await copyScenario(reader.dir, run));
  await writeAtomic(nodeFileSystem, join(folder, 'README.md'), readme({ manifest, score, redaction: made.redaction, recording, scenario }));
  const entries: Entry[] = [];
  for (const path of await filesOf(folder)) {
    const name = relative(folder, path).split(sep).join('/');
    reasonFor(name);
    entries.push({ name, path, bytes: (await stat(path)).size });
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}
