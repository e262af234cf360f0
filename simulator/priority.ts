import { constants, setPriority } from 'node:os';

/**
 * Puts this process before others where the system allows it (root, mostly): media that leaves late spoils a session, and the rig uses
 * little of a processor. Threads that start later inherit it. Elsewhere everything stays as it is.
 */
export function mediaFirst(): void {
  try {
    setPriority(constants.priority.PRIORITY_HIGH);
  } catch {
    // Not permitted: the rig's lateness is measured either way.
  }
}
