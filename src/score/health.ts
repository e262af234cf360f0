/** How the rig itself did in a session, as a reader sees it: the report's health strip and --json (design.md, rule 5). */
import type { SessionEnd } from '../recording/model.js';
import { samplesToMs, type Samples } from '../time/position.js';
import type { AgentSpeech } from '../vad/model.js';
import type { HealthFigures } from './model.js';
import { starvedBy } from './starvation.js';

/** @param speech as scored: what of the agent's audio had to be concealed stands in its holes. */
export function healthFigures(end: SessionEnd, speech: Pick<AgentSpeech, 'holes'>): HealthFigures {
  const { health } = end;
  const concealed = speech.holes.reduce((sum, { kind, from, to }) => sum + (kind === 'unknown' ? to - from : 0), 0);
  const { eventLoopLagP99, eventLoopLagMax, rigCpu, agentCpu, hostCpu } = health;
  return {
    frames: health.frames,
    lateFrames: health.lateFrames,
    latestMs: tenths(health.maxLateness),
    ...(eventLoopLagP99 === undefined ? {} : { lagP99Ms: tenths(eventLoopLagP99) }),
    ...(eventLoopLagMax === undefined ? {} : { lagMaxMs: tenths(eventLoopLagMax) }),
    packets: Object.values(end.packets).reduce((sum, n) => sum + n, 0),
    lostPackets: health.lostPackets,
    ...(health.lostAgentPackets === undefined ? {} : { lostAgentPackets: health.lostAgentPackets }),
    concealedMs: tenths(concealed),
    ...(rigCpu === undefined ? {} : { rigCpu: hundredths(rigCpu) }),
    ...(agentCpu === undefined ? {} : { agentCpu: hundredths(agentCpu) }),
    ...(hostCpu === undefined ? {} : { hostCpu: hundredths(hostCpu) }),
    ...(health.processors === undefined ? {} : { processors: health.processors }),
    ...(health.lateFrames > 0 ? { starvedBy: starvedBy(health) } : {}),
  };
}

/** Milliseconds to a tenth. */
function tenths(samples: Samples): number {
  return Math.round(samplesToMs(samples) * 10) / 10;
}

function hundredths(share: number): number {
  return Math.round(share * 100) / 100;
}
