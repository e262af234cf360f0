/** `turnrig calls review FOLDER`: the pauses of calls, one after the other, on a page of this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { CallSounds } from '../../../simulator/calls/call-sounds.js';
import { ReviewDesk } from '../../../simulator/calls/review-desk.js';
import { reviewPage } from '../../../simulator/calls/review-page.js';
import { ReviewServer } from '../../../simulator/calls/review-server.js';
import { ReviewStore } from '../../../simulator/calls/review-store.js';
import { DRAFT_ANNOTATOR } from '../../calls/draft.js';
import { Texts } from '../../calls/history.js';
import { reviewItems } from '../../calls/review-items.js';
import { TurnrigError } from '../../error.js';
import { plain, processConsole, type Console } from '../console.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { interruptible } from '../interrupt.js';
import { whole } from '../option-values.js';
import { packageRoot } from '../paths.js';
import { soundFolder } from './load.js';

interface ReviewCommand {
  readonly port: number;
  readonly annotator: string;
  readonly open: boolean;
}

const MOST_PORT = 65_535;
/** It names a folder and stands in cells. */
const ANNOTATOR = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,39}$/u;

/** Until the signal. @throws TurnrigError for everything that a user can mend. */
export async function reviewCalls(dir: string, options: ReviewCommand, console: Console, signal: AbortSignal): Promise<ExitCode> {
  const { annotator, port } = options;
  if (!ANNOTATOR.test(annotator) || annotator === DRAFT_ANNOTATOR)
    throw new TurnrigError('input', `--annotator ${JSON.stringify(annotator)} cannot name somebody`, {
      hint: `1 to 40 letters, digits, ".", "_" or "-", beginning with no mark; not ${DRAFT_ANNOTATOR}.`,
    });
  const page = reviewPage(await pageScript());
  const folder = await soundFolder(dir, console, signal);
  const { items, unheard } = reviewItems(folder.tables, folder.companion);
  if (items.length === 0)
    throw new TurnrigError('input', `${dir} has no pause to review`, {
      hint:
        unheard > 0
          ? `calls.yaml names no recording of its ${unheard} points.`
          : 'Pauses come from silence_spans.csv and eot_labels.csv; turnrig calls draft makes them of a recording.',
    });
  const store = await ReviewStore.open(folder, items, annotator);
  try {
    const { review } = store;
    const sounds = new CallSounds(dir, folder.companion.calls, signal);
    const desk = new ReviewDesk({
      annotator,
      review,
      save: () => store.save(),
      texts: new Texts(folder.tables),
      history: folder.tables.history.toSorted((a, b) => a.startMs - b.startMs),
      lengthOf: (callId) => folder.lengths.get(callId) ?? 0,
      sound: (callId, fromMs, toMs) => sounds.slice(callId, fromMs, toMs),
    });
    const server = await ReviewServer.listen(desk, page, port);
    try {
      if (unheard > 0) console.err(`left out: ${unheard} points of calls without a recording`);
      console.err(plain(`${review.labelled} of ${items.length} pauses labelled by ${annotator}, in ${store.dir}; Ctrl-C ends`));
      console.out(server.url);
      if (options.open) openBrowser(server.url);
      if (!signal.aborted) await once(signal, 'abort');
    } finally {
      await server.close();
      await sounds.close();
    }
    console.err(plain(`${review.labelled} of ${items.length} pauses labelled, all of it saved; turnrig calls validate ${store.dir}`));
    return EXIT.met;
  } finally {
    await store.close();
  }
}

/** @throws TurnrigError 'missing' in a tree that is not built. */
async function pageScript(): Promise<string> {
  const built = new URL('dist/src/calls/page.js', packageRoot());
  if (!existsSync(built)) throw new TurnrigError('missing', 'the script of the review page is not built', { hint: 'Run `npm run build`.' });
  return readFile(built, 'utf8');
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
};

/** Where there is no browser the address is printed all the same. */
function openBrowser(url: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

export function registerCallsReview(command: Command): void {
  command
    .argument('<folder>', 'folder of labelled calls or of drafts, with the recordings that its calls.yaml names')
    .option('--port <number>', 'port on 127.0.0.1; 0: one that is free', whole(0, MOST_PORT), 0)
    .option('--annotator <name>', 'whose labels they are: each has a folder of his own, review-NAME', 'reviewer')
    .option('--no-open', 'print the address, and open no browser')
    .action(async (dir: string, options: ReviewCommand) => {
      const console = processConsole();
      await interruptible(console, 'stopped', (signal) => reviewCalls(dir, options, console, signal));
    });
}
