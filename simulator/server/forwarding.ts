/**
 * From one publisher to its subscribers: header extensions are stripped, SSRC and payload type rewritten, and nothing else.
 * Sequence numbers, RTP times and the marker are the sender's, because recorders place packets by them.
 */
import { parseRed } from '../../src/media/red.js';
import { buildRtp, parseRtp, type RtpPacket } from '../../src/media/rtp.js';
import { audioLevel } from './level.js';
import { OPUS_PT } from './sdp.js';

/** A subscriber's end of a track. */
export interface Sink {
  readonly ssrc: number;
  /** Payload type under which it takes RED; undefined: plain Opus only. */
  red: number | undefined;
  send(datagram: Uint8Array): void;
}

/** How the publisher sends, from its last offer. */
export interface SenderFormat {
  readonly red: number | undefined;
  readonly levelExtension: number | undefined;
}

export interface ForwardingCounters {
  packets: number;
  bytes: number;
  /** Not RTP, not audio, or RED that does not parse. */
  dropped: number;
}

/** The datagram that one sink gets; undefined when a RED payload does not parse. */
export function rewrite(packet: RtpPacket, fromRed: boolean, sink: Pick<Sink, 'ssrc' | 'red'>): Uint8Array | undefined {
  const { marker, seq, time } = packet;
  if (fromRed && sink.red !== undefined) return buildRtp({ marker, seq, time, ssrc: sink.ssrc, payloadType: sink.red }, packet.payload);
  const payload = fromRed ? parseRed(packet.payload, time)?.primary.payload : packet.payload;
  if (payload === undefined || payload.length === 0) return undefined;
  return buildRtp({ marker, seq, time, ssrc: sink.ssrc, payloadType: OPUS_PT }, payload);
}

export class Forwarder {
  readonly counters: ForwardingCounters = { packets: 0, bytes: 0, dropped: 0 };
  format: SenderFormat = { red: undefined, levelExtension: undefined };
  private readonly sinks = new Set<Sink>();

  /** @param onLevel called with the audio level of a packet that states one, in -dBov (0 loudest, 127 silence) */
  constructor(private readonly onLevel: (level: number) => void) {}

  add(sink: Sink): void {
    this.sinks.add(sink);
  }

  remove(sink: Sink): void {
    this.sinks.delete(sink);
  }

  forward(datagram: Uint8Array): void {
    const packet = parseRtp(datagram);
    // Without a payload it is a padding probe, which audio senders make only with feedback that the answer refused.
    if (packet === undefined || packet.payload.length === 0) {
      this.counters.dropped++;
      return;
    }
    this.counters.packets++;
    this.counters.bytes += datagram.length;
    const level = audioLevel(packet, this.format.levelExtension);
    if (level !== undefined) this.onLevel(level);
    const fromRed = packet.payloadType === this.format.red;
    for (const sink of this.sinks) {
      const out = rewrite(packet, fromRed, sink);
      if (out === undefined) this.counters.dropped++;
      else sink.send(out);
    }
  }
}
