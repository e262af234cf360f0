/**
 * The embedded room server: LiveKit's signalling (`/rtc`), workers (`/agent`) and API (`/twirp`) on one loopback port.
 *
 * Dual peer connection only: `/rtc/v1` is answered 404 and clients fall back to `/rtc` (in single-connection mode rtc-node
 * crashed in 10 of 242 runs; facts.md). Whatever a client sends may cost its own connection, never the server.
 */
import {
  LeaveRequest,
  LeaveRequest_Action,
  DisconnectReason,
  RoomConfiguration,
  ServerInfo,
  ServerInfo_Edition,
  SignalResponse,
} from '@livekit/protocol';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { agentDispatchService } from './agent-dispatch-service.js';
import { Dispatcher } from './dispatch.js';
import { newId } from './ids.js';
import { describeClient, join } from './join.js';
import { Participant } from './participant.js';
import { roomService } from './room-service.js';
import { Rooms } from './rooms.js';
import { serveAgent, serveSignals } from './sockets.js';
import { signToken, verifyToken, type ApiKey, type Claims } from './token.js';
import { callTwirp, type Methods, type TwirpResponse } from './twirp.js';

/** The LiveKit protocol that is spoken; clients log the version and some look at it. */
export const SERVER_VERSION = '1.9.0';
const PROTOCOL = 16;
/** Largest WebSocket message and HTTP body, bytes. Offers of hundreds of sections stay far below. */
const MAX_PAYLOAD = 1 << 20;
/** A token travels in a header and may carry 64 kB of metadata, which Node's default of 16 kB would cut off. */
const MAX_HEADER = 256 * 1024;
const TWIRP = '/twirp/livekit.';

export interface ServerOptions {
  readonly api: ApiKey;
  readonly host: string;
  /** What went wrong with a client, for a log. Never holds tokens or keys. */
  readonly trouble: (message: string) => void;
}

export interface ServerCounters {
  readonly rooms: number;
  readonly participants: number;
  readonly tracks: number;
  readonly workers: number;
  readonly packets: number;
}

