/** A made-up run with every verdict, hostile names, holes and several speakers: what the report's tests draw. */
import type { HealthFigures, SessionScore, WindowScore, RunSummary } from '../../src/score/model.js';
import type { ReportRun, ReportSession } from '../../src/report/model.js';
import { reportSession } from '../../src/report/session.js';
import type { CompiledScene, CompiledTurn } from '../../src/scenario/model.js';
import { calibration } from '../calibration/example.js';
import { statisticsOf, type MadeSession } from '../score/statistics-run.js';
import { rigPos, type RigPos } from '../../src/time/position.js';
import type { TimelineAudio } from '../../src/time/audio.js';
import { writeWav } from '../../src/media/wav.js';
import { decimate, DECIMATED_RATE } from '../../src/media/decimator.js';

export const HOSTILE = `<img src=x onerror="document.title='owned'"></script><b>&"'\u001b[31m`;
export const at = (s: number): RigPos => rigPos(s * 48_000);
const span = (from: number, to: number) => ({ from: at(from), to: at(to) });

/** Bursts of a decaying tone in the given seconds, silence elsewhere. */
export function audioOf(
  seconds: number,
  bursts: readonly (readonly [number, number])[],
  holes: TimelineAudio['holes'] = [],
): TimelineAudio {
  const samples = new Float32Array(seconds * 48_000);
  for (const [from, to] of bursts) {
    for (let i = Math.round(from * 48_000); i < to * 48_000; i++) samples[i] = 0.3 * Math.sin(i / 20) * (0.6 + 0.4 * Math.sin(i / 4_000));
  }
  return { from: at(0), samples, placed: [{ ...span(0, seconds), plusMinus: 48 }], holes };
}

function turn(id: string, speaker: string, label: CompiledTurn['label'], text: string): CompiledTurn {
  return {
    id,
    label,
    speaker,
    text,
    clip: {
      hash: '0'.repeat(64),
      length: 48_000,
      voiced: { from: 0, to: 48_000 },
      parts: [{ from: 0, to: 48_000, text }],
      activeLevelDb: -26,
      sources: [],
    },
    cue: { kind: 'next' },
    hold: { kind: 'gap', length: 24_000 },
    expect: { kind: 'reply', within: 96_000, once: true },
    source: 'x.yaml:1:1',
  };
}

export const scene: CompiledScene = {
  id: 'phone[pause=400]',
  scene: 'phone',
  suite: 'quickstart',
  title: 'A phone number with pauses',
  variant: { pause: 400 },
  arm: undefined,
  repeats: 1,
  pair: undefined,
  language: 'en',
  layout: 'mixed',
  speakers: [
    { id: 'ana', name: 'Ana' },
    { id: 'ben', name: HOSTILE },
  ],
  greeting: { policy: 'ignored', within: 0 },
  turns: [turn('t1', 'ana', 'user', 'My number is five five five, oh one four.'), turn('t2', 'ben', 'N2', 'Pass me the salt, please.')],
  tail: 96_000,
  limits: { lateFrame: 960, packetLossShare: 0.01, readyWithin: 960_000 },
};

function window(id: string, verdict: WindowScore['verdict'], from: number, to: number, more: Partial<WindowScore> = {}): WindowScore {
  return {
    id,
    turn: id.split('/')[0] ?? '',
    measure: 'reply',
    window: span(from, to),
    verdict,
    reason: 'The reply began after the turn.',
    value: { kind: 'measured', ms: 712.4, plusMinusMs: 3.2 },
    limitMs: 4000,
    counted: verdict === 'pass' || verdict === 'fail',
    flags: [],
    evidence: span(Math.max(0, from - 1), to),
    details: {},
    ...more,
  };
}

