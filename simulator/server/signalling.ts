/** What a participant's client may ask for, one message at a time. */
import {
  DisconnectReason,
  Pong,
  RequestResponse,
  RequestResponse_Reason,
  SignalTarget,
  type SignalRequest,
  type TrickleRequest,
  type UpdateParticipantMetadata,
} from '@livekit/protocol';
import { z } from 'zod';
import type { Participant } from './participant.js';
import { addTrack, muteByClient, takeOffer } from './publishing.js';
import type { Room } from './room.js';

/** A client registers its waiter for a RequestResponse only after it has sent the request (facts.md), ms. */
const RESPONSE_DELAY = 5;

const Candidate = z.object({ candidate: z.string().min(1), sdpMid: z.string().optional().nullable() });

/** Everything but candidates (`takeCandidate`). @throws what the native stack says of descriptions it cannot take; the caller logs it and goes on. */
export async function handleSignal(room: Room, participant: Participant, request: SignalRequest): Promise<void> {
  if (participant.gone) return;
  const message = request.message;
  switch (message.case) {
    case 'pingReq':
      participant.send({
        case: 'pongResp',
        value: new Pong({ lastPingTimestamp: message.value.timestamp, timestamp: BigInt(Date.now()) }),
      });
      return;
    case 'ping':
      participant.send({ case: 'pong', value: BigInt(Date.now()) });
      return;
    case 'addTrack':
      addTrack(participant, message.value);
      return;
    case 'offer':
      await takeOffer(room, participant, message.value);
      return;
    case 'answer':
      participant.media?.negotiation.answer(message.value.sdp);
      return;
    case 'mute':
      muteByClient(room, participant, message.value.sid, message.value.muted);
      return;
    case 'subscription': {
      const { trackSids, participantTracks, subscribe } = message.value;
      room.setSubscriptions(participant, [...trackSids, ...participantTracks.flatMap((tracks) => tracks.trackSids)], subscribe);
      return;
    }
    case 'updateMetadata':
      updateMetadata(room, participant, message.value);
      return;
    case 'leave':
      room.remove(participant, DisconnectReason.CLIENT_INITIATED, undefined);
      return;
    default:
      // Layers, settings and permissions of video, data tracks, state after a resume: nothing that this server keeps.
      return;
  }
}

/** Takes a client's candidate, in any order with its descriptions: the connections keep what comes early. */
export function takeCandidate(participant: Participant, request: TrickleRequest): void {
  if (participant.gone) return;
  let parsed: unknown;
  try {
    parsed = JSON.parse(request.candidateInit);
  } catch {
    return;
  }
  const init = Candidate.safeParse(parsed);
  if (!init.success) return;
  const candidate = { candidate: init.data.candidate, sdpMid: init.data.sdpMid ?? '0', sdpMLineIndex: 0 };
  const media = participant.media;
  if (request.target === SignalTarget.PUBLISHER) media?.publisher.addCandidate(candidate);
  else media?.subscriber.addCandidate(candidate);
}

function updateMetadata(room: Room, participant: Participant, request: UpdateParticipantMetadata): void {
  let reason = RequestResponse_Reason.NOT_ALLOWED;
  if (participant.permission.canUpdateMetadata) {
    reason = participant.change(request) ? RequestResponse_Reason.OK : RequestResponse_Reason.LIMIT_EXCEEDED;
    if (reason === RequestResponse_Reason.OK) room.announce(participant);
  }
  const message = reason === RequestResponse_Reason.OK ? '' : 'the participant may not change this';
  const value = new RequestResponse({ requestId: request.requestId, reason, message });
  setTimeout(() => participant.send({ case: 'requestResponse', value }), RESPONSE_DELAY);
}
