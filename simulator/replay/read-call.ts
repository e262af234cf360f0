/**
 * A recording as a call to be replayed: read, listened to and cut into turns as `analyze` does it, in flat memory. What it needs on the disk
 * meanwhile lies in a folder of its own, which is gone afterwards.
 */
import { mkdtemp, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ATTEMPT } from '../../src/analysis/scene.js';
import type { RecordedTurn } from '../../src/analysis/turns.js';
import type { MsSpan } from '../../src/replay/turn.js';
import { msToSamples } from '../../src/time/position.js';
import { analyzeRecording, type Analyzed, type AnalyzeOptions } from '../analysis/analyze.js';
import { USER_TRACK } from '../analysis/hear-recording.js';
import { PcmTrack } from '../analysis/pcm-track.js';
import { storeFailure } from '../store/failures.js';
import { makeFolder } from '../store/make-folder.js';

export interface CallOptions extends Pick<
  AnalyzeOptions,
  'path' | 'user' | 'agent' | 'detector' | 'turns' | 'manifest' | 'signal' | 'onProgress'
> {
  /** Where a folder may be made for the time of reading: beside the run, where there is room for audio. */
  readonly beside: string;
}

export interface Call extends Pick<Analyzed, 'recording' | 'notes' | 'agent'> {
  readonly turns: readonly RecordedTurn[];
  /** The user's channel at 48 kHz; zeros outside of the recording. */
  readonly sound: (span: MsSpan) => Promise<Float32Array>;
}

/**
 * Calls `use` with the call, whose sound can be read until it is done.
 *
 * @throws TurnrigError `audio`, `input`, `store`; the abort reason; what `use` throws.
 */
export async function withCall<T>(options: CallOptions, use: (call: Call) => Promise<T>): Promise<T> {
  const { beside, ...analysis } = options;
  const parent = dirname(beside);
  const made = await missingAbove(parent);
  try {
    return await inScratch(parent, analysis, use);
  } finally {
    // Those that hold a run by now stay.
    for (const folder of made) await rmdir(folder).catch(() => undefined);
  }
}

async function inScratch<T>(parent: string, analysis: Omit<CallOptions, 'beside'>, use: (call: Call) => Promise<T>): Promise<T> {
  const scratch = await madeIn(parent);
  try {
    const { recording, notes, agent, turns } = await analyzeRecording({ ...analysis, out: scratch, agentName: 'agent' });
    const track = await PcmTrack.open(scratch, ATTEMPT, USER_TRACK);
    try {
      const sound = (span: MsSpan): Promise<Float32Array> => track.read(msToSamples(span.fromMs), msToSamples(span.toMs));
      return await use({ recording, notes, agent, turns: turns.filter(({ noise }) => !noise), sound });
    } finally {
      await track.close();
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The folder and those above it that are not there yet, innermost first. */
async function missingAbove(folder: string): Promise<string[]> {
  const there = await stat(folder).catch(() => undefined);
  return there === undefined && dirname(folder) !== folder ? [folder, ...(await missingAbove(dirname(folder)))] : [];
}

async function madeIn(parent: string): Promise<string> {
  try {
    await makeFolder(parent);
    return await mkdtemp(join(parent, '.replay-'));
  } catch (cause) {
    throw storeFailure(parent, cause);
  }
}
