import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TurnrigError } from '../../src/error.js';
import { endedWithin, within } from '../bounded.js';
import { newId, newSecret } from './ids.js';
import { FromChild, type ToChild } from './messages.js';
import { logTail, processExit } from './process.js';
import type { Network } from './impairment.js';
import type { RoomServer, RoomServerExit, RoomServerHealth } from './room-server.js';

export interface StartOptions {
  /** TCP port on 127.0.0.1; left out or 0: one that is free. */
  readonly port?: number;
  /** Drops forwarded packets on purpose; never by itself. */
  readonly network?: Network;
}

/** ms. A start takes 200 to 400 ms; a busy machine may need much longer. */
const START_TIMEOUT = 30_000;
const STOP_TIMEOUT = 5_000;
const HEALTH_TIMEOUT = 10_000;
/** Of the rig's environment the child needs none of the user's keys. */
const SECRET_VARIABLES = ['LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET', 'NODE_OPTIONS'];

/**
 * Starts the embedded room server in a process of its own, with random keys, on loopback.
 * @throws TurnrigError `room-unreachable` when the port is taken or the process does not come up, `missing` when turnrig is not built
 */
export async function startRoomServer(options: StartOptions = {}): Promise<RoomServer> {
  const apiKey = newId('API');
  const apiSecret = newSecret();
  const environment = { ...process.env };
  for (const name of SECRET_VARIABLES) Reflect.deleteProperty(environment, name);
  const child = fork(entry(), [], { execArgv: [], env: environment, stdio: ['ignore', 'ignore', 'pipe', 'ipc'], serialization: 'json' });
  return new Embedded(child, apiKey, apiSecret).start(options.port ?? 0, options.network);
}

/** child.js beside this file, or, when this is the TypeScript source (tests), the built one in dist/. */
function entry(): string {
  const here = fileURLToPath(import.meta.url);
  if (here.endsWith('.js')) return join(dirname(here), 'child.js');
  const built = join(dirname(here), '../../dist/simulator/server/child.js');
  if (!existsSync(built))
    throw new TurnrigError('missing', 'The embedded room server is not built: dist/simulator/server/child.js does not exist.', {
      hint: 'Run `npm run build` first; from TypeScript sources the server is started from dist/.',
    });
  return built;
}

class Embedded implements RoomServer {
  readonly kind = 'embedded';
  readonly exited: Promise<RoomServerExit>;
  url = '';
  version = '';
  private stopping = false;
  private healthId = 0;
  private readonly tail: () => string;

  constructor(
    private readonly child: ChildProcess,
    readonly apiKey: string,
    readonly apiSecret: string,
  ) {
    this.tail = logTail(child.stderr);
    this.exited = processExit(child).then(({ code, signal }) => ({ code, signal, expected: this.stopping, log: this.tail() }));
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async start(port: number, network: Network | undefined): Promise<this> {
    this.tell({ type: 'start', port, apiKey: this.apiKey, apiSecret: this.apiSecret, ...(network === undefined ? {} : { network }) });
    const first = await this.next((message) => (message.type === 'health' ? undefined : message), START_TIMEOUT);
    if (first?.type !== 'listening') {
      await this.stop();
      throw refused(port, first, this.tail());
    }
    this.url = `ws://127.0.0.1:${first.port}`;
    this.version = first.version;
    // The rig's own work keeps it alive, not its room: a command that is done may end, and the child ends with it.
    this.child.unref();
    this.child.channel?.unref();
    return this;
  }

  async health(): Promise<RoomServerHealth> {
    const id = ++this.healthId;
    this.tell({ type: 'health', id });
    const answer = await this.next((message) => (message.type === 'health' && message.id === id ? message : undefined), HEALTH_TIMEOUT);
    if (answer === undefined)
      throw new TurnrigError('room-unreachable', 'The embedded room server does not answer.', {
        hint: 'See its last log lines.',
        cause: this.tail(),
      });
    return answer.health;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.child.ref();
    this.child.channel?.ref();
    this.tell({ type: 'stop' });
    await endedWithin(STOP_TIMEOUT, this.exited, () => this.child.kill('SIGKILL'));
  }

  private tell(message: ToChild): void {
    // A channel that closes meanwhile reports through the callback; `exited` tells the story.
    if (this.child.connected) this.child.send(message, () => undefined);
  }

  /** The first message that `pick` takes; undefined when none comes in time or the process ends. */
  private async next<T>(pick: (message: FromChild) => T | undefined, timeout: number): Promise<T | undefined> {
    let listen: ((raw: unknown) => void) | undefined;
    const picked = new Promise<T | undefined>((resolve) => {
      listen = (raw) => {
        const parsed = FromChild.safeParse(raw);
        const value = parsed.success ? pick(parsed.data) : undefined;
        if (value !== undefined) resolve(value);
      };
      this.child.on('message', listen);
      void this.exited.then(() => resolve(undefined));
    });
    try {
      return await within(timeout, 'no message', picked).catch(() => undefined);
    } finally {
      if (listen !== undefined) this.child.off('message', listen);
    }
  }
}

function refused(port: number, first: FromChild | undefined, log: string): TurnrigError {
  if (first?.type === 'failed' && first.code === 'EADDRINUSE')
    return new TurnrigError('room-unreachable', `The room server cannot listen on port ${port}: it is taken.`, {
      hint: 'Name another port, or none: then a free one is used.',
      cause: first.message,
    });
  if (first?.type === 'failed' && first.code === 'EACCES')
    return new TurnrigError('room-unreachable', `The room server may not listen on port ${port}.`, {
      hint: 'Use a port above 1023.',
      cause: first.message,
    });
  const why = first?.type === 'failed' ? first.message : log.trim().split('\n').at(-1);
  return new TurnrigError('room-unreachable', `The embedded room server did not start${why ? `: ${why}` : '.'}`, {
    hint: 'Run `turnrig doctor`; or set LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET to use another server.',
    cause: log,
  });
}
