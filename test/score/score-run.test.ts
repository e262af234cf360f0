import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MediaPacket } from '../../src/media/packet.js';
import type { TrackManifest } from '../../src/recording/model.js';
import type { CompiledTurn, PlannedSession } from '../../src/scenario/model.js';
import { rigPos } from '../../src/time/position.js';
import type { SpeechDetector } from '../../src/vad/detector.js';
import { createRun, openRun, type RunStore } from '../../simulator/store/run-store.js';
import { readScore, scoreRun } from '../../simulator/scoring/score-run.js';
import { end, planned, runManifest, scene, track, turn } from '../recording/fixtures.js';

const MS = 48;
/** Noise with the rhythm of syllables, on the s16 grid, from a seed. */
function babble(lengthMs: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: lengthMs * MS }, (_, i) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const level = 0.15 + 0.1 * Math.sin((2 * Math.PI * i) / (180 * MS));
    return Math.round((state / 2 ** 31 - 1) * level * 32_768) / 32_768;
  });
}
const clip = babble(2000, 1);
const hash = createHash('sha256')
  .update(Buffer.from(Int16Array.from(clip, (x) => x * 32_768).buffer))
  .digest('hex');
const asked: CompiledTurn = turn({
  clip: {
    hash,
    length: clip.length,
    voiced: { from: 0, to: clip.length },
    parts: [{ from: 0, to: clip.length, text: 'x' }],
    activeLevelDb: -20,
    sources: [],
  },
});

/** A PCM track of 10 ms packets, heard 1 ms after they were sent. */
function packetsOf(lengthMs: number, sounds: readonly { readonly atMs: number; readonly samples: Float32Array }[]): MediaPacket[] {
  const audio = new Int16Array(lengthMs * MS);
  for (const { atMs, samples } of sounds)
    audio.set(
      Int16Array.from(samples, (x) => x * 32_768),
      atMs * MS,
    );
  return Array.from({ length: lengthMs / 10 }, (_, i) => ({
    arrival: rigPos((i + 1) * 480 + 48),
    ssrc: 7,
    seq: i & 0xffff,
    time: i * 480,
    marker: false,
    recovered: false,
    payload: new Uint8Array(audio.slice(i * 480, (i + 1) * 480).buffer),
  }));
}

/** By level alone; counts its calls. */
function countingDetector(modelHash = 'test-1'): SpeechDetector & { calls: () => number } {
  let calls = 0;
  return {
    name: 'test',
    modelHash,
    frame: 512,
    reset: () => undefined,
    calls: () => calls,
    speechProbability(frame) {
      calls++;
      return frame.some((x) => Math.abs(x) > 0.01) ? 0.987_654 : 0;
    },
  };
}

const human: TrackManifest = track({ id: 'h0', owner: { kind: 'human', speakers: ['ana'] } });
const plan: PlannedSession[] = ['replies', 'silent', 'spoiled', 'damaged', 'cut', 'failed'].map((id, i) => planned({ id, repeat: i + 1 }));
let dir: string;
let store: RunStore;

async function record(
  index: number,
  replyAtMs: number | undefined,
  how: 'end' | 'cut' | 'spoil' | 'absent' = 'end',
  attemptNo = 1,
): Promise<void> {
  const session = plan[index]!;
  const writer = await store.openSession({ attempt: `s000${index}-a${attemptNo}`, session, startedAt: '2026-11-30T00:00:00Z' });
  const tracks = how === 'absent' ? [human] : [human, track()];
  for (const one of tracks) writer.track(one);
  writer.event({ type: 'session-opened', seq: 0, at: rigPos(0) });
  writer.event({ type: 'turn-started', turn: 't1', start: rigPos(1000 * MS), seq: 1, at: rigPos(1000 * MS) });
  writer.command({ type: 'mark', mark: 'scene-end', at: rigPos(9500 * MS) });
  const mine = packetsOf(10_000, [{ atMs: 1000, samples: clip }]);
  const theirs = packetsOf(10_000, replyAtMs === undefined ? [] : [{ atMs: replyAtMs, samples: babble(1500, 5) }]);
  for (const p of mine) writer.packet('h0', p);
  if (how !== 'absent') for (const p of theirs) writer.packet('a0', p);
  if (how === 'cut') return writer.abandon();
  const reason = how === 'spoil' ? 'rig-trouble' : how === 'absent' ? 'agent-absent' : 'complete';
  await writer.end(end({ reason, tracks, lastPos: rigPos(10_000 * MS), packets: { h0: 1000, a0: how === 'absent' ? 0 : 1000 } }));
}

beforeAll(async () => {
  dir = join(await mkdtemp(join(tmpdir(), 'turnrig-score-')), 'run');
  store = await createRun(dir, runManifest({ plan, scenes: [scene({ turns: [asked] })] }));
  await store.putClip(hash, clip);
  await record(0, 3700, 'cut', 1);
  await record(0, 3700, 'end', 2);
  await record(0, 3100, 'end', 3);
  await record(1, undefined);
  await record(2, 3700, 'spoil');
  await record(3, 3700);
  await record(4, 3700, 'cut');
  await record(5, undefined, 'absent');
  const pkt = join(dir, 'sessions', 's0003-a1', 'tracks', 'a0.pkt');
  const bytes = await readFile(pkt);
  bytes[bytes.length >> 1]! ^= 0xff;
  await writeFile(pkt, bytes);
});
afterAll(async () => {
  await store.close();
  await rm(join(dir, '..'), { recursive: true, force: true });
});

