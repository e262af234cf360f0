/** A client of the bare signalling, without any media: sends what a test says, keeps what comes. */
import { SignalRequest, SignalResponse } from '@livekit/protocol';
import { WebSocket } from 'ws';
import { signToken, type ApiKey, type VideoGrants } from '../../simulator/server/token.js';

type Received = SignalResponse['message'];
type Case = NonNullable<Received['case']>;
type ValueOf<C extends Case> = Extract<Received, { case: C }>['value'];

const PATIENCE = 10_000;

export function rawToken(api: ApiKey, room: string, identity: string, grants: VideoGrants = {}): string {
  const exp = Math.floor(Date.now() / 1000) + 600;
  return signToken(api, { sub: identity, exp, video: { roomJoin: true, room, ...grants } });
}

export class RawClient {
  private readonly kept: Received[] = [];
  private readonly waiting: (() => void)[] = [];
  closed = false;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      this.kept.push(SignalResponse.fromBinary(data).message);
      this.wake();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.closed = true;
      this.wake();
    });
  }

  private wake(): void {
    for (const look of this.waiting) look();
  }

  /** Opens the WebSocket; rejects with the HTTP status when it is refused. */
  static open(url: string, token: string, path = '/rtc'): Promise<RawClient> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${path}`, { headers: { authorization: `Bearer ${token}` } });
      const client = new RawClient(socket);
      socket.once('open', () => resolve(client));
      socket.once('error', reject);
    });
  }

  static async join(url: string, api: ApiKey, room: string, identity: string, grants: VideoGrants = {}, query = ''): Promise<RawClient> {
    const client = await RawClient.open(url, rawToken(api, room, identity, grants), `/rtc${query}`);
    await client.next('join');
    return client;
  }

  send(message: { case: string; value: unknown }): void {
    this.socket.send(new SignalRequest({ message: message as never }).toBinary());
  }

  /** The next kept or coming message of a case; it is taken out. */
  next<C extends Case>(wanted: C): Promise<ValueOf<C>> {
    return new Promise((resolve, reject) => {
      const done = (): void => {
        clearTimeout(timer);
        this.waiting.splice(this.waiting.indexOf(look), 1);
      };
      const look = (): void => {
        const at = this.kept.findIndex((message) => message.case === wanted);
        if (at < 0) return;
        done();
        resolve(this.kept.splice(at, 1)[0]?.value as never);
      };
      const timer = setTimeout(() => {
        done();
        reject(new Error(`no ${wanted}`));
      }, PATIENCE);
      this.waiting.push(look);
      look();
    });
  }

  /** How many messages of a case are kept. */
  seen(wanted: Case): number {
    return this.kept.filter((message) => message.case === wanted).length;
  }

  /** Resolves when the server has closed the socket. */
  ended(): Promise<void> {
    return new Promise((resolve) => {
      if (this.closed) resolve();
      else this.socket.once('close', () => resolve());
    });
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.ended();
  }
}
