/**
 * Versions of the run folder's files: an older one is migrated on reading, a newer one is refused with what is needed.
 * A migration is added here as `MIGRATIONS[n]`, from n to n + 1, and reading stays one path.
 *
 *   2  end.json may say that the rig spoiled the attempt (it then does not count when another one does), run.json may carry a
 *      calibration. Both are absent in version 1, which reads on as it is: its first whole attempt counts.
 *   3  timeline.jsonl may hold `p-wearer` events. A folder of version 2 has none, and reads on as it is.
 *   4  run.json may say that it is `redacted`. A turnrig of version 3 would pass that over and score removed sound as silence, so it has to refuse
 *      the folder. One of version 3 may say so too (copies made before this version); it reads on as it is.
 */
import { TurnrigError } from '../error.js';
import { RUN_VERSION } from './model.js';

/** What `MIGRATIONS[n]` does: the parsed JSON of version n becomes that of version n + 1. */
export type Migration = (json: Readonly<Record<string, unknown>>) => Record<string, unknown>;
const MIGRATIONS: Readonly<Record<number, Migration>> = {
  1: (json) => ({ ...json }),
  2: (json) => ({ ...json }),
  3: (json) => ({ ...json }),
};

/** @throws TurnrigError `run-folder` when `version` is newer than this turnrig reads, or is no version at all. */
export function refuseNewer(name: string, version: unknown, newest: number): void {
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw new TurnrigError('run-folder', `${name} does not say which format version it has`, {
      hint: 'restore the file from a copy of the run',
    });
  }
  if (version > newest) {
    throw new TurnrigError('run-folder', `${name} has format version ${version}; this turnrig reads up to version ${newest}`, {
      hint: `use a turnrig that reads run format ${version}: the one that made the run is named in its run.json`,
    });
  }
}

/** Brings the JSON of a manifest to the newest version. @throws TurnrigError `run-folder` as `refuseNewer` does. */
export function migrate(
  name: string,
  json: Readonly<Record<string, unknown>>,
  newest = RUN_VERSION,
  migrations = MIGRATIONS,
): Record<string, unknown> {
  refuseNewer(name, json['version'], newest);
  let current = { ...json };
  for (let version = json['version'] as number; version < newest; version++) {
    const step = migrations[version];
    if (!step) throw new TurnrigError('run-folder', `${name} has format version ${version}, which this turnrig no longer reads`);
    current = { ...step(current), version: version + 1 };
  }
  return current;
}