const derived = async () => {
  const names = ['s0000-a2', 's0001-a1', 's0002-a1', 's0003-a1', 's0005-a1'].map((attempt) =>
    join('sessions', attempt, 'derived', 'scores.json'),
  );
  return Promise.all([join('derived', 'summary.json'), ...names].map((name) => readFile(join(dir, name), 'utf8')));
};

describe('scoring a stored run', () => {
  it('measures what was recorded, counts what counts, and gives the same bytes again without a model call', async () => {
    const reader = await openRun(dir);
    const first = countingDetector();
    const seen: string[] = [];
    const summary = await scoreRun(reader, {
      detector: first,
      onProgress: (done, total, score) => seen.push(`${done}/${total} ${score.attempt}`),
    });
    expect(seen).toEqual(['1/5 s0000-a2', '2/5 s0001-a1', '3/5 s0002-a1', '4/5 s0003-a1', '5/5 s0005-a1']);
    expect(summary.sessions.map(({ session, outcome }) => [session, outcome])).toEqual([
      ['replies', 'scored'],
      ['silent', 'scored'],
      ['spoiled', 'rig_invalid'],
      ['damaged', 'rig_invalid'],
      ['failed', 'agent_failure'],
    ]);
    expect(summary.sessions[3]?.reason).toMatch(/recording of track a0 is damaged/);
    expect(summary.outcomes).toEqual([
      { agent: 'a', scored: 2, agentFailure: 1, rigInvalid: 2, missing: 1, failureBounds: { spoiled: 2, lowest: 0.2, highest: 0.6 } },
    ]);
    expect(first.calls()).toBeGreaterThan(100);

    const bytes = await derived();
    const again = countingDetector();
    expect(await scoreRun(await openRun(dir), { detector: again })).toEqual(summary);
    expect(again.calls()).toBe(0);
    expect(await derived()).toEqual(bytes);
    // Another model, or the same one without its stored outputs: the model is called, and the scores are the same bytes.
    const other = countingDetector('test-2');
    await scoreRun(await openRun(dir), { detector: other });
    expect(other.calls()).toBe(first.calls());
    // The same scores, and by whom they are.
    expect((await derived()).map((text) => text.replace('"modelHash": "test-2"', '"modelHash": "test-1"'))).toEqual(bytes);
  });

  it('places the turn by the recorder and finds the reply 700 ms after its end, inside its own interval', async () => {
    const score = await readScore(await openRun(dir), 's0000-a2');
    expect(score?.turns[0]).toMatchObject({ turn: 't1', by: 'recorder' });
    const value = score?.windows.find((one) => one.measure === 'reply')?.value;
    if (value?.kind !== 'measured') throw new Error('no reply was measured');
    expect(Math.abs(value.ms - 700)).toBeLessThanOrEqual(Math.max(5, value.plusMinusMs));
    expect(value.plusMinusMs).toBeLessThan(20);
    const silent = await readScore(await openRun(dir), 's0001-a1');
    expect(silent?.windows.find((one) => one.measure === 'reply')).toMatchObject({ verdict: 'fail', value: { kind: 'censored' } });
    expect(await readScore(await openRun(dir), 's0004-a1')).toBeUndefined();
  });

  it('falls back to the schedule, with wide uncertainty, where the recorder did not hear the clip', async () => {
    const path = join(dir, 'sessions', 's0001-a1', 'tracks', 'h0.pkt');
    const kept = await readFile(path);
    const { encodePacket, encodePacketHeader } = await import('../../src/recording/packets.js');
    await writeFile(path, Buffer.concat([encodePacketHeader(human), ...packetsOf(10_000, []).map(encodePacket)]));
    await scoreRun(await openRun(dir), { detector: countingDetector() });
    const score = await readScore(await openRun(dir), 's0001-a1');
    expect(score?.turns[0]).toMatchObject({ by: 'schedule', plusMinus: 30 * MS, start: 1000 * MS });
    await writeFile(path, kept);
  });

  it('does not score a session whose log was cut between two lines', async () => {
    const path = join(dir, 'sessions', 's0001-a1', 'timeline.jsonl');
    const kept = await readFile(path, 'utf8');
    for (const lines of [0, 2]) {
      await writeFile(
        path,
        kept
          .split('\n')
          .slice(0, lines)
          .map((line) => `${line}\n`)
          .join(''),
      );
      await scoreRun(await openRun(dir), { detector: countingDetector() });
      expect(await readScore(await openRun(dir), 's0001-a1')).toMatchObject({
        outcome: 'rig_invalid',
        reason: "the session's timeline has lost its end",
      });
    }
    await writeFile(path, kept);
  });

  it('stops between sessions when it is told to', async () => {
    const stop = new AbortController();
    const run = scoreRun(await openRun(dir), {
      detector: countingDetector(),
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('enough')),
    });
    await expect(run).rejects.toThrow('enough');
  });

  it('does not trust stored probabilities that were tampered with', async () => {
    const path = join(dir, 'sessions', 's0000-a2', 'derived', 'vad-a0.bin');
    const before = await readFile(join(dir, 'sessions', 's0000-a2', 'derived', 'scores.json'), 'utf8');
    const bytes = await readFile(path);
    bytes[bytes.length - 100]! ^= 1;
    await writeFile(path, bytes);
    const detector = countingDetector('test-1');
    await scoreRun(await openRun(dir), { detector });
    expect(detector.calls()).toBeGreaterThan(0);
    expect(await readFile(join(dir, 'sessions', 's0000-a2', 'derived', 'scores.json'), 'utf8')).toBe(before);
  });
});
