/** `turnrig share RUN --session S`: one session as a file that somebody else can open. */
import { rename, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { beside, refuseExisting, refuseInside } from '../../../simulator/share/new-folder.js';
import { writeArchive, type Entry } from '../../../simulator/share/pack.js';
import { refuseSecrets } from '../../../simulator/share/scan.js';
import { choose } from '../../../simulator/share/choose.js';
import { TurnrigError } from '../../error.js';
import { reasonFor } from '../../share/reasons.js';
import { namedSecrets } from '../../share/secrets.js';
import { plain, processConsole, type Console } from '../console.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { interruptible } from '../interrupt.js';
import { refuseEmptyOut } from '../out-option.js';
import { gather } from './gather.js';
import { ids, sizeWords, sourceRun } from './source.js';

interface ShareOptions {
  readonly session: string;
  readonly turn: readonly string[];
  readonly out?: string;
  readonly redact?: true | readonly ('names' | 'transcripts')[];
  readonly keepScript: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** Folder inside an archive. */
const TOP = 'turnrig-share';

type Kind = 'zip' | 'tar.gz' | 'folder';

const kindOf = (out: string): Kind => (out.endsWith('.zip') ? 'zip' : /\.(tar\.gz|tgz)$/.test(out) ? 'tar.gz' : 'folder');

async function share(dir: string, options: ShareOptions, console: Console, signal: AbortSignal): Promise<ExitCode> {
  refuseEmptyOut(options.out, 'the packed session goes');
  const reader = await sourceRun(dir);
  const { session, turn: turns } = options;
  const redacts = options.redact === true ? ['names', 'transcripts'] : (options.redact ?? []);
  const removes = {
    names: redacts.includes('names'),
    transcripts: redacts.includes('transcripts'),
    audio: turns.length > 0,
    script: redacts.length > 0 && !options.keepScript,
  };
  const chosen = await choose(reader, { sessions: [session], turns, failed: false, audio: removes.audio });
  const [one] = chosen;
  if (one === undefined || chosen.length > 1)
    throw new TurnrigError('input', `${JSON.stringify(session)} names ${chosen.length} sessions`, {
      hint: 'Name one by its attempt, as s0012-a1.',
    });
  const out = resolve(options.out ?? `turnrig-share-${one.attempt}.zip`);
  refuseInside(out, dir);
  await refuseExisting(out);
  const kind = kindOf(out);
  // What is only listed is made elsewhere: nothing is touched where it would go.
  await beside(options.dryRun ? join(tmpdir(), 'turnrig-share') : out, async (folder) => {
    const entries = await gather({ reader, chosen: one, removes, folder, console, signal });
    await refuseSecrets(entries, namedSecrets(process.env), signal);
    if (options.dryRun) {
      tell(console, options, { out: null, bytes: null, entries });
      return;
    }
    signal.throwIfAborted();
    const bytes = await put(folder, out, kind, entries, signal);
    tell(console, options, { out, bytes, entries });
  });
  return EXIT.met;
}

/** @returns bytes of what was made. */
async function put(folder: string, out: string, kind: Kind, entries: readonly Entry[], signal: AbortSignal): Promise<number> {
  if (kind === 'folder') {
    await refuseExisting(out);
    await rename(folder, out);
    return entries.reduce((sum, { bytes }) => sum + bytes, 0);
  }
  return beside(out, async (packed) => {
    await writeArchive(
      packed,
      kind,
      entries.map((entry) => ({ ...entry, name: `${TOP}/${entry.name}` })),
      signal,
    );
    await refuseExisting(out);
    await rename(packed, out);
    return (await stat(out)).size;
  });
}

interface Told {
  readonly out: string | null;
  readonly bytes: number | null;
  readonly entries: readonly Entry[];
}

function tell(console: Console, { json, dryRun }: ShareOptions, { out, bytes, entries }: Told): void {
  const files = entries.map(({ name, bytes: size }) => ({ file: name, bytes: size, reason: reasonFor(name) }));
  if (json) {
    console.out(JSON.stringify({ out, bytes, files }, null, 2));
    return;
  }
  if (dryRun) for (const { file, bytes: size, reason } of files) console.out(plain(`${sizeWords(size).padStart(11)}  ${file}  ${reason}`));
  const all = files.reduce((sum, file) => sum + file.bytes, 0);
  console.out(plain(`${files.length} files, ${sizeWords(all)}${out === null ? '; nothing was written' : ''}`));
  if (out !== null && bytes !== null) console.out(plain(`packed  ${out}  ${sizeWords(bytes)}`));
}

const kinds = (value: string): readonly ('names' | 'transcripts')[] =>
  value.split(',').map((one) => {
    if (one !== 'names' && one !== 'transcripts') throw new InvalidArgumentError('names, transcripts, or both with a comma are wanted.');
    return one;
  });

export function registerShare(command: Command): void {
  command
    .argument('<run>', 'run folder')
    .requiredOption('--session <session>', 'an attempt (s0012-a1) or the name of a session')
    .option('--turn <ids>', 'keep the sound of these turns alone, from 1 s before to 2 s behind; again, or with commas', ids, [])
    .option('--out <path>', 'FILE.zip, FILE.tar.gz or a folder, not there yet (default: turnrig-share-ATTEMPT.zip)')
    .option('--redact [kinds]', 'take away names and transcripts as `turnrig redact` does, or one of them', kinds)
    .option('--keep-script', "with --redact: leave the scenario's own ids, titles, speakers and texts", false)
    .option('--dry-run', 'list every file with its reason; write nothing', false)
    .option('--json', 'print one JSON object (shape: docs/privacy.md)', false)
    .action(async (dir: string, options: ShareOptions) => {
      const console = processConsole();
      await interruptible(console, 'stopped: nothing was written', (signal) => share(dir, options, console, signal));
    });
}
