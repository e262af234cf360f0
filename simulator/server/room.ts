import {
  Codec,
  DisconnectReason,
  LeaveRequest_Action,
  ParticipantInfo_State,
  ParticipantUpdate,
  Room as RoomInfo,
  RoomUpdate,
  type DataPacket,
  type ParticipantInfo,
} from '@livekit/protocol';
import { route } from './data.js';
import { newId } from './ids.js';
import type { DataLabel } from './native.js';
import type { Participant } from './participant.js';
import { Speakers } from './speakers.js';
import { subscribe, unsubscribe } from './subscription.js';
import type { PublishedTrack } from './track.js';

/** LiveKit's defaults, seconds. */
const EMPTY_TIMEOUT = 300;
const DEPARTURE_TIMEOUT = 20;
/** So that a leave message and the last data reach the client before its connections close, ms. */
const LINGER = 200;

export interface RoomSettings {
  readonly metadata: string;
  readonly emptyTimeout: number;
  readonly departureTimeout: number;
  readonly maxParticipants: number;
}

/** What others want to know of a room's life. */
export interface RoomListener {
  active(room: Room, participant: Participant): void;
  published(room: Room, participant: Participant): void;
  closed(room: Room): void;
}

export class Room {
  readonly sid = newId('RM_');
  readonly participants = new Map<string, Participant>();
  private readonly created = Date.now();
  private readonly speakers: Speakers;
  private emptyTimer: NodeJS.Timeout | undefined;
  private settings: RoomSettings;
  private isClosed = false;

  constructor(
    readonly name: string,
    settings: Partial<RoomSettings>,
    private readonly listener: RoomListener,
  ) {
    this.settings = {
      metadata: settings.metadata ?? '',
      emptyTimeout: positive(settings.emptyTimeout) ?? EMPTY_TIMEOUT,
      departureTimeout: positive(settings.departureTimeout) ?? DEPARTURE_TIMEOUT,
      maxParticipants: settings.maxParticipants ?? 0,
    };
    this.speakers = new Speakers(this.participants);
    this.closeWhenEmptyFor(this.settings.emptyTimeout);
  }

  info(): RoomInfo {
    const participants = [...this.participants.values()];
    return new RoomInfo({
      sid: this.sid,
      name: this.name,
      metadata: this.settings.metadata,
      emptyTimeout: this.settings.emptyTimeout,
      departureTimeout: this.settings.departureTimeout,
      maxParticipants: this.settings.maxParticipants,
      creationTime: BigInt(Math.floor(this.created / 1000)),
      creationTimeMs: BigInt(this.created),
      numParticipants: participants.filter((participant) => !participant.hidden).length,
      numPublishers: participants.filter((participant) => participant.published.size > 0).length,
      enabledCodecs: [new Codec({ mime: 'audio/opus' }), new Codec({ mime: 'audio/red' })],
    });
  }

  get full(): boolean {
    return this.settings.maxParticipants > 0 && this.participants.size >= this.settings.maxParticipants;
  }

  /** Takes over settings that are given; used when CreateRoom names a room that is there already. */
  configure(settings: Partial<RoomSettings>): void {
    this.settings = {
      metadata: settings.metadata === undefined || settings.metadata === '' ? this.settings.metadata : settings.metadata,
      emptyTimeout: positive(settings.emptyTimeout) ?? this.settings.emptyTimeout,
      departureTimeout: positive(settings.departureTimeout) ?? this.settings.departureTimeout,
      maxParticipants: positive(settings.maxParticipants) ?? this.settings.maxParticipants,
    };
    if (this.participants.size === 0) this.closeWhenEmptyFor(this.settings.emptyTimeout);
  }

  setMetadata(metadata: string): void {
    this.settings = { ...this.settings, metadata };
    const value = new RoomUpdate({ room: this.info() });
    for (const participant of this.participants.values()) participant.send({ case: 'roomUpdate', value });
  }

  others(participant: Participant): Participant[] {
    return [...this.participants.values()].filter((other) => other !== participant);
  }

  /** Adds a participant whose identity is free. */
  add(participant: Participant): void {
    clearTimeout(this.emptyTimer);
    this.participants.set(participant.identity, participant);
    participant.state = ParticipantInfo_State.JOINED;
  }

