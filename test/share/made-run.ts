/** A run folder with given names and words in every place that can hold one, as a hostile file or a careless author would have them. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRun, openRun } from '../../simulator/store/run-store.js';
import type { RunReader } from '../../simulator/store/run-reader.js';
import { SCORES_FILE, SUMMARY_FILE, WORDS_FILE } from '../../simulator/scoring/score-run.js';
import { writeWav } from '../../src/media/wav.js';
import { encodePcm16 } from '../../src/media/pcm.js';
import { clipHash } from '../../simulator/store/clip-hash.js';
import type { MediaPacket } from '../../src/media/packet.js';
import type { SessionScore, WindowScore } from '../../src/score/model.js';
import { SCORER_VERSION } from '../../src/score/constants.js';
import { Summary } from '../../src/score/summarise.js';
import { WordsCounts } from '../../src/words/summary.js';
import type { SessionInput } from '../../src/schedule/events.js';
import { rigPos } from '../../src/time/position.js';
import { calibration } from '../calibration/example.js';
import { simulate } from '../media/sender.js';
import { end, planned, runManifest, scene, track, turn } from '../recording/fixtures.js';

/** Samples of 20 ms. */
const FRAME = 960;
/** s */
export const LENGTH = 20;
export const at = (s: number) => rigPos(Math.round(s * 48_000));
const span = (from: number, to: number) => ({ from: at(from), to: at(to) });

/** A tone that is nowhere zero, another one for each track. */
export const sampleAt = (i: number, which: number): number => Math.round(8000 + 3000 * Math.sin(i / (20 + 7 * which)));

function packets(which: number): MediaPacket[] {
  return Array.from({ length: (LENGTH * 48_000) / FRAME }, (_, k) => ({
    arrival: rigPos(k * FRAME + FRAME),
    ssrc: 1 + which,
    seq: k & 0xffff,
    time: k * FRAME,
    marker: false,
    recovered: false,
    payload: encodePcm16(Float32Array.from({ length: FRAME }, (__, i) => sampleAt(k * FRAME + i, which) / 32_768)),
  }));
}

/** An Opus track with a network between: 18 s from 1 s on. */
export const OPUS = simulate({ script: [{ send: 900 }], opus: true, jitter: 0.5, seed: 7 });

export const CLIP = Float32Array.from({ length: 48_000 }, (_, i) => Math.sin(i / 9) / 3);