export const score: SessionScore = {
  attempt: 's0000-a1',
  session: 'phone[pause=400]#1@vad-only',
  scene: scene.id,
  agent: 'vad-only',
  outcome: 'scored',
  reason: '',
  turns: [
    {
      turn: 't1',
      speaker: 'ana',
      ...{ start: at(1), end: at(4) },
      plusMinus: 48,
      pauses: [span(2, 2.4)],
      parts: [span(1, 2), span(2.4, 4)],
      by: 'recorder',
    },
    { turn: 't2', speaker: 'ben', ...{ start: at(7), end: at(8) }, plusMinus: 48, pauses: [], parts: [span(7, 8)], by: 'recorder' },
  ],
  speech: {
    segments: [
      { ...span(2.3, 2.9), fromPlusMinus: 150, toPlusMinus: 300, strongFrom: at(2.31), softOnset: false, track: 'a0' },
      { ...span(4.7, 6), fromPlusMinus: 150, toPlusMinus: 300, strongFrom: at(4.71), softOnset: false, track: 'a0' },
    ],
    runs: [],
    blips: [{ ...span(6.5, 6.56), fromPlusMinus: 150, toPlusMinus: 300, strongFrom: at(6.5), softOnset: false, track: 'a0' }],
    sounds: [],
    holes: [],
  },
  windows: [
    window('t1/reply', 'pass', 4, 8),
    window('t1/false-cutoff/pause-1', 'fail', 2, 2.4, {
      measure: 'false-cutoff',
      reason: 'The agent cut in 300 ms into the pause.',
      value: { kind: 'measured', ms: 300, plusMinusMs: 3 },
      limitMs: undefined,
      details: { bursts: 1 },
    }),
    window('t2/silence', 'within-uncertainty', 7, 9, { measure: 'silence', value: { kind: 'none' }, limitMs: undefined }),
    window('t2/yield', 'unscored', 8, 9, {
      measure: 'yield',
      reason: HOSTILE,
      value: { kind: 'censored', aboveMs: 1000 },
      flags: ['boundary'],
    }),
  ],
  span: span(0, 10),
};

const human = audioOf(10, [
  [1, 2],
  [2.4, 4],
  [7, 8],
]);
const agent = audioOf(
  10,
  [
    [2.3, 2.9],
    [4.7, 6],
    [6.5, 6.56],
  ],
  [{ ...span(8.2, 8.5), kind: 'unknown' }],
);
const wav = (id: string, audio: TimelineAudio) => ({
  id,
  mime: 'audio/wav' as const,
  start: audio.from,
  base64: Buffer.from(writeWav([decimate(audio.samples)], DECIMATED_RATE)).toString('base64'),
});
const manifest = { codec: 'pcm' as const, constantDelay: 0, constantDelayPlusMinus: 0, source: 'memory' };

const HEALTH: HealthFigures = {
  lateFrames: 1,
  frames: 1000,
  latestMs: 10,
  lagP99Ms: 2,
  lagMaxMs: 10,
  packets: 998,
  lostPackets: 2,
  lostAgentPackets: 1,
  concealedMs: 300,
  rigCpu: 0.2,
  hostCpu: 1.85,
  processors: 2,
  starvedBy: 'others',
};

export function session(attempt = 's0000-a1', over: Partial<SessionScore> = {}): ReportSession {
  return reportSession({
    scene,
    score: { ...score, attempt, ...over },
    health: HEALTH,
    timeline: [
      { kind: 'event', seq: 0, at: at(0.5), type: 'reported', what: 'state', text: 'listening' },
      { kind: 'event', seq: 1, at: at(4.8), type: 'reported', what: 'transcript', text: HOSTILE.repeat(50) },
      { kind: 'command', after: 1, command: { type: 'play', turn: 't1', at: at(1), because: 'first turn' } },
    ],
    tracks: [
      {
        manifest: { ...manifest, id: 'h0', owner: { kind: 'human', speakers: ['ana', 'ben'] }, name: 'microphone' },
        audio: human,
        playable: wav('h0', human),
      },
      {
        manifest: { ...manifest, id: 'a0', owner: { kind: 'agent', identity: 'agent' }, name: HOSTILE },
        audio: agent,
        playable: wav('a0', agent),
      },
    ],
  });
}