  /** Its subscriber connection stands: it can hear. */
  activate(participant: Participant): void {
    if (participant.gone || participant.state === ParticipantInfo_State.ACTIVE) return;
    participant.state = ParticipantInfo_State.ACTIVE;
    this.announce(participant);
    this.listener.active(this, participant);
  }

  /** Tells everybody who may know how a participant is now. */
  announce(participant: Participant): void {
    this.tell(participant, participant.info(), true);
  }

  /** Tells the others of one who is in its own JoinResponse already. */
  announceArrival(participant: Participant): void {
    this.tell(participant, participant.info(), false);
  }

  private tell(about: Participant, info: ParticipantInfo, itself: boolean): void {
    const value = new ParticipantUpdate({ participants: [info] });
    for (const other of this.participants.values()) if (other === about ? itself : !about.hidden) other.send({ case: 'update', value });
  }

  /** Tracks went live. News of the participant goes before the offers that bring them. */
  trackLive(participant: Participant, tracks: readonly PublishedTrack[]): void {
    this.announce(participant);
    for (const track of tracks)
      for (const other of this.others(participant))
        if ((other.client.autoSubscribe && !participant.hidden) || other.wanted.has(track.sid)) subscribe(other, track);
    this.listener.published(this, participant);
  }

  trackGone(track: PublishedTrack): void {
    for (const other of this.participants.values()) unsubscribe(other, track);
  }

  findTrack(sid: string): PublishedTrack | undefined {
    for (const participant of this.participants.values()) {
      const track = participant.published.get(sid);
      if (track !== undefined) return track;
    }
    return undefined;
  }

  /** Subscribes or unsubscribes by track sid. A sid that is not live yet is remembered. */
  setSubscriptions(participant: Participant, sids: Iterable<string>, wanted: boolean): void {
    for (const sid of sids) {
      const track = this.findTrack(sid);
      if (track !== undefined) (wanted ? subscribe : unsubscribe)(participant, track);
      else if (!wanted) participant.wanted.delete(sid);
      else if (participant.wanted.size < MAX_WANTED) participant.wanted.add(sid);
    }
  }

  relay(packet: DataPacket, label: DataLabel, from: Participant | undefined): void {
    const routed = route(packet);
    for (const other of this.participants.values()) if (other !== from && routed.isFor(other)) other.sendData(label, routed.bytes);
  }

  /** Takes a participant out. @param leave how to tell it; undefined when it went by itself or its signalling is gone */
  remove(participant: Participant, reason: DisconnectReason, leave: LeaveRequest_Action | undefined): void {
    if (participant.gone) return;
    participant.gone = true;
    if (this.participants.get(participant.identity) === participant) this.participants.delete(participant.identity);
    if (leave !== undefined) participant.sendLeave(reason, leave);
    for (const track of participant.published.values()) this.trackGone(track);
    for (const { track, sink } of participant.subscriptions.values()) track.forwarder.remove(sink);
    participant.subscriptions.clear();
    participant.published.clear();
    participant.announced.clear();
    participant.state = ParticipantInfo_State.DISCONNECTED;
    const info = participant.info();
    info.disconnectReason = reason;
    this.tell(participant, info, false);
    setTimeout(
      () => {
        participant.closeMedia();
        participant.link.close();
      },
      leave === undefined ? 0 : LINGER,
    );
    if (this.participants.size === 0) this.closeWhenEmptyFor(this.settings.departureTimeout);
  }

  close(reason: DisconnectReason): void {
    if (this.isClosed) return;
    this.isClosed = true;
    for (const participant of [...this.participants.values()]) this.remove(participant, reason, LeaveRequest_Action.DISCONNECT);
    clearTimeout(this.emptyTimer);
    this.speakers.stop();
    this.listener.closed(this);
  }

  private closeWhenEmptyFor(seconds: number): void {
    clearTimeout(this.emptyTimer);
    if (this.isClosed) return;
    this.emptyTimer = setTimeout(
      () => {
        if (this.participants.size === 0) this.close(DisconnectReason.ROOM_CLOSED);
      },
      Math.min(seconds, MAX_TIMEOUT) * 1000,
    );
    this.emptyTimer.unref();
  }
}

/** A day: setTimeout counts ms in 31 bits. */
const MAX_TIMEOUT = 86_400;
const MAX_WANTED = 256;
const positive = (value: number | undefined): number | undefined => (value !== undefined && value > 0 ? value : undefined);