/** @param name another one for each n @param said likewise */
export async function makeRun(dir: string, name: (n: number) => string, said: (n: number) => string): Promise<RunReader> {
  const hash = clipHash(writeWav([CLIP], 48_000));
  let n = 0;
  const who = (): string => name(n++);
  const words = (): string => `${said(n++)} ${said(n++)}`;
  const [agent, suite, ana, one, other] = [who(), who(), who(), who(), who()];
  const ref = {
    hash,
    length: 48_000,
    voiced: { from: 0, to: 48_000 },
    parts: [{ from: 0, to: 48_000, text: words() }],
    activeLevelDb: -26,
  };
  const made = scene({
    id: `${who()}[pause=1]`,
    scene: who(),
    suite,
    title: words(),
    variant: { [who()]: who(), [who()]: 700 },
    arm: who(),
    pair: { id: who(), condition: 'explicit' },
    assistant: who(),
    gold: { answer: words(), mustMention: [[words()]], mustNotMention: [words()], evidence: [one] },
    speakers: [{ id: ana, name: who() }],
    turns: [
      turn({ id: one, speaker: ana, text: words(), source: who(), clip: { ...ref, sources: [who()] } }),
      turn({
        id: other,
        speaker: ana,
        text: words(),
        source: who(),
        cue: { kind: 'after', turn: one, edge: 'end', gap: 48_000 },
        clip: { ...ref, hash: 'b'.repeat(64), sources: [who()] },
      }),
    ],
    across: [{ turn: one, measure: 'reply', spread: { low: 10, high: 90, within: 48_000 }, least: 1 }],
  });
  const session = planned({ id: `${suite}/${made.id}#1@${agent}`, scene: made.id, suite, agent });
  const manifest = runManifest({
    id: who(),
    platform: `linux 5.1-${who()} x64`,
    server: `livekit ${who()}`,
    suites: [{ name: suite, file: `${who()}/${who()}.yaml`, sha256: 'c'.repeat(64) }],
    agents: [{ name: agent, way: 'name', settings: { [who()]: who() }, reported: { [who()]: words() } }],
    scenes: [made],
    plan: [session],
    constants: { turnGapMs: 500, [who()]: who() },
    latency: { may: true, reason: words(), calibration: calibration({ machine: who() }) },
  });
  const store = await createRun(dir, manifest, undefined, new Map([[hash, CLIP]]));
  const attempt = `s0000-a1`;
  const writer = await store.openSession({ attempt, session, startedAt: '2026-11-30T10:20:30Z' });
  const tracks = [
    track({ id: 'h0', owner: { kind: 'human', speakers: [ana] }, name: who(), source: who() }),
    track({ id: 'a0', owner: { kind: 'agent', identity: who() }, name: who(), source: who() }),
    track({ id: 'a1', codec: 'opus', owner: { kind: 'agent', identity: who() }, name: who(), source: who() }),
  ];
  const inputs: (readonly [number, SessionInput])[] = [
    [0, { type: 'session-opened' }],
    [0, { type: 'agent-joined', identity: who() }],
    [0, { type: 'agent-track', track: 'a0', name: who(), tracks: 1 }],
    [1, { type: 'agent-subscribed', speaker: ana }],
    [2, { type: 'turn-started', turn: one, start: at(2) }],
    [3, { type: 'turn-ended', turn: one, voicedEnd: at(3) }],
    [4, { type: 'reported', what: 'transcript', text: words(), final: true }],
    [4, { type: 'reported', what: 'user-transcript', text: words(), final: false }],
    [4, { type: 'reported', what: 'state', text: words() }],
    [4, { type: 'reported', what: 'event', text: JSON.stringify({ [who()]: words() }) }],
    [5, { type: 'p-wearer', identity: who(), ages: [0], p: [0.5] }],
    [6, { type: 'rig-trouble', what: 'late-frame', detail: words() }],
    [12, { type: 'turn-started', turn: other, start: at(12) }],
    [13, { type: 'turn-ended', turn: other, voicedEnd: at(13) }],
    [19, { type: 'agent-left', identity: who(), reason: words() }],
    [19, { type: 'stop-requested', reason: words() }],
  ];
  for (const [seq, [when, input]] of inputs.entries()) {
    writer.event({ ...input, seq, at: at(when) });
    if (input.type === 'turn-started') writer.command({ type: 'play', turn: input.turn, at: at(when), because: words() });
  }
  writer.command({ type: 'skip', turn: other, because: words() });
  writer.command({ type: 'mark', mark: who(), turn: one, at: at(19) });
  writer.command({ type: 'mark', mark: 'scene-end', at: at(19) });
  for (const [which, recorded] of tracks.entries()) {
    writer.track(recorded);
    for (const packet of recorded.codec === 'opus' ? OPUS.packets : packets(which)) writer.packet(recorded.id, packet);
  }
  writer.agentLog([{ what: 'speak', at: at(4) }]);
  const ended = end({ detail: words(), tracks, lastPos: at(LENGTH), packets: { h0: 1000, a0: 1000, a1: OPUS.packets.length } });
  await writer.end(ended);
  await store.close();
  const score = scoreOf(attempt, session, [one, other], ana, words);
  const reader = await openRun(dir);
  await reader.session(attempt).writeDerived(SCORES_FILE, JSON.stringify(score));
  const summary = new Summary(manifest);
  summary.add(score);
  await reader.writeDerived(
    SUMMARY_FILE,
    JSON.stringify({ ...summary.done(), scorer: { version: SCORER_VERSION, detector: 'silero', modelHash: 'd'.repeat(64) } }),
  );
  const judged = new WordsCounts();
  judged.add(score, made, made.scene);
  const used = { asr: { name: `openai:${who()}@${who()}`, version: '' }, judge: { name: who(), kind: 'chat' as const, version: who() } };
  await reader.writeDerived(WORDS_FILE, JSON.stringify(judged.done(used)));
  await reader.session(attempt).writeDerived('vad-a0.bin', new Uint8Array(8));
  await mkdir(join(dir, 'words'));
  await writeFile(join(dir, 'words', 'used.json'), JSON.stringify({ said: words() }));
  await writeFile(join(dir, `notes.txt`), words());
  return reader;
}

function scoreOf(
  attempt: string,
  session: ReturnType<typeof planned>,
  [one, other]: readonly [string, string],
  speaker: string,
  words: () => string,
): SessionScore {
  const placed = (id: string, from: number) => ({
    turn: id,
    speaker,
    start: at(from),
    end: at(from + 1),
    plusMinus: 48,
    pauses: [],
    parts: [span(from, from + 1)],
    by: 'recorder' as const,
  });
  const window = (over: Partial<WindowScore>): WindowScore => ({
    id: `${one}/reply`,
    turn: one,
    measure: 'reply',
    window: span(3, 8),
    verdict: 'pass',
    reason: words(),
    value: { kind: 'measured', ms: 812.5, plusMinusMs: 2.5 },
    limitMs: 5000,
    counted: true,
    flags: ['near-miss'],
    evidence: span(2.8, 5.8),
    details: { heard: words(), voicedMs: 300 },
    ...over,
  });
  return {
    attempt,
    session: session.id,
    scene: session.scene,
    agent: session.agent,
    outcome: 'scored',
    reason: words(),
    turns: [placed(one, 2), placed(other, 12)],
    speech: { segments: [], runs: [], blips: [], sounds: [span(3.8, 5)], holes: [] },
    windows: [
      window({}),
      window({
        id: `${other}/false-cutoff/pause-1`,
        turn: other,
        measure: 'false-cutoff',
        verdict: 'fail',
        window: span(12, 13),
        evidence: span(11.5, 14.5),
      }),
    ],
    span: span(0, LENGTH),
  };
}
