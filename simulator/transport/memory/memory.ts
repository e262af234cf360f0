/**
 * The room that is not one: humans, agent and recorder in memory, in virtual time.
 *
 * Tracks are PCM, placed exactly; the agent is a reference agent, whose truth is known. Time runs by itself once a session is open,
 * as fast as its listeners take it.
 */
import { messageOf } from '../../../src/error.js';
import { rigPos } from '../../../src/time/position.js';
import { VirtualClock } from '../../../src/time/virtual-clock.js';
import type { Transport } from '../transport.js';
import { OffsetClock } from './offset-clock.js';
import type { MemoryOptions } from './options.js';
import { MemorySession } from './session.js';

export type { MemoryFault, MemoryOptions } from './options.js';
export type { Network } from './wire.js';

/** Sessions may follow one another on one clock; each has its own position 0. */
export function memoryTransport(clock: VirtualClock = new VirtualClock(), memory: MemoryOptions = {}): Transport {
  return {
    name: 'memory',
    // Errors of the constructor become rejections, as of any transport that cannot open.
    open: (options, handler) =>
      new Promise((resolve) => {
        const session = new MemorySession(new OffsetClock(clock, rigPos(clock.now())), options, memory, handler);
        resolve(session);
        // After whoever opened it has had the session in hand: time zero is for all of them.
        setImmediate(() => {
          clock.drive().catch((error: unknown) => session.fail(messageOf(error)));
        });
      }),
  };
}
