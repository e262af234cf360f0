/** Data packets between participants: text and byte streams, RPC and user packets all travel as one DataPacket. */
import { DataPacket } from '@livekit/protocol';

/** Largest packet that is relayed, bytes. */
export const MAX_DATA_PACKET = 262_144;

export interface RoutedPacket {
  readonly bytes: Uint8Array;
  /** Whom it is for. */
  readonly isFor: (receiver: { readonly identity: string; readonly sid: string }) => boolean;
}

/** The sender named by the server, so that no client can speak in another's name. Undefined for bytes that are no DataPacket. */
export function readDataPacket(bytes: Uint8Array, from: { readonly identity: string; readonly sid: string }): DataPacket | undefined {
  if (bytes.length > MAX_DATA_PACKET) return undefined;
  let packet: DataPacket;
  try {
    packet = DataPacket.fromBinary(bytes);
  } catch {
    return undefined;
  }
  if (packet.value.case === undefined) return undefined;
  packet.participantIdentity = from.identity;
  packet.participantSid = from.sid;
  if (packet.value.case === 'user') {
    /* eslint-disable @typescript-eslint/no-deprecated -- older clients read the sender and the destinations here */
    packet.value.value.participantIdentity = from.identity;
    packet.value.value.participantSid = from.sid;
    /* eslint-enable @typescript-eslint/no-deprecated */
  }
  return packet;
}

/** Everybody, or those whom the packet or its user part names by identity or sid. */
export function route(packet: DataPacket): RoutedPacket {
  const identities = new Set(packet.destinationIdentities);
  const sids = new Set<string>();
  if (packet.value.case === 'user') {
    /* eslint-disable @typescript-eslint/no-deprecated -- see readDataPacket */
    for (const identity of packet.value.value.destinationIdentities) identities.add(identity);
    for (const sid of packet.value.value.destinationSids) sids.add(sid);
    /* eslint-enable @typescript-eslint/no-deprecated */
  }
  const all = identities.size === 0 && sids.size === 0;
  return { bytes: packet.toBinary(), isFor: (receiver) => all || identities.has(receiver.identity) || sids.has(receiver.sid) };
}
