/** LiveKit's own server on loopback, for tests and for those who have its binary: the same shape as the embedded one. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { createServer, type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import { messageOf, TurnrigError } from '../../src/error.js';
import { endedWithin } from '../bounded.js';
import { endWithRig } from './guard.js';
import { newId, newSecret } from './ids.js';
import { logTail, processExit } from './process.js';
import type { RoomServer, RoomServerExit, RoomServerHealth } from './room-server.js';

export const BINARY_VARIABLE = 'TURNRIG_LIVEKIT_SERVER';
const DEFAULT_BINARY = 'livekit-server';
const HINT = `Install livekit-server, or run scripts/livekit-server.sh and set ${BINARY_VARIABLE} to the path that it prints.`;
const HOST = '127.0.0.1';
/** ms */
const START_TIMEOUT = 30_000;
const STOP_TIMEOUT = 5_000;
const POLL = 50;

/** Path or name of the binary to start: from the environment, else looked up on PATH. */
export const livekitBinary = (): string => process.env[BINARY_VARIABLE] ?? DEFAULT_BINARY;

/**
 * Starts livekit-server on loopback with random keys and free ports. It does not keep the rig alive, and ends with it, however the
 * rig ends.
 * @throws TurnrigError `missing` without the binary, `room-unreachable` when it does not come up
 */
export async function startLivekitServer(binary: string = livekitBinary()): Promise<RoomServer> {
  const version = await readVersion(binary);
  const [port, udp] = [await freeTcpPort(), await freeUdpPort()];
  const apiKey = newId('API');
  const apiSecret = newSecret();
  const child = spawn(binary, [], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], LIVEKIT_CONFIG: stringify(loopbackConfig(port, udp, apiKey, apiSecret)) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const server = new Livekit(child, `ws://${HOST}:${port}`, apiKey, apiSecret, version);
  await server.ready();
  return server;
}

/** Every address and port is named: what is left out listens on all addresses or asks public servers (facts.md). */
function loopbackConfig(port: number, udp: number, apiKey: string, apiSecret: string): object {
  return {
    port,
    bind_addresses: [HOST],
    rtc: {
      udp_port: udp,
      tcp_port: 0,
      node_ip: HOST,
      use_external_ip: false,
      enable_loopback_candidate: true,
      interfaces: { includes: ['lo'] },
      ips: { includes: [`${HOST}/32`] },
      stun_servers: [`${HOST}:3478`],
    },
    keys: { [apiKey]: apiSecret },
    // A worker that is refused once for its load is not asked again, and a test's machine is busy (facts.md).
    agents: { target_load: 10 },
    logging: { level: 'warn' },
  };
}

class Livekit implements RoomServer {
  readonly kind = 'livekit';
  readonly exited: Promise<RoomServerExit>;
  private stopping = false;
  private over = false;
  private readonly tail: () => string;

  constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    readonly apiKey: string,
    readonly apiSecret: string,
    readonly version: string,
  ) {
    this.tail = logTail(child.stderr);
    child.unref();
    const endWithUs = (): void => void child.kill('SIGKILL');
    process.once('exit', endWithUs);
    const callOff = child.pid === undefined ? undefined : endWithRig(child.pid);
    this.exited = processExit(child).then(({ code, signal }) => {
      this.over = true;
      process.off('exit', endWithUs);
      callOff?.();
      return { code, signal, expected: this.stopping, log: this.tail() };
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async ready(): Promise<void> {
    const end = Date.now() + START_TIMEOUT;
    while (!this.over && Date.now() < end) {
      if (await this.answers()) return;
      await new Promise((resolve) => setTimeout(resolve, POLL));
    }
    await this.stop();
    throw new TurnrigError('room-unreachable', 'livekit-server did not start.', { hint: 'See its log in the cause.', cause: this.tail() });
  }

  async health(): Promise<RoomServerHealth> {
    if (await this.answers()) return {};
    throw new TurnrigError('room-unreachable', 'livekit-server does not answer.', {
      hint: 'See its log in the cause.',
      cause: this.tail(),
    });
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.child.ref();
    this.child.kill('SIGTERM');
    await endedWithin(STOP_TIMEOUT, this.exited, () => this.child.kill('SIGKILL'));
  }

  private async answers(): Promise<boolean> {
    try {
      const response = await fetch(this.url.replace(/^ws/, 'http'), { signal: AbortSignal.timeout(5000) });
      return response.ok;
    } catch {
      return false;
    }
  }
}

async function readVersion(binary: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(binary, ['--version'], { timeout: START_TIMEOUT });
    return /(\d+\.\d+\.\d+\S*)/.exec(stdout)?.[1] ?? 'unknown';
  } catch (error) {
    throw new TurnrigError('missing', `livekit-server cannot be run (${binary}): ${messageOf(error)}`, { hint: HINT, cause: error });
  }
}

function freeTcpPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, HOST, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

function freeUdpPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = createSocket('udp4');
    socket.once('error', reject);
    socket.bind(0, HOST, () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
}
