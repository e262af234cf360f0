/** From an accepted upgrade of `/rtc` to a participant in its room. */
import {
  ClientInfo_Capability,
  Codec,
  DisconnectReason,
  JoinResponse,
  LeaveRequest_Action,
  SessionDescription,
  SignalTarget,
  TrickleRequest,
  type ServerInfo,
} from '@livekit/protocol';
import { randomBytes } from 'node:crypto';
import { readDataPacket } from './data.js';
import { isDataLabel, type IceCandidate } from './native.js';
import { Negotiation } from './negotiation.js';
import type { ClientDescription, Participant } from './participant.js';
import { PublisherPeer } from './publisher-peer.js';
import { trackOfMid } from './publishing.js';
import type { Room } from './room.js';
import { SubscriberPeer } from './subscriber-peer.js';
import { subscribe } from './subscription.js';

/** Seconds. An interval of 0 makes the client panic (facts.md). */
const PING_INTERVAL = 5;
const PING_TIMEOUT = 15;

export interface JoinContext {
  readonly serverInfo: ServerInfo;
  /** Where the peer connections listen. */
  readonly bindAddress: string;
  trouble(participant: Participant, message: string): void;
}

/** What the query of `/rtc` says of the client. */
export function describeClient(query: URLSearchParams): ClientDescription {
  const capabilities: ClientInfo_Capability[] = [];
  for (const name of (query.get('capabilities') ?? '').split(',')) {
    const value = CAPABILITIES.get(name.trim().replace(/^CAP_/, ''));
    if (value !== undefined) capabilities.push(value);
  }
  const protocol = Number(query.get('client_protocol') ?? '0');
  return {
    autoSubscribe: !['0', 'false'].includes(query.get('auto_subscribe') ?? '1'),
    protocol: Number.isInteger(protocol) && protocol >= 0 && protocol < 1000 ? protocol : 0,
    capabilities,
  };
}
const CAPABILITIES: ReadonlyMap<string, ClientInfo_Capability> = new Map(
  Object.entries(ClientInfo_Capability).flatMap(([name, value]) =>
    typeof value === 'number' ? [[name.replace(/^CAP_/, ''), value] as const] : [],
  ),
);

/** Connects a participant: join response first, then the subscriber offer, which the client waits for even without tracks. */
export function join(room: Room, participant: Participant, context: JoinContext): void {
  const duplicate = room.participants.get(participant.identity);
  if (duplicate !== undefined) room.remove(duplicate, DisconnectReason.DUPLICATE_IDENTITY, LeaveRequest_Action.DISCONNECT);
  connect(room, participant, context);
  const visible = room.others(participant).filter((other) => !other.hidden);
  room.add(participant);
  participant.send({
    case: 'join',
    value: new JoinResponse({
      room: room.info(),
      participant: participant.info(),
      otherParticipants: visible.map((other) => other.info()),
      serverVersion: context.serverInfo.version,
      serverInfo: context.serverInfo,
      subscriberPrimary: true,
      pingInterval: PING_INTERVAL,
      pingTimeout: PING_TIMEOUT,
      sifTrailer: randomBytes(16),
      enabledPublishCodecs: [new Codec({ mime: 'audio/opus' }), new Codec({ mime: 'audio/red' })],
      // The client makes its publisher connection when it first publishes. Asked to make it at once, every client gathers for seven
      // sections more, and in a burst libwebrtc gathers anew for all of them with every connection that opens (docs/room-server.md).
      fastPublish: false,
      iceServers: [],
    }),
  });
  room.announceArrival(participant);
  if (participant.client.autoSubscribe)
    for (const other of visible) for (const track of other.published.values()) subscribe(participant, track);
  participant.media?.negotiation.request();
}

function connect(room: Room, participant: Participant, context: JoinContext): void {
  const trickle = (target: SignalTarget) => (candidate: IceCandidate) =>
    participant.send({ case: 'trickle', value: new TrickleRequest({ candidateInit: JSON.stringify(candidate), target }) });
  // No ICE restart in libdatachannel: a connection that fails is mended by the client joining anew.
  const failed = (): void => room.remove(participant, DisconnectReason.MEDIA_FAILURE, LeaveRequest_Action.RECONNECT);
  const subscriber = new SubscriberPeer(`${participant.sid}-s`, context.bindAddress, {
    candidate: trickle(SignalTarget.SUBSCRIBER),
    state: (state) => {
      if (state === 'connected') room.activate(participant);
      if (state === 'failed') failed();
    },
    dataOpen: () => participant.flushData(),
  });
  const publisher = new PublisherPeer(`${participant.sid}-p`, context.bindAddress, {
    candidate: trickle(SignalTarget.PUBLISHER),
    state: (state) => {
      if (state === 'failed') failed();
    },
    rtp: (mid, datagram) => trackOfMid(participant, mid)?.forwarder.forward(datagram),
    data: (label, message) => {
      if (!isDataLabel(label) || participant.gone || !participant.permission.canPublishData) return;
      const packet = readDataPacket(message, participant);
      if (packet !== undefined) room.relay(packet, label, participant);
    },
  });
  const negotiation = new Negotiation(
    subscriber,
    (sdp) => participant.send({ case: 'offer', value: new SessionDescription({ type: 'offer', sdp }) }),
    (message) => context.trouble(participant, message),
  );
  participant.media = { publisher, subscriber, negotiation };
}
