import {
  LeaveRequest,
  LeaveRequest_Action,
  ParticipantInfo,
  ParticipantInfo_Kind,
  ParticipantInfo_State,
  ParticipantPermission,
  type ClientInfo_Capability,
  type DisconnectReason,
  type SignalResponse,
} from '@livekit/protocol';
import { DataQueue } from './data-queue.js';
import { newId } from './ids.js';
import type { DataLabel } from './native.js';
import type { Negotiation } from './negotiation.js';
import type { PublisherPeer } from './publisher-peer.js';
import type { SubscriberPeer } from './subscriber-peer.js';
import type { Subscription } from './subscription.js';
import type { Claims } from './token.js';
import type { PublishedTrack } from './track.js';

/** LiveKit's limit on metadata and on all attributes together, bytes. */
const MAX_METADATA = 64_000;
const KINDS: ReadonlyMap<string, ParticipantInfo_Kind> = new Map([
  ['agent', ParticipantInfo_Kind.AGENT],
  ['sip', ParticipantInfo_Kind.SIP],
  ['ingress', ParticipantInfo_Kind.INGRESS],
  ['egress', ParticipantInfo_Kind.EGRESS],
]);

export type SignalMessage = SignalResponse['message'];

/** The way to a client's signalling. */
export interface SignalLink {
  send(message: SignalMessage): void;
  close(): void;
}

/** What the client says of itself when it joins. */
export interface ClientDescription {
  readonly autoSubscribe: boolean;
  readonly protocol: number;
  readonly capabilities: readonly ClientInfo_Capability[];
}

/** The two connections of a participant, made by the join. */
export interface Media {
  readonly publisher: PublisherPeer;
  readonly subscriber: SubscriberPeer;
  readonly negotiation: Negotiation;
}

export interface ParticipantChange {
  readonly metadata: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export class Participant {
  readonly sid = newId('PA_');
  readonly kind: ParticipantInfo_Kind;
  readonly joinedAt = Date.now();
  /** Live tracks by sid. */
  readonly published = new Map<string, PublishedTrack>();
  /** Tracks of which no offer has come yet, by client id. */
  readonly announced = new Map<string, PublishedTrack>();
  /** What it hears, by track sid. */
  readonly subscriptions = new Map<string, Subscription>();
  /** Track sids that it asked for before they were live. */
  readonly wanted = new Set<string>();
  readonly queue = new DataQueue();
  permission: ParticipantPermission;
  state = ParticipantInfo_State.JOINING;
  media: Media | undefined;
  gone = false;
  private name: string;
  private metadata: string;
  private attributes: Map<string, string>;
  private version = 0;

  constructor(
    readonly identity: string,
    claims: Claims,
    readonly client: ClientDescription,
    readonly link: SignalLink,
  ) {
    const grants = claims.video ?? {};
    const canPublish = grants.canPublish ?? true;
    this.permission = new ParticipantPermission({
      canSubscribe: grants.canSubscribe ?? true,
      canPublish,
      canPublishData: grants.canPublishData ?? canPublish,
      canUpdateMetadata: grants.canUpdateOwnMetadata ?? false,
      hidden: grants.hidden ?? false,
    });
    this.kind = KINDS.get((claims.kind ?? '').toLowerCase()) ?? ParticipantInfo_Kind.STANDARD;
    this.name = claims.name ?? '';
    this.metadata = claims.metadata ?? '';
    this.attributes = new Map(Object.entries(claims.attributes ?? {}));
  }

  get hidden(): boolean {
    return this.permission.hidden;
  }

  /** A snapshot with the next version number, by which clients drop older news. */
  info(): ParticipantInfo {
    return new ParticipantInfo({
      sid: this.sid,
      identity: this.identity,
      state: this.state,
      name: this.name,
      metadata: this.metadata,
      attributes: Object.fromEntries(this.attributes),
      joinedAt: BigInt(Math.floor(this.joinedAt / 1000)),
      joinedAtMs: BigInt(this.joinedAt),
      version: ++this.version,
      permission: this.permission,
      isPublisher: this.published.size > 0,
      kind: this.kind,
      clientProtocol: this.client.protocol,
      capabilities: [...this.client.capabilities],
      tracks: [...this.published.values()].map((track) => track.info),
    });
  }

  /** Applies what is not empty, as LiveKit does; an empty attribute is removed. False when it would exceed the limits. */
  change(change: ParticipantChange): boolean {
    const attributes = new Map(this.attributes);
    for (const [key, value] of Object.entries(change.attributes)) {
      if (value === '') attributes.delete(key);
      else attributes.set(key, value);
    }
    let size = 0;
    for (const [key, value] of attributes) size += key.length + value.length;
    if (size > MAX_METADATA || change.metadata.length > MAX_METADATA || change.name.length > MAX_METADATA) return false;
    this.attributes = attributes;
    if (change.metadata !== '') this.metadata = change.metadata;
    if (change.name !== '') this.name = change.name;
    return true;
  }

  send(message: SignalMessage): void {
    this.link.send(message);
  }

  /** Sends, or keeps a reliable packet until the channel opens. */
  sendData(label: DataLabel, bytes: Uint8Array): void {
    if (this.media?.subscriber.sendData(label, bytes) !== true) this.queue.keep(label, bytes);
  }

  flushData(): void {
    for (const { label, bytes } of this.queue.take()) this.sendData(label, bytes);
  }

  sendLeave(reason: DisconnectReason, action: LeaveRequest_Action): void {
    this.send({ case: 'leave', value: new LeaveRequest({ reason, action, canReconnect: action !== LeaveRequest_Action.DISCONNECT }) });
  }

  closeMedia(): void {
    this.media?.publisher.close();
    this.media?.subscriber.close();
  }
}
