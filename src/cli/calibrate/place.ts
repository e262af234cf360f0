/** Where a calibration counts, and where it is kept: by machine, transport and server (design.md, rule 6). */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { arch, cpus, homedir, hostname, platform } from 'node:os';
import { join } from 'node:path';
import { messageOf, TurnrigError } from '../../error.js';
import { readCalibration, writeCalibration, type Calibration, type CalibrationPlace } from '../../calibration/model.js';
import { writeAtomic } from '../../../simulator/store/atomic.js';
import { nodeFileSystem } from '../../../simulator/store/file-system.js';

type Environment = Readonly<Record<string, string | undefined>>;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** This machine, hashed: its name and its processors. Two machines of one image differ in their names. */
export function thisMachine(): string {
  let id = '';
  try {
    id = readFileSync('/etc/machine-id', 'utf8').trim();
  } catch {
    // Not on this system.
  }
  return hash([id, hostname(), platform(), arch(), ...cpus().map(({ model }) => model)].join('\n'));
}

/** A server of the user's does not say its version before a room is joined: it is told apart by its address, hashed. */
export function versionOfOwnServer(url: string): string {
  return `at-${hash(new URL(url).host)}`;
}

export function placeOf(transport: string, server: string, serverVersion: string): CalibrationPlace {
  return { machine: thisMachine(), transport, server, serverVersion };
}

/** TURNRIG_CACHE, else the user's cache folder (XDG Base Directory), as for rendered speech. */
export function calibrationFile(place: CalibrationPlace, env: Environment = process.env): string {
  const own = env['TURNRIG_CACHE'] ?? '';
  const xdg = env['XDG_CACHE_HOME'] ?? '';
  const root = own !== '' ? own : join(xdg !== '' ? xdg : join(homedir(), '.cache'), 'turnrig');
  const { machine, transport, server, serverVersion } = place;
  return join(root, 'calibration', `${transport}-${server}-${hash([machine, transport, server, serverVersion].join('\n'))}.json`);
}

/** The stored calibration; undefined when there is none or it cannot be read: a fresh one mends both. */
export async function storedCalibration(place: CalibrationPlace, env: Environment = process.env): Promise<Calibration | undefined> {
  try {
    return readCalibration(await readFile(calibrationFile(place, env), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Keeps it, whole or not at all. @throws TurnrigError `store`. */
export async function storeCalibration(calibration: Calibration, env: Environment = process.env): Promise<string> {
  const path = calibrationFile(calibration, env);
  try {
    await writeAtomic(nodeFileSystem, path, writeCalibration(calibration));
  } catch (cause) {
    if (cause instanceof TurnrigError) throw cause;
    throw new TurnrigError('store', `the calibration cannot be kept: ${messageOf(cause)}`, { cause });
  }
  return path;
}
