/** Rooms on a LiveKit server, the embedded or the real one: the Transport of live sessions. */
import type { Transport } from '../transport.js';
import { seatReferenceAgent } from './reference.js';
import type { LiveKitAccess } from './server-api.js';
import { LiveKitSession } from './session.js';

export type { LiveKitAccess } from './server-api.js';

export function livekitTransport(access: LiveKitAccess): Transport {
  return {
    name: 'livekit',
    open: (options, handler) => LiveKitSession.open(access, options, handler, seatReferenceAgent),
  };
}
