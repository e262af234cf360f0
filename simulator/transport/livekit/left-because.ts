/** Why a participant left, in words for a person. */
import { DisconnectReason } from '@livekit/rtc-node';

const WORDS: Readonly<Partial<Record<DisconnectReason, string>>> = {
  [DisconnectReason.CLIENT_INITIATED]: 'it disconnected',
  [DisconnectReason.DUPLICATE_IDENTITY]: 'another participant joined under its identity',
  [DisconnectReason.SERVER_SHUTDOWN]: 'the server shut down',
  [DisconnectReason.PARTICIPANT_REMOVED]: 'it was removed',
  [DisconnectReason.ROOM_DELETED]: 'the room was deleted',
  [DisconnectReason.ROOM_CLOSED]: 'the room was closed',
  [DisconnectReason.SIGNAL_CLOSE]: 'its connection broke off, as when its process dies',
  [DisconnectReason.CONNECTION_TIMEOUT]: 'its connection timed out',
  [DisconnectReason.MEDIA_FAILURE]: 'its media connection failed',
  [DisconnectReason.AGENT_ERROR]: 'it reported an error of its own',
};

export function leftBecause(reason: DisconnectReason | undefined): string {
  if (reason === undefined || reason === DisconnectReason.UNKNOWN_REASON) return 'the server gave no reason';
  return WORDS[reason] ?? `disconnect reason ${reason}`;
}
