/** Rooms on a LiveKit server, the embedded or the real one: the Transport of live sessions. */
import { dispose } from '@livekit/rtc-node';
import type { Transport } from '../transport.js';
import { prepareReferenceAgent, seatReferenceAgent } from './reference.js';
import type { LiveKitAccess } from './server-api.js';
import { LiveKitSession } from './session.js';

export type { LiveKitAccess } from './server-api.js';

export function livekitTransport(access: LiveKitAccess): Transport {
  return {
    name: 'livekit',
    async open(options, handler) {
      await prepareReferenceAgent(options.way);
      return LiveKitSession.open(access, options, handler, seatReferenceAgent);
    },
  };
}

/**
 * Ends what rtc-node keeps for the whole process and what would keep the process alive. For the end of a process: there is no room after it.
 */
export function disposeLiveKit(): Promise<void> {
  return dispose();
}
