import { TrackSubscribed } from '@livekit/protocol';
import type { Sink } from './forwarding.js';
import { overNetwork } from './impairment.js';
import type { Participant } from './participant.js';
import { MAX_SECTIONS } from './sdp.js';
import type { DownTrack } from './subscriber-peer.js';
import type { PublishedTrack } from './track.js';

/** A track that a participant hears, or will when it has answered the offer. */
export interface Subscription {
  readonly track: PublishedTrack;
  readonly down: DownTrack;
  readonly sink: Sink;
}

/** Leaves the section of the data channels out of MAX_SECTIONS. */
const MAX_SUBSCRIPTIONS = MAX_SECTIONS - 1;

export function subscribe(participant: Participant, track: PublishedTrack): void {
  const media = participant.media;
  if (media === undefined || participant.gone || track.publisher === participant || !participant.permission.canSubscribe) return;
  if (participant.subscriptions.has(track.sid) || media.subscriber.trackCount >= MAX_SUBSCRIPTIONS) return;
  const down = media.subscriber.addTrack(track.streamId, track.sid);
  const sink: Sink = { ssrc: down.ssrc, red: undefined, send: overNetwork((datagram) => down.send(datagram)) };
  const subscription: Subscription = { track, down, sink };
  participant.subscriptions.set(track.sid, subscription);
  media.negotiation.request((sections) => {
    if (participant.subscriptions.get(track.sid) !== subscription) return;
    sink.red = sections.get(down.mid)?.red;
    track.forwarder.add(sink);
    // A hidden subscriber does not count, as on LiveKit's server: an agent that waits for a listener waits for a visible one.
    if (track.subscriptionTold || participant.hidden) return;
    track.subscriptionTold = true;
    track.publisher.send({ case: 'trackSubscribed', value: new TrackSubscribed({ trackSid: track.sid }) });
  });
}

export function unsubscribe(participant: Participant, track: PublishedTrack): void {
  participant.wanted.delete(track.sid);
  const subscription = participant.subscriptions.get(track.sid);
  if (subscription === undefined) return;
  participant.subscriptions.delete(track.sid);
  track.forwarder.remove(subscription.sink);
  participant.media?.subscriber.removeTrack(subscription.down);
  if (!participant.gone) participant.media?.negotiation.request();
}
