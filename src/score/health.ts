/** How the rig itself did in a session, as a reader sees it: the report's health strip and --json (design.md, rule 5). */
import type { SessionEnd } from '../recording/model.js';
import { samplesToMs } from '../time/position.js';
import type { AgentSpeech } from '../vad/model.js';
import type { HealthFigures } from './model.js';
import { starvedBy } from './starvation.js';

/** @param speech as scored: what of the agent's audio had to be concealed stands in its holes. */
export function healthFigures(end: SessionEnd, speech: Pick<AgentSpeech, 'holes'>): HealthFigures {
  const { health } = end;
  const concealed = speech.holes.reduce((sum, { kind, from, to }) => sum + (kind === 'unknown' ? to - from : 0), 0);
  const lagP99Ms = tenths(health.eventLoopLagP99);
  const lagMaxMs = tenths(health.eventLoopLagMax);
  const rigCpu = hundredths(health.rigCpu);
  const agentCpu = hundredths(health.agentCpu);
  const hostCpu = hundredths(health.hostCpu);
  return {
    frames: health.frames,
    lateFrames: health.lateFrames,
    latestMs: tenths(health.maxLateness) ?? 0,
    ...(lagP99Ms === undefined ? {} : { lagP99Ms }),
    ...(lagMaxMs === undefined ? {} : { lagMaxMs }),
    packets: Object.values(end.packets).reduce((sum, n) => sum + n, 0),
    lostPackets: health.lostPackets,
    ...(health.lostAgentPackets === undefined ? {} : { lostAgentPackets: health.lostAgentPackets }),
    concealedMs: tenths(concealed) ?? 0,
    ...(rigCpu === undefined ? {} : { rigCpu }),
    ...(agentCpu === undefined ? {} : { agentCpu }),
    ...(hostCpu === undefined ? {} : { hostCpu }),
    ...(health.processors === undefined ? {} : { processors: health.processors }),
    ...(health.lateFrames > 0 ? { starvedBy: starvedBy(health) } : {}),
  };
}

function tenths(samples: number | undefined): number | undefined {
  return samples === undefined ? undefined : Math.round(samplesToMs(samples) * 10) / 10;
}

function hundredths(share: number | undefined): number | undefined {
  return share === undefined ? undefined : Math.round(share * 100) / 100;
}
