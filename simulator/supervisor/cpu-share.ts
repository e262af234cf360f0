/** CPU use over a session, for the rig's own process, an agent on the same machine and the machine itself, in its sessions' health. */
import type { SessionHealth } from '../../src/recording/model.js';
import type { Transport, TransportHandler } from '../transport/transport.js';
import type { HostWatch } from './host-watch.js';

/** CPU seconds of this process so far. */
export function ownCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** The transport with what `watch` sees in its sessions' health. Every session has a watch of its own. */
export function withCpuShares(transport: Transport, watchOf: () => HostWatch): Transport {
  return {
    name: transport.name,
    open: async (options, handler) => {
      const watch = watchOf();
      try {
        const session = await transport.open(options, watching(handler, watch));
        return {
          clock: session.clock,
          zeroNs: session.zeroNs,
          play: (request) => session.play(request),
          agentLog: () => session.agentLog(),
          trouble: () => session.trouble?.(),
          close: async () => {
            await session.close();
            watch.stop();
            await watch.sample();
          },
          health: () => withFigures(session.health(), watch),
        };
      } catch (error) {
        watch.stop();
        throw error;
      }
    },
  };
}

function watching(handler: TransportHandler, watch: HostWatch): TransportHandler {
  return {
    input: (input) => {
      // Without an amount it is silence before the first turn, or a source that hangs: no frame of speech that left late.
      if (input.type === 'rig-trouble' && input.amount !== undefined) watch.late(input.amount);
      handler.input(input);
    },
    track: (track) => handler.track(track),
    packet: (track, packet) => handler.packet(track, packet),
    step: (what) => handler.step?.(what),
  };
}

function withFigures(health: SessionHealth, watch: HostWatch): SessionHealth {
  const { processors, whole, whenLate } = watch.figures();
  return {
    ...health,
    rigCpu: health.rigCpu ?? whole.rigCpu,
    agentCpu: health.agentCpu ?? whole.agentCpu,
    ...(whole.hostCpu === undefined ? {} : { hostCpu: whole.hostCpu }),
    processors,
    ...(whenLate === undefined ? {} : { whenLate }),
  };
}
