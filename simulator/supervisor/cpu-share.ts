/** CPU use over a session as a share of one processor, for the rig's own process and for an agent on the same machine. */
import type { SessionHealth } from '../../src/recording/model.js';
import type { Transport } from '../transport/transport.js';
import { groupCpuSeconds } from '../../agent/command/cpu.js';

/** CPU seconds so far; undefined where the system does not tell. */
export type CpuMeter = () => number | undefined;

/** Of this process. */
export const ownCpu: CpuMeter = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Of all processes of a group. */
export function groupCpu(group: number): CpuMeter {
  return () => groupCpuSeconds(group);
}

/** Share of one processor between now and the call of what it returns; undefined where one of the two readings is missing. */
export function startShare(meter: CpuMeter, now: () => number): () => number | undefined {
  const [cpu, at] = [meter(), now()];
  return () => {
    const [cpuNow, atNow] = [meter(), now()];
    if (cpu === undefined || cpuNow === undefined || atNow <= at) return undefined;
    return Math.max(0, cpuNow - cpu) / (atNow - at);
  };
}

/** The transport with both shares in its sessions' health. `now` is monotonic, in seconds. */
export function withCpuShares(transport: Transport, agentGroup: number | undefined, now: () => number): Transport {
  return {
    name: transport.name,
    open: async (options, handler) => {
      const session = await transport.open(options, handler);
      const rig = startShare(ownCpu, now);
      const agent = agentGroup === undefined ? () => undefined : startShare(groupCpu(agentGroup), now);
      const health = (): SessionHealth => {
        const own = session.health();
        return { ...own, rigCpu: own.rigCpu ?? rig(), agentCpu: own.agentCpu ?? agent() };
      };
      return {
        clock: session.clock,
        zeroNs: session.zeroNs,
        play: (request) => session.play(request),
        close: () => session.close(),
        health,
      };
    },
  };
}
