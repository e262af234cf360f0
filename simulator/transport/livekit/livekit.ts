/** Rooms on a LiveKit server, the embedded or the real one: the Transport of live sessions. */
import { dispose } from '@livekit/rtc-node';
import type { Transport } from '../transport.js';
import { prepareReferenceAgent, seatReferenceAgent } from './reference.js';
import type { LiveKitAccess } from './server-api.js';
import { LiveKitSession } from './session.js';
import type { FramePushed } from './speakers.js';

export type { LiveKitAccess } from './server-api.js';
export type { FramePushed } from './speakers.js';

/** @param pushed is told of every frame of every human's track as it is handed on; what calibration's truth is made of. */
export function livekitTransport(access: LiveKitAccess, pushed?: FramePushed): Transport {
  return {
    name: 'livekit',
    async open(options, handler) {
      await prepareReferenceAgent(options.way);
      return LiveKitSession.open(access, options, handler, seatReferenceAgent, pushed);
    },
  };
}

/**
 * Ends what rtc-node keeps for the whole process and what would keep the process alive. For the end of a process: there is no room after it.
 */
export function disposeLiveKit(): Promise<void> {
  return dispose();
}
