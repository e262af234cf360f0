/** Where everything lies in a run folder (src/recording/model.ts), and nowhere else. */
import { join } from 'node:path';
import { TurnrigError } from '../../src/error.js';
import { fileSafe } from '../../src/recording/manifests.js';

export const runFile = (run: string) => join(run, 'run.json');
export const lockFile = (run: string) => join(run, 'lock.json');
export const clipsFolder = (run: string) => join(run, 'clips');
export const clipFile = (run: string, hash: string) => join(run, 'clips', `${plain(hash, 'a clip')}.wav`);
export const sessionsFolder = (run: string) => join(run, 'sessions');
export const sessionFolder = (run: string, attempt: string) => join(run, 'sessions', plain(attempt, 'an attempt'));
export const sessionFile = (run: string, attempt: string) => join(sessionFolder(run, attempt), 'session.json');
export const timelineFile = (run: string, attempt: string) => join(sessionFolder(run, attempt), 'timeline.jsonl');
export const endFile = (run: string, attempt: string) => join(sessionFolder(run, attempt), 'end.json');
export const agentLogFile = (run: string, attempt: string) => join(sessionFolder(run, attempt), 'agent-log.jsonl');
export const tracksFolder = (run: string, attempt: string) => join(sessionFolder(run, attempt), 'tracks');
export const trackFile = (run: string, attempt: string, track: string) =>
  join(tracksFolder(run, attempt), `${plain(track, 'a track')}.pkt`);
export const derivedFile = (run: string, attempt: string, name: string) =>
  join(sessionFolder(run, attempt), 'derived', plain(name, 'a derived file'));
export const runDerivedFile = (run: string, name: string) => join(run, 'derived', plain(name, 'a derived file'));

/** Names come from files that anybody may have written: none may lead out of the folder. @throws TurnrigError `run-folder`. */
function plain(name: string, what: string): string {
  if (fileSafe.safeParse(name).success) return name;
  throw new TurnrigError('run-folder', `${JSON.stringify(name)} cannot name ${what}: only letters, digits, ".", "_" and "-"`);
}
