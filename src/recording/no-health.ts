/** The health of a session of which nothing was measured. */
import type { SessionHealth } from './model.js';

export const NO_HEALTH: SessionHealth = {
  lateFrames: 0,
  frames: 0,
  maxLateness: 0,
  eventLoopLagP99: undefined,
  eventLoopLagMax: undefined,
  lostPackets: 0,
  rigCpu: undefined,
  agentCpu: undefined,
};