export class EmbeddedServer {
  private readonly info = new ServerInfo({
    edition: ServerInfo_Edition.Standard,
    version: SERVER_VERSION,
    protocol: PROTOCOL,
    agentProtocol: 1,
    nodeId: newId('ND_'),
  });
  private readonly dispatcher: Dispatcher;
  private readonly rooms: Rooms;
  private readonly methods: Methods;
  private readonly sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_PAYLOAD });
  private readonly http: Server;

  constructor(private readonly options: ServerOptions) {
    this.dispatcher = new Dispatcher((claims) => signToken(options.api, claims));
    this.rooms = new Rooms(this.dispatcher);
    this.methods = new Map([...roomService(this.rooms), ...agentDispatchService(this.rooms, this.dispatcher)]);
    this.http = createServer({ maxHeaderSize: MAX_HEADER }, (request, response) => {
      this.serve(request, response).catch(() => response.destroy());
    });
    this.http.on('upgrade', (request, socket, head) => this.upgrade(request, socket, head));
    this.http.on('clientError', (_error, socket) => socket.destroy());
  }

  /** Listens; resolves with the port. Rejects with the system's error (EADDRINUSE). */
  listen(port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.http.once('error', reject);
      this.http.listen(port, this.options.host, () => {
        this.http.off('error', reject);
        this.http.on('error', (error) => this.options.trouble(error.message));
        resolve((this.http.address() as AddressInfo).port);
      });
    });
  }

  counters(): ServerCounters {
    const participants = this.rooms.all().flatMap((room) => [...room.participants.values()]);
    const tracks = participants.flatMap((participant) => [...participant.published.values()]);
    return {
      rooms: this.rooms.all().length,
      participants: participants.length,
      tracks: tracks.length,
      workers: this.dispatcher.workerCount,
      packets: tracks.reduce((sum, track) => sum + track.forwarder.counters.packets, 0),
    };
  }

  /** Closes rooms and sockets. Clients are told; native connections are closed. */
  async close(): Promise<void> {
    this.rooms.close();
    const closed = new Promise<void>((resolve) => this.http.close(() => resolve()));
    // Leave messages and data go out first (see Room.remove).
    await new Promise((resolve) => setTimeout(resolve, FAREWELL));
    for (const socket of this.sockets.clients) socket.terminate();
    this.http.closeAllConnections();
    await closed;
  }

  private claims(request: IncomingMessage, url: URL): Claims | undefined {
    const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    return verifyToken(this.options.api, bearer ?? url.searchParams.get('access_token') ?? '', Date.now() / 1000);
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = parseUrl(request);
    const reply = url === undefined ? text(400, 'bad request') : await this.respond(request, url);
    response.writeHead(reply.status, { 'content-type': reply.contentType }).end(reply.body);
  }

  private async respond(request: IncomingMessage, url: URL): Promise<TwirpResponse> {
    if (url.pathname === '/') return text(200, 'OK');
    if (url.pathname === '/rtc/validate') {
      const refused = refusal(this.claims(request, url));
      return refused === undefined ? text(200, 'success') : text(401, refused);
    }
    if (!url.pathname.startsWith(TWIRP)) return text(404, 'not found');
    const body = await readBody(request, MAX_PAYLOAD);
    if (body === undefined) return text(413, 'request too large');
    const name = url.pathname.slice(TWIRP.length);
    return callTwirp(this.methods, name, request.headers['content-type'] ?? '', body, this.claims(request, url)?.video);
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const url = parseUrl(request);
    const claims = url === undefined ? undefined : this.claims(request, url);
    if (url?.pathname === '/rtc') {
      const refused = refusal(claims);
      if (refused !== undefined || claims === undefined) {
        deny(socket, 401, 'Unauthorized', refused ?? '');
        return;
      }
      this.accept(request, socket, head, (client) => this.joinRoom(client, url, claims));
    } else if (url?.pathname === '/agent') {
      if (claims?.video?.agent !== true) {
        deny(socket, 401, 'Unauthorized', 'the token does not allow an agent');
        return;
      }
      this.accept(request, socket, head, (client) => serveAgent(client, this.dispatcher, this.info));
    } else deny(socket, 404, 'Not Found', '');
  }

  private accept(request: IncomingMessage, socket: Duplex, head: Buffer, then: (client: WebSocket) => void): void {
    this.sockets.handleUpgrade(request, socket, head, (client) => {
      client.on('error', () => client.terminate());
      then(client);
    });
  }

  private joinRoom(client: WebSocket, url: URL, claims: Claims): void {
    const name = claims.video?.room ?? '';
    const reconnect = url.searchParams.get('reconnect');
    const existing = this.rooms.get(name);
    // The media of a client that lost its signalling is gone with it: it has to join anew.
    if (reconnect === '1' || reconnect === 'true') {
      sendOff(client, DisconnectReason.STATE_MISMATCH, LeaveRequest_Action.RECONNECT);
      return;
    }
    if (existing?.full === true && !existing.participants.has(claims.sub ?? '')) {
      sendOff(client, DisconnectReason.JOIN_FAILURE, LeaveRequest_Action.DISCONNECT);
      return;
    }
    const room = existing ?? this.openRoom(name, claims);
    const signals = serveSignals(client, room, (message) => this.options.trouble(message));
    const participant = new Participant(claims.sub ?? '', claims, describeClient(url.searchParams), signals.link);
    signals.start(participant);
    join(room, participant, {
      serverInfo: this.info,
      bindAddress: this.options.host,
      trouble: (who, message) => this.options.trouble(`${who.identity}: ${message}`),
    });
  }

  private openRoom(name: string, claims: Claims): ReturnType<Rooms['open']> {
    let configuration = new RoomConfiguration();
    try {
      const json = JSON.stringify(claims.roomConfig ?? {});
      configuration = RoomConfiguration.fromJsonString(json, { ignoreUnknownFields: true });
    } catch {
      this.options.trouble('a token holds a room configuration that cannot be read; ignored');
    }
    return this.rooms.open(name, configuration, configuration.agents);
  }
}

/** Longer than a participant lingers, ms. */
const FAREWELL = 250;

const text = (status: number, body: string): TwirpResponse => ({ status, contentType: 'text/plain', body });

/** The whole body; undefined when it is larger than allowed (the rest is read and thrown away). */
async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
  }
  return size <= limit ? Buffer.concat(chunks) : undefined;
}

function parseUrl(request: IncomingMessage): URL | undefined {
  try {
    return new URL(request.url ?? '/', 'http://room');
  } catch {
    return undefined;
  }
}

/** Why a token may not join; undefined when it may. */
function refusal(claims: Claims | undefined): string | undefined {
  if (claims === undefined) return 'invalid token';
  if (claims.video?.roomJoin !== true || (claims.video.room ?? '') === '') return 'the token does not allow to join a room';
  if ((claims.sub ?? '') === '') return 'the token names no identity';
  return undefined;
}

function deny(socket: Duplex, status: number, text: string, body: string): void {
  socket.end(
    `HTTP/1.1 ${status} ${text}\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Says good-bye to a client that has not joined. */
function sendOff(client: WebSocket, reason: DisconnectReason, action: LeaveRequest_Action): void {
  const value = new LeaveRequest({ reason, action, canReconnect: action !== LeaveRequest_Action.DISCONNECT });
  client.send(new SignalResponse({ message: { case: 'leave', value } }).toBinary());
  setTimeout(() => client.close(), 50);
}
