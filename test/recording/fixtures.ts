import type { CompiledScene, CompiledTurn, PlannedSession } from '../../src/scenario/model.js';
import type { RunManifest, SessionEnd, SessionHealth, TrackManifest } from '../../src/recording/model.js';
import { rigPos } from '../../src/time/position.js';

export const HASH = 'a'.repeat(64);

export function turn(over: Partial<CompiledTurn> = {}): CompiledTurn {
  return {
    id: 't1',
    label: 'user',
    speaker: 'ana',
    text: 'Hello, [700] are you there?',
    clip: {
      hash: HASH,
      length: 96_000,
      voiced: { from: 0, to: 96_000 },
      parts: [
        { from: 0, to: 24_000, text: 'Hello,' },
        { from: 57_600, to: 96_000, text: 'are you there?' },
      ],
      activeLevelDb: -26,
      sources: ['hello.flac'],
    },
    cue: { kind: 'next' },
    hold: { kind: 'answer', onsetWithin: 240_000, silence: 96_000, cap: 2_880_000 },
    expect: { kind: 'reply', within: 240_000, once: true },
    source: 'quickstart.yaml:3:5',
    ...over,
  };
}

export function scene(over: Partial<CompiledScene> = {}): CompiledScene {
  return {
    id: 'hello',
    scene: 'hello',
    suite: 'quickstart',
    title: 'Hello',
    variant: { pause: 700 },
    arm: undefined,
    repeats: 1,
    pair: undefined,
    language: 'en',
    layout: 'mixed',
    speakers: [{ id: 'ana', name: 'Ana' }],
    greeting: { policy: 'ignored', within: 144_000 },
    turns: [turn()],
    tail: 96_000,
    limits: { lateFrame: 960, packetLossShare: 0.01, readyWithin: 960_000 },
    ...over,
  };
}

export function planned(over: Partial<PlannedSession> = {}): PlannedSession {
  return { id: 'quickstart/hello#1@a', scene: 'hello', suite: 'quickstart', agent: 'a', repeat: 1, block: 0, seed: 7, ...over };
}

export function runManifest(over: Partial<RunManifest> = {}): RunManifest {
  return {
    format: 'turnrig-run',
    version: 4,
    id: 'run-1',
    createdAt: '2026-11-30T00:00:00Z',
    turnrig: '0.1.0',
    node: 'v20.20.2',
    platform: 'linux',
    cpus: 2,
    transport: 'memory',
    server: 'embedded',
    seed: 1,
    suites: [{ name: 'quickstart', file: 'quickstart.yaml', sha256: HASH }],
    agents: [{ name: 'a', way: 'reference', settings: { delay: 700 }, reported: {} }],
    scenes: [scene()],
    plan: [planned()],
    models: {},
    constants: { turnGapMs: 500 },
    ...over,
  };
}

export function track(over: Partial<TrackManifest> = {}): TrackManifest {
  return {
    id: 'a0',
    owner: { kind: 'agent', identity: 'agent' },
    codec: 'pcm',
    constantDelay: 0,
    constantDelayPlusMinus: 0,
    name: 'voice',
    source: 'microphone',
    ...over,
  };
}

export const health: SessionHealth = {
  lateFrames: 0,
  frames: 1000,
  maxLateness: 0,
  eventLoopLagP99: undefined,
  eventLoopLagMax: undefined,
  lostPackets: 0,
  rigCpu: undefined,
  agentCpu: undefined,
};

export function end(over: Partial<SessionEnd> = {}): SessionEnd {
  return { reason: 'complete', detail: '', tracks: [track()], lastPos: rigPos(480_000), packets: { a0: 500 }, health, ...over };
}
