/** Ends a program that cannot notice by itself that the rig was killed. */
import { spawn } from 'node:child_process';

/** A process that waits for the end of its IPC channel, which comes however the rig ends. Signals to the whole group are not its end. */
const WATCH = `
const end = () => {
  try {
    process.kill(Number(process.argv[1]), 'SIGKILL');
  } catch {
    // It has ended already.
  }
  process.exit();
};
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', end);
if (!process.connected) end();
`;

/** Kills the process of that id as soon as this one is gone. Does not keep this one alive. Returns how to call it off. */
export function endWithRig(pid: number): () => void {
  const guard = spawn(process.execPath, ['-e', WATCH, String(pid)], { env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  // Without a guard the program still ends with every end of the rig but a kill.
  guard.on('error', () => undefined);
  guard.unref();
  guard.channel?.unref();
  return () => void guard.kill('SIGKILL');
}
