/** The sound of each premature reply from one second before, as a file to send on: user on the left channel, agent on the right. */
import { join } from 'node:path';
import { decodeTrack } from '../../src/media/decode.js';
import { decimate, DECIMATED_RATE } from '../../src/media/decimator.js';
import { mix, type Layer } from '../../src/media/mix.js';
import { writeWav } from '../../src/media/wav.js';
import { mutesOf } from '../../src/schedule/events.js';
import type { SessionScore } from '../../src/score/model.js';
import { TurnrigError } from '../../src/error.js';
import type { TimelineAudio } from '../../src/time/audio.js';
import type { Span } from '../../src/time/position.js';
import { writeAtomic } from '../store/atomic.js';
import { nodeFileSystem } from '../store/file-system.js';
import type { RunReader } from '../store/run-reader.js';

/** More than these nobody listens to, and each is some 200 kB (chosen). */
export const MOST_CLIPS = 200;

export interface CutoffClip {
  readonly attempt: string;
  readonly window: string;
  /** Name of the file in the folder. */
  readonly file: string;
}

/** @param windows ids of one session's windows that were cut into. @returns what was written. @throws TurnrigError `store`. */
export async function cutoffClips(
  reader: RunReader,
  score: SessionScore,
  windows: readonly string[],
  folder: string,
): Promise<CutoffClip[]> {
  const { end } = await reader.info(score.attempt);
  if (end === undefined || windows.length === 0) return [];
  const session = reader.session(score.attempt);
  const { events } = await session.timeline();
  const sides: Record<'human' | 'agent', TimelineAudio[]> = { human: [], agent: [] };
  for (const manifest of end.tracks) {
    const packets = (await session.packets(manifest.id))?.packets ?? [];
    if (packets.length === 0) continue;
    try {
      sides[manifest.owner.kind].push(await decodeTrack(packets, manifest, { mutes: mutesOf(events, manifest.id) }));
    } catch (error) {
      // A track of which no packet can be placed has no sound; its session's outcome says so.
      if (!(error instanceof TurnrigError)) throw error;
    }
  }
  const clips: CutoffClip[] = [];
  for (const id of windows) {
    const evidence = score.windows.find((window) => window.id === id)?.evidence;
    if (evidence === undefined) continue;
    const file = `${score.attempt}-${id.replace(/[^\w-]+/g, '-')}.wav`;
    const channels = [heard(sides.human, evidence), heard(sides.agent, evidence)].map((samples) => decimate(samples));
    await writeAtomic(nodeFileSystem, join(folder, file), writeWav(channels, DECIMATED_RATE));
    clips.push({ attempt: score.attempt, window: id, file });
  }
  return clips;
}

/** What was to be heard in a span; silence where nothing was received. */
function heard(tracks: readonly TimelineAudio[], { from, to }: Span): Float32Array {
  const layers = tracks.flatMap(({ from: start, samples }): Layer[] => {
    const piece = samples.subarray(Math.max(0, from - start), Math.max(0, to - start));
    return piece.length === 0 ? [] : [{ at: Math.max(0, start - from), samples: piece, gain: 1 }];
  });
  return mix(layers, to - from);
}
