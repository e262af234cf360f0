/**
 * A bad network on purpose, for calibration and tests: forwarded RTP is dropped by a seeded generator. One server process has one network,
 * and without being told otherwise it drops nothing.
 */
import { mulberry32 } from '../../src/scenario/random.js';

export interface Network {
  /** Share of packets that do not arrive, 0 to below 1. */
  readonly loss: number;
  readonly seed: number;
}

let network: Network = { loss: 0, seed: 0 };
let links = 0;

export function impair(given: Network): void {
  network = given;
  links = 0;
}

/** Wraps one subscriber's end of a track. Every link has its own sequence, so that the same packets are lost whatever the others do. */
export function overNetwork(send: (datagram: Uint8Array) => void): (datagram: Uint8Array) => void {
  const { loss, seed } = network;
  if (loss === 0) return send;
  const random = mulberry32(seed + 7919 * links++);
  return (datagram) => {
    if (random() >= loss) send(datagram);
  };
}
