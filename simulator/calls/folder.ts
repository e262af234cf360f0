/** A folder of labelled calls on a disk: its files by their usual names, and how long each recording is. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { COMPANION, NO_COMPANION, readCompanion, type CallEntry, type Companion } from '../../src/calls/companion.js';
import { TABLES, type CallTables, type TableName } from '../../src/calls/model.js';
import { readCalls, type CallFile, type CallFiles } from '../../src/calls/read.js';
import { checkCalls } from '../../src/calls/rules.js';
import { spokenSilences, type SpokenSilence } from '../../src/calls/silence.js';
import { TurnrigError, messageOf } from '../../src/error.js';
import { RECORDING_DESIGN, Resampler } from '../../src/media/resample.js';
import { streamAudio } from '../../src/media/stream/audio.js';
import type { Problem } from '../../src/scenario/problem.js';
import { DetectorStream } from '../../src/vad/detect-stream.js';
import type { SpeechDetector } from '../../src/vad/detector.js';
import { mp3Frames } from '../analysis/mp3-wasm.js';
import { openRecording } from '../analysis/recording-file.js';
import { systemCode } from '../store/file-system.js';

/** Of the audio that a detector hears (src/vad/detector.ts). */
const DETECTOR_RATE = 16_000;

export interface CallFolder {
  readonly dir: string;
  readonly tables: CallTables;
  readonly companion: Companion;
  /** Length of each recording that the companion file names, ms. */
  readonly lengths: ReadonlyMap<string, number>;
  /** Everything that is wrong, in the order of the files. */
  readonly problems: readonly Problem[];
  /** Labelled silences in which the user speaks; empty where nobody listened. */
  readonly spoken: readonly SpokenSilence[];
}

export interface ReadOptions {
  /** Makes the detector that silences are listened to with; without it nobody listens. */
  readonly detector?: () => Promise<SpeechDetector>;
  readonly signal?: AbortSignal;
  /** Share of the recordings read, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** @throws TurnrigError `input` when there is no such folder, or none of the files in it; the signal's reason. */
export async function readCallFolder(dir: string, { detector, signal, onProgress }: ReadOptions = {}): Promise<CallFolder> {
  const found = await stat(dir).catch((cause: unknown) => {
    if (systemCode(cause) === 'ENOENT') throw new TurnrigError('input', `there is no folder ${dir}`, { hint: 'Check the path.', cause });
    throw new TurnrigError('input', `the folder ${dir} cannot be read: ${messageOf(cause)}`, { hint: 'Check its permissions.', cause });
  });
  if (!found.isDirectory())
    throw new TurnrigError('input', `${dir} is no folder`, { hint: `Name the folder that holds ${TABLES.history} and ${TABLES.points}.` });
  const files: CallFiles = {};
  for (const [name, file] of Object.entries(TABLES)) {
    const read = await readIfThere(join(dir, file));
    if (read !== undefined) files[name as TableName] = read;
  }
  if (Object.keys(files).length === 0)
    throw new TurnrigError('input', `the folder ${dir} holds no file of labelled calls`, {
      hint: `Wanted are ${Object.values(TABLES).join(', ')}.`,
    });
  const problems: Problem[] = [];
  const report = (problem: Problem): void => void problems.push(problem);
  const companionFile = await readIfThere(join(dir, COMPANION));
  const companion = companionFile === undefined ? NO_COMPANION : readCompanion(companionFile.bytes, companionFile.file, report);
  const tables = readCalls(files, report);
  const lengths = new Map<string, number>();
  const spoken: SpokenSilence[] = [];
  let made: Promise<SpeechDetector> | undefined;
  let done = 0;
  for (const [callId, entry] of companion.calls) {
    signal?.throwIfAborted();
    const onRead = (share: number): void => onProgress?.((done + share) / companion.calls.size);
    const silences = tables.spans.filter((span) => span.callId === callId);
    const listens = silences.length > 0 && entry.recording !== undefined ? await (made ??= detector?.()) : undefined;
    const ear = listens && new DetectorStream(listens);
    const length = await recordingLength(dir, callId, entry, { file: join(dir, COMPANION), report, ear, signal, onRead });
    done++;
    if (length === undefined) continue;
    lengths.set(callId, length);
    if (ear !== undefined) spoken.push(...spokenSilences(silences, await ear.finish()));
  }
  checkCalls(tables, report, (callId) => lengths.get(callId));
  return { dir, tables, companion, lengths, problems, spoken };
}

async function readIfThere(file: string): Promise<CallFile | undefined> {
  try {
    return { file, bytes: await readFile(file) };
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return undefined;
    throw new TurnrigError('input', `the file ${file} cannot be read: ${messageOf(cause)}`, { hint: 'Check its permissions.', cause });
  }
}

interface Listening {
  readonly file: string;
  readonly report: (problem: Problem) => void;
  readonly ear: DetectorStream | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onRead: (share: number) => void;
}

/** Reads the recording through, because headers lie: its length, ms, and that it has the channels that are asked of it. */
async function recordingLength(
  dir: string,
  callId: string,
  { recording, userChannel, agentChannel }: CallEntry,
  { file, report, ear, signal, onRead }: Listening,
): Promise<number | undefined> {
  if (recording === undefined) return undefined;
  const wrong = (message: string, hint = ''): void => {
    report({ file, line: 1, column: 1, path: `calls.${callId}`, value: recording, message, hint });
  };
  try {
    const opened = await openRecording(join(dir, recording));
    try {
      let [samples, rate, channels] = [0, 1, 0];
      let resampler: Resampler | undefined;
      for await (const block of (await streamAudio(opened.bytes, recording, mp3Frames)).blocks) {
        signal?.throwIfAborted();
        onRead(opened.read() / opened.size);
        samples += block.channels[0]?.length ?? 0;
        [rate, channels] = [block.rate, block.channels.length];
        const user = block.channels[userChannel];
        if (ear === undefined || user === undefined) continue;
        resampler ??= new Resampler(rate, DETECTOR_RATE, RECORDING_DESIGN);
        await ear.pushDecimated(resampler.push(user));
      }
      if (ear !== undefined && resampler !== undefined) await ear.pushDecimated(resampler.flush());
      if (Math.max(userChannel, agentChannel) >= channels)
        wrong(
          `the recording ${recording} has ${channels === 1 ? 'one channel' : `${channels} channels`}, and the agent or the user is on channel ${Math.max(userChannel, agentChannel)}`,
          'Channels count from 0. A recording of one channel mixes both and tells nothing of who spoke.',
        );
      return Math.floor((1000 * samples) / rate);
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (!(error instanceof TurnrigError)) throw error;
    wrong(error.message, error.hint);
    return undefined;
  }
}
