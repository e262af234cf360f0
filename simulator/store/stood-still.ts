/** The end of an attempt whose process was ended because it stood still: what it recorded stays, and says what it is. */
import { TurnrigError } from '../../src/error.js';
import type { SessionEnd, TrackManifest } from '../../src/recording/model.js';
import { NO_HEALTH } from '../../src/recording/no-health.js';
import { rigPos } from '../../src/time/position.js';
import { writeAtomic } from './atomic.js';
import type { FileSystem } from './file-system.js';
import { nodeFileSystem } from './file-system.js';
import { endFile } from './layout.js';
import type { RunReader } from './run-reader.js';

/**
 * Writes the end.json that its process did not come to. To be called once that process is gone.
 *
 * @param detail which wait it was, for people: the reason of a session that the rig spoiled.
 * @throws TurnrigError `run-folder` when there is no such attempt, `store` when the disk fails.
 */
export async function endStoodStill(
  reader: RunReader,
  attempt: string,
  detail: string,
  fs: FileSystem = nodeFileSystem,
): Promise<SessionEnd> {
  const { manifest, end } = await reader.info(attempt);
  // It had come to its end and only could not say so any more.
  if (end !== undefined) return end;
  if (manifest === undefined) throw new TurnrigError('run-folder', `nothing was recorded of the attempt ${attempt}`);
  const session = reader.session(attempt);
  const { events } = await session.timeline();
  const tracks: TrackManifest[] = [];
  const packets: Record<string, number> = {};
  for (const id of await session.tracks()) {
    const file = await session.packets(id);
    if (file === undefined) continue;
    tracks.push(file.track);
    packets[id] = file.packets.length;
  }
  const stood: SessionEnd = {
    reason: 'rig-trouble',
    detail,
    tracks,
    lastPos: events.at(-1)?.at ?? rigPos(0),
    packets,
    health: NO_HEALTH,
    spoiled: { cause: 'trouble', detail },
  };
  await writeAtomic(fs, endFile(reader.dir, attempt), `${JSON.stringify(stood, null, 2)}\n`);
  return stood;
}
