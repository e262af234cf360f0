/**
 * The worker process of a preset: registers with the room's server and starts a job process for each dispatched room.
 *
 * Started by start-worker.ts with the server in LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET. Ends on SIGTERM, and when
 * its parent is gone.
 */
import { fileURLToPath } from 'node:url';
import { AgentServer, initializeLogger, ServerOptions } from '@livekit/agents';
import { messageOf } from '../../src/error.js';
import { workerSettings } from './environment.js';
import type { FromAgentWorker } from './protocol.js';

/** Loading the models on a busy machine takes more than the framework's 10 s. */
const INITIALIZE_WITHIN_MS = 60_000;
/** A job that has not ended by then is killed by the framework; our parent kills the rest. */
const SHUTDOWN_WITHIN_MS = 5000;

function tell(message: FromAgentWorker): void {
  if (process.connected) process.send?.(message);
}

initializeLogger({ pretty: false, level: 'info' });
const { agentName } = workerSettings(process.env);
const server = new AgentServer(
  new ServerOptions({
    agent: fileURLToPath(new URL('./job.js', import.meta.url)),
    agentName,
    wsURL: process.env['LIVEKIT_URL'] ?? '',
    apiKey: process.env['LIVEKIT_API_KEY'] ?? '',
    apiSecret: process.env['LIVEKIT_API_SECRET'] ?? '',
    // One warm process waits while another plays. More would only warm models beside a running measurement.
    numIdleProcesses: 1,
    // A worker that reports load is refused once and not asked again (facts.md); whether the machine is free is for the rig to say.
    loadFunc: () => Promise.resolve(0),
    // "Production" would listen on a fixed port for health checks, so that a second worker could not start.
    production: false,
    // Waits of 0, 2 and 4 s: a server that refuses the keys will go on refusing them.
    maxRetry: 3,
    host: '127.0.0.1',
    initializeProcessTimeout: INITIALIZE_WITHIN_MS,
    shutdownProcessTimeout: SHUTDOWN_WITHIN_MS,
  }),
);

let ending = false;
async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  await server.close().catch(() => undefined);
  process.exit(0);
}
process.on('SIGTERM', () => void end());
process.on('SIGINT', () => void end());
process.on('disconnect', () => void end());

server.event.once('worker_registered', (workerId: string) => tell({ type: 'registered', workerId }));
server.run().catch((error: unknown) => {
  if (ending) return;
  tell({ type: 'failed', message: messageOf(error) });
  process.exitCode = 1;
  void end();
});
