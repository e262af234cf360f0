/** The server's management API as a session needs it: tokens, dispatch, deletion, and whether the server is there at all. */
import { AccessToken, AgentDispatchClient, RoomServiceClient } from 'livekit-server-sdk';
import { messageOf, TurnrigError } from '../../../src/error.js';

/** A LiveKit server and the keys to it. */
export interface LiveKitAccess {
  /** ws, wss, http or https. */
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** Longer than any session; a token is only looked at when joining and when resuming. */
const TOKEN_TTL = '6h';
const REQUEST_S = 5;
/** Whether a server is there is asked when something has just broken: the answer is wanted soon. */
const PROBE_MS = 1_000;

export interface Identity {
  readonly identity: string;
  readonly name: string;
}

export class ServerApi {
  private readonly access: LiveKitAccess;
  private readonly http: string;

  constructor(access: LiveKitAccess) {
    this.access = access;
    const url = new URL(access.url);
    url.protocol = url.protocol === 'wss:' || url.protocol === 'https:' ? 'https:' : 'http:';
    this.http = url.href.replace(/\/$/, '');
  }

  /** @throws TurnrigError room-unreachable when nothing answers, room-refused when the keys do not fit. */
  async check(): Promise<void> {
    try {
      await this.rooms().listRooms(['-']);
    } catch (error) {
      const status = statusOf(error);
      if (status === 401 || status === 403)
        throw new TurnrigError('room-refused', 'the room server refused the API key', {
          hint: 'Check LIVEKIT_API_KEY and LIVEKIT_API_SECRET.',
          cause: error,
        });
      throw new TurnrigError('room-unreachable', `the room server does not answer: ${rootMessage(error)}`, {
        hint: 'Check that the server runs and that LIVEKIT_URL is its address.',
        cause: error,
      });
    }
  }

  /** A token for somebody who speaks: a human of ours or a reference agent. */
  speakerToken(room: string, who: Identity): Promise<string> {
    const token = this.token(who);
    token.addGrant({ roomJoin: true, room, canPublish: true, canSubscribe: true, canPublishData: true, canUpdateOwnMetadata: true });
    return token.toJwt();
  }

  /** A token for somebody who only hears and whom nobody sees. */
  hiddenToken(room: string, who: Identity): Promise<string> {
    const token = this.token(who);
    token.addGrant({ roomJoin: true, room, canPublish: false, canPublishData: false, canSubscribe: true, hidden: true });
    return token.toJwt();
  }

  /** @throws TurnrigError room-refused. */
  async dispatch(room: string, agentName: string, metadata: string): Promise<void> {
    try {
      const client = new AgentDispatchClient(this.http, this.access.apiKey, this.access.apiSecret, { requestTimeout: REQUEST_S });
      await client.createDispatch(room, agentName, { metadata });
    } catch (error) {
      throw new TurnrigError('room-refused', `the room server did not dispatch agent "${agentName}": ${rootMessage(error)}`, {
        cause: error,
      });
    }
  }

  /** Deletes the room and sends everybody away. Never rejects. @returns whether the server answered, whatever it said. */
  async deleteRoom(room: string): Promise<boolean> {
    try {
      await this.rooms().deleteRoom(room);
      return true;
    } catch (error) {
      return statusOf(error) !== undefined;
    }
  }

  /** Whether the room exists. @throws what the client throws when the server does not answer. */
  async roomExists(room: string): Promise<boolean> {
    return (await this.rooms().listRooms([room])).length > 0;
  }

  /** Whether anything still answers at the server's address. */
  async alive(): Promise<boolean> {
    try {
      const response = await fetch(this.http, { signal: AbortSignal.timeout(PROBE_MS) });
      await response.body?.cancel();
      return true;
    } catch {
      return false;
    }
  }

  private token(who: Identity): AccessToken {
    return new AccessToken(this.access.apiKey, this.access.apiSecret, { identity: who.identity, name: who.name, ttl: TOKEN_TTL });
  }

  private rooms(): RoomServiceClient {
    return new RoomServiceClient(this.http, this.access.apiKey, this.access.apiSecret, { requestTimeout: REQUEST_S });
  }
}

function statusOf(error: unknown): number | undefined {
  return typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number' ? error.status : undefined;
}

/** fetch says "fetch failed" and keeps the reason in its cause. */
function rootMessage(error: unknown): string {
  let at = error;
  while (at instanceof Error && at.cause instanceof Error) at = at.cause;
  return messageOf(at);
}
