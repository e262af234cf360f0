/**
 * Entry of the embedded server's own process (design.md, rule 8: no native library can lose a run).
 * It lives as long as its parent: when the IPC channel closes, it ends.
 */
import { messageOf } from '../../src/error.js';
import { mediaFirst } from '../priority.js';
import { impair } from './impairment.js';
import type { FromChild } from './messages.js';
import { ToChild } from './messages.js';
import { EmbeddedServer, SERVER_VERSION } from './server.js';

const HOST = '127.0.0.1';
/** Troubles with clients that are logged; an attacker must not fill a pipe. */
const MAX_TROUBLES = 1000;

mediaFirst();
let server: EmbeddedServer | undefined;
let troubles = 0;

function tell(message: FromChild): void {
  if (process.connected) process.send?.(message);
}

async function start(port: number, apiKey: string, apiSecret: string): Promise<void> {
  if (server !== undefined) return;
  server = new EmbeddedServer({
    api: { key: apiKey, secret: apiSecret },
    host: HOST,
    trouble: (message) => {
      if (troubles++ < MAX_TROUBLES) process.stderr.write(`${message}\n`);
    },
  });
  try {
    tell({ type: 'listening', port: await server.listen(port), version: SERVER_VERSION });
  } catch (error) {
    tell({ type: 'failed', code: errorCode(error), message: messageOf(error) });
    process.exit(1);
  }
}

async function stop(): Promise<void> {
  await server?.close();
  process.exit(0);
}

function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

process.on('message', (raw) => {
  const parsed = ToChild.safeParse(raw);
  if (!parsed.success) return;
  const message = parsed.data;
  if (message.type === 'start') {
    if (message.network !== undefined) impair(message.network);
    void start(message.port, message.apiKey, message.apiSecret);
  } else if (message.type === 'stop') void stop();
  else if (server !== undefined) {
    const { user, system } = process.cpuUsage();
    tell({ type: 'health', id: message.id, health: { ...server.counters(), cpu: user + system, rss: process.memoryUsage.rss() } });
  }
});
process.on('disconnect', () => process.exit(0));
// Ctrl-C reaches the whole group, and so does the SIGTERM of a shell, a service manager or a CI job: the parent decides when the
// room ends, so that sessions can close properly.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
// A bug in one client's handling must not end everybody's room; it is logged and shows in the tests, which allow none.
process.on('uncaughtException', (error) => process.stderr.write(`uncaught: ${error.stack ?? messageOf(error)}\n`));
process.on('unhandledRejection', (error) => process.stderr.write(`unhandled: ${messageOf(error)}\n`));