const row = (attempt: string, outcome: SessionScore['outcome'], fail: number, reason = ''): RunSummary['sessions'][number] => ({
  attempt,
  session: `${scene.id}#1@vad-only`,
  scene: scene.id,
  agent: 'vad-only',
  outcome,
  reason,
  tally: { pass: 2, fail, withinUncertainty: 1, unscored: 1 },
  failed: Array.from({ length: fail }, (_, i) => `t1/false-cutoff/pause-${i + 1}`),
});

/** Twelve scenes, three repeats, on two agents; one of them is worse, and its name is hostile. */
const made = (agent: string, worse: boolean): MadeSession[] =>
  Array.from({ length: 36 }, (_, i) => ({
    agent,
    suite: 'quickstart',
    scene: `scene-${i % 12}`,
    turns: [{ wait: i % (worse ? 4 : 13) === 0 ? undefined : 600 + 37 * (i % 12) + (worse ? 180 : 0), cut: worse && i % 5 === 0 }],
  }));

/** One scene an arm, twenty repeats: the second arm is cut into now and then. */
const arms: MadeSession[] = ['plain', 'gap'].flatMap((arm) =>
  Array.from({ length: 20 }, (_, i) => ({
    agent: 'vad-only',
    suite: 'cases',
    scene: `c04-${arm}`,
    arm,
    repeat: i + 1,
    turns: [{ wait: 650 + 11 * i + (arm === 'gap' ? 90 + (i % 5) : 0), cut: arm === 'gap' && i % 3 === 0 }],
  })),
);

export const run: ReportRun = {
  id: 'run-1',
  title: 'quickstart',
  createdAt: '2026-11-30T00:00:00Z',
  facts: [
    ['server', 'embedded'],
    ['agent', HOSTILE],
  ],
  agents: [{ name: 'vad-only', way: 'preset', settings: { minDelay: 300 }, reported: { 'turnrig.note': HOSTILE } }],
  summary: {
    run: 'run-1',
    sessions: [
      row('s0001-a1', 'scored', 0),
      { ...row('s0000-a1', 'scored', 2), health: HEALTH, replays: 2 },
      row('s0003-a1', 'rig_invalid', 0, 'late frames'),
      row('s0002-a1', 'agent_failure', 0, HOSTILE),
    ],
    measures: [
      {
        agent: 'vad-only',
        measure: 'reply',
        tally: { pass: 7, fail: 2, withinUncertainty: 1, unscored: 0 },
        value: { medianMs: 712, minMs: 650, maxMs: 980, n: 7 },
        censored: 2,
        bounds: { spoiled: 1, lowest: 0.636364, highest: 0.727273 },
      },
      {
        agent: 'vad-only',
        measure: 'window-response',
        tally: { pass: 1, fail: 0, withinUncertainty: 0, unscored: 0 },
        value: undefined,
        censored: 0,
      },
      {
        agent: 'turn-detector',
        measure: 'false-cutoff',
        tally: { pass: 9, fail: 0, withinUncertainty: 0, unscored: 0 },
        value: undefined,
        censored: 0,
      },
    ],
    outcomes: [
      {
        agent: 'vad-only',
        scored: 2,
        agentFailure: 1,
        rigInvalid: 1,
        missing: 0,
        failureBounds: { spoiled: 1, lowest: 0.25, highest: 0.5 },
        replays: 2,
      },
      { agent: 'turn-detector', scored: 9, agentFailure: 0, rigInvalid: 0, missing: 1 },
    ],
    statistics: statisticsOf([...made('vad-only', false), ...made(HOSTILE, true), ...arms], { quickstart: 'reply' }),
  },
  latency: {
    may: true,
    reason: 'calibrated',
    calibration: calibration(),
    roundTrip: { minMs: 30.2, medianMs: 38, n: 8 },
  },
  titles: { [scene.id]: scene.title },
  warnings: ['The columns do not stand for the same sessions.'],
  notes: ['A note.'],
};
