/** Recordings without labels as a folder of drafts. */
import { realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { COMPANION, type CallEntry } from '../../src/calls/companion.js';
import { companionYaml } from '../../src/calls/companion-write.js';
import { draftCall, SHORTEST_PAUSE_MS, type DraftTables } from '../../src/calls/draft.js';
import { TABLES } from '../../src/calls/model.js';
import { historyCsv, pointsCsv, spansCsv, turnsCsv } from '../../src/calls/write.js';
import { TurnrigError } from '../../src/error.js';
import type { SpeechDetector } from '../../src/vad/detector.js';
import { SPEECH_OFF, SPEECH_ON } from '../../src/vad/hysteresis.js';
import { writeAtomic } from '../store/atomic.js';
import { storeFailure } from '../store/failures.js';
import { nodeFileSystem } from '../store/file-system.js';
import { makeFolder } from '../store/make-folder.js';
import { isThere } from './export-dataset.js';
import { hearCall, scratchOf, type HeardRecordingCall } from './draft-recording.js';

export interface DraftFolderRequest {
  readonly recordings: readonly string[];
  /** A folder that is not there yet. */
  readonly out: string;
  readonly user: number;
  readonly agent: number;
  readonly language: string;
  readonly detector: SpeechDetector;
  readonly signal?: AbortSignal;
  /** Share of all recordings heard, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

export interface DraftedCall {
  readonly callId: string;
  readonly recording: string;
  readonly tables: DraftTables;
  readonly notes: readonly string[];
}

/** Leaves nothing behind when it fails or is stopped. @throws TurnrigError `input`, `audio`, `store`; the signal's reason. */
export async function draftFolder(request: DraftFolderRequest): Promise<DraftedCall[]> {
  const { recordings, out, user, agent, detector, signal, onProgress } = request;
  if (await isThere(out)) throw new TurnrigError('input', `${out} is there already`, { hint: 'Name a folder that is not.' });
  const ids = callIds(recordings);
  const part = `${out}.part-${process.pid}`;
  try {
    await makeFolder(part);
    // Paths from the folder to the recordings hold where symbolic links lead through elsewhere.
    const home = join(await realpath(dirname(part)), basename(out));
    const drafted: DraftedCall[] = [];
    const calls = new Map<string, CallEntry>();
    for (const [i, path] of recordings.entries()) {
      const callId = ids[i] ?? path;
      const heard: HeardRecordingCall = await hearCall({
        callId,
        path,
        user,
        agent,
        detector,
        scratch: scratchOf(part),
        ...(signal ? { signal } : {}),
        onProgress: (share) => onProgress?.((i + share) / recordings.length),
      });
      const recording = relative(home, await realpath(path))
        .split(sep)
        .join('/');
      drafted.push({ callId, recording, tables: draftCall(heard), notes: heard.notes });
      calls.set(callId, {
        recording,
        userChannel: user,
        agentChannel: agent,
        language: request.language,
        points: 'vad_draft',
        split: undefined,
      });
    }
    const all = <K extends keyof DraftTables>(name: K): DraftTables[K][number][] => drafted.flatMap(({ tables }) => [...tables[name]]);
    const files = {
      [TABLES.history]: historyCsv(all('history')),
      [TABLES.points]: pointsCsv(all('points')),
      [TABLES.turns]: turnsCsv(all('turns')),
      [TABLES.spans]: spansCsv(all('spans')),
      [COMPANION]: companionYaml({ calls, vad: vadOf(detector) }),
    };
    for (const [name, text] of Object.entries(files)) await writeAtomic(nodeFileSystem, join(part, name), text);
    signal?.throwIfAborted();
    await rename(part, out);
    return drafted;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    if (error instanceof TurnrigError || signal?.aborted === true) throw error;
    throw storeFailure(out, error);
  }
}

function vadOf({ name, modelHash }: SpeechDetector): { name: string; version: string; settings: Record<string, unknown> } {
  return {
    name,
    version: modelHash.slice(0, 12),
    settings: { onThreshold: SPEECH_ON, offThreshold: SPEECH_OFF, shortestPauseMs: SHORTEST_PAUSE_MS },
  };
}

/** Names of calls: those of their files without the ending; the second of one name is NAME-2. */
export function callIds(recordings: readonly string[]): string[] {
  const taken = new Set<string>();
  return recordings.map((path) => {
    const file = basename(resolve(path));
    // A name stands in cells of tables: no control characters, no space at its ends.
    const plain = file.slice(0, file.length - extname(file).length).replace(/\p{Cc}/gu, '_').trim(); // prettier-ignore
    const name = plain === '' ? 'call' : plain;
    let id = name;
    for (let n = 2; taken.has(id); n++) id = `${name}-${n}`;
    taken.add(id);
    return id;
  });
}
