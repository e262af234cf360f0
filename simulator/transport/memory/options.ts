import type { AgentBehaviour } from '../../../agent/reference/behaviour.js';
import type { Samples } from '../../../src/time/position.js';
import type { Network } from './wire.js';

/** Bad days of a room in memory. */
export type MemoryFault =
  | { readonly kind: 'agent-absent' }
  | { readonly kind: 'agent-leaves'; readonly at: Samples; readonly reason: string }
  /** The agent joins and publishes nothing. */
  | { readonly kind: 'no-track' }
  /** The agent's track never carries a packet. */
  | { readonly kind: 'no-rtp' }
  /** The agent never subscribes, so it hears nothing. */
  | { readonly kind: 'not-subscribed' }
  /** Nothing more is sent or heard. */
  | { readonly kind: 'server-gone'; readonly at: Samples }
  /** Every turn leaves so much later than asked for. */
  | { readonly kind: 'late-turns'; readonly by: Samples };

export interface MemoryOptions {
  readonly network?: Network;
  readonly faults?: readonly MemoryFault[];
  /** A recorded voice for reference agents: mono, 48 kHz. The synthetic one when left out. */
  readonly voice?: Float32Array;
  /** Another agent than the one of `OpenOptions.way`: a core of one's own. */
  readonly agent?: () => AgentBehaviour;
  /** Whether the agent says of itself that it listens; true when left out. */
  readonly reportsReady?: boolean;
  readonly seed?: number;
}
