/** A client's own tracks: announced by AddTrack, live from the offer that sends them, gone with the offer that does not. */
import {
  MuteTrackRequest,
  SessionDescription,
  TrackPublishedResponse,
  TrackUnpublishedResponse,
  type AddTrackRequest,
} from '@livekit/protocol';
import { pairSections } from './pairing.js';
import type { Participant } from './participant.js';
import type { Room } from './room.js';
import { filterOffer, fixAnswer, isReasonable, type MediaSection, type Reception } from './sdp.js';
import { PublishedTrack } from './track.js';

/** Announced and live tracks of one participant. */
const MAX_TRACKS = 64;

export function addTrack(participant: Participant, request: AddTrackRequest): void {
  const { announced, published } = participant;
  if (!participant.permission.canPublish || request.cid === '' || announced.size + published.size >= MAX_TRACKS) return;
  const track = announced.get(request.cid) ?? new PublishedTrack(participant, request.cid, request);
  announced.set(request.cid, track);
  participant.send({ case: 'trackPublished', value: new TrackPublishedResponse({ cid: request.cid, track: track.info }) });
}

const pair = (participant: Participant, sections: ReadonlyMap<string, MediaSection>): Map<string, PublishedTrack> =>
  pairSections(sections, participant.published.values(), participant.announced.values());

/** @throws what libdatachannel says of an offer it cannot take, or that there are too many sections in it */
export async function takeOffer(room: Room, participant: Participant, offer: SessionDescription): Promise<void> {
  if (participant.media === undefined) return;
  if (!isReasonable(offer.sdp)) throw new Error('too many media sections');
  const filtered = filterOffer(offer.sdp);
  const receptions = new Map<string, Reception>();
  for (const [mid, track] of pair(participant, filtered.sections)) receptions.set(mid, track.reception);
  const answer = await participant.media.publisher.answer(filtered.sdp);
  if (participant.gone) return;
  const sdp = fixAnswer(answer, filtered.sections, receptions);
  participant.send({ case: 'answer', value: new SessionDescription({ type: 'answer', sdp, id: offer.id }) });
  applySections(room, participant, filtered.sections);
}

function applySections(room: Room, participant: Participant, sections: ReadonlyMap<string, MediaSection>): void {
  const sent = new Set<PublishedTrack>();
  const fresh: PublishedTrack[] = [];
  for (const [mid, track] of pair(participant, sections)) {
    const section = sections.get(mid);
    if (section === undefined) continue;
    sent.add(track);
    track.forwarder.format = { red: section.red, levelExtension: section.levelExtension };
    track.info.mid = mid;
    track.senderId = section.cid;
    if (participant.announced.delete(track.cid)) fresh.push(track);
  }
  const gone = [...participant.published.values()].filter((track) => !sent.has(track));
  for (const track of gone) unpublish(room, participant, track);
  for (const track of fresh) participant.published.set(track.sid, track);
  if (fresh.length > 0) room.trackLive(participant, fresh);
  else if (gone.length > 0) room.announce(participant);
}

function unpublish(room: Room, participant: Participant, track: PublishedTrack): void {
  participant.published.delete(track.sid);
  room.trackGone(track);
  participant.send({ case: 'trackUnpublished', value: new TrackUnpublishedResponse({ trackSid: track.sid }) });
}

/** The participant may not publish any more. */
export function unpublishAll(room: Room, participant: Participant): void {
  participant.announced.clear();
  if (participant.published.size === 0) return;
  for (const track of [...participant.published.values()]) unpublish(room, participant, track);
  room.announce(participant);
}

/** The client muted or unmuted. Its packets are forwarded as they come: a muted client sends none. */
export function muteByClient(room: Room, participant: Participant, sid: string, muted: boolean): void {
  const track = participant.published.get(sid) ?? [...participant.announced.values()].find((other) => other.sid === sid);
  if (track === undefined || track.info.muted === muted) return;
  track.info.muted = muted;
  room.announce(participant);
}

/** The server's API muted it: the client is told to do so. Undefined when there is no such track. */
export function muteByServer(room: Room, participant: Participant, sid: string, muted: boolean): PublishedTrack | undefined {
  const track = participant.published.get(sid);
  if (track === undefined) return undefined;
  track.info.muted = muted;
  participant.send({ case: 'mute', value: new MuteTrackRequest({ sid, muted }) });
  room.announce(participant);
  return track;
}

/** The live track of a section of the publisher connection. */
export function trackOfMid(participant: Participant, mid: string): PublishedTrack | undefined {
  for (const track of participant.published.values()) if (track.info.mid === mid) return track;
  return undefined;
}
