import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { decimate } from '../../src/media/decimator.js';
import { FRAME_16K, type SpeechDetector } from '../../src/vad/detector.js';
import { detectSpeech } from '../../src/vad/detect.js';
import { SILERO_SHA256, sileroDetector } from '../../src/vad/silero.js';
import { agentChannel, scenesIn, timeline } from './support/recordings.js';

const FOLDER = fileURLToPath(new URL('../vectors/recordings', import.meta.url));
/** Probabilities times 1000 of the agent's channel, looked at beside the waveform: they rise and fall with the words (see the test of their sense). */
const GOLDEN = JSON.parse(readFileSync(new URL('../golden/vad/silero-v6.json', import.meta.url), 'utf8')) as Record<string, number[]>;
/** Another processor's arithmetic may round otherwise, thousandths. A forgotten context or state is off by hundreds. */
const TOLERANCE = 3;

describe('Silero v6', () => {
  let detector: SpeechDetector;
  beforeAll(async () => {
    detector = await sileroDetector();
  });
  const scene = (id: string): (typeof scenes)[number] => scenes.find((one) => one.id === id)!;
  const scenes = scenesIn(FOLDER);
  const frames = async (id: string): Promise<Float32Array[]> => {
    const heard = decimate(await agentChannel(FOLDER, scene(id)));
    return Array.from({ length: Math.floor(heard.length / FRAME_16K) }, (_, i) => heard.slice(i * FRAME_16K, (i + 1) * FRAME_16K));
  };

  it('is the model that THIRD_PARTY.md names', () => {
    const model = readFileSync(new URL('../../assets/silero_vad_16k_op15.onnx', import.meta.url));
    expect(createHash('sha256').update(model).digest('hex')).toBe(SILERO_SHA256);
    expect(readFileSync(new URL('../../THIRD_PARTY.md', import.meta.url), 'utf8')).toContain(SILERO_SHA256);
  });

  it.each(Object.keys(GOLDEN))('gives the stored probabilities on %s', async (id) => {
    const audio = timeline(await agentChannel(FOLDER, scene(id)));
    const probabilities = await detectSpeech(audio, detector);
    const golden = GOLDEN[id]!;
    expect(probabilities.length).toBe(golden.length);
    probabilities.forEach((p, i) =>
      expect(Math.abs(p - golden[i]!), `frame ${i}: ${p} against ${golden[i]}`).toBeLessThanOrEqual(TOLERANCE),
    );
  });

  it.each(Object.keys(GOLDEN))('the stored probabilities of %s make sense: high in the words, low outside', (id) => {
    const inWords: number[] = [];
    const outside: number[] = [];
    GOLDEN[id]!.forEach((p, i) => {
      const middle = (i + 0.5) * 0.032;
      if (scene(id).agent_speech.some(([from, to]) => middle > from + 0.15 && middle < to - 0.05)) inWords.push(p);
      else if (scene(id).agent_speech.every(([from, to]) => middle < from - 0.05 || middle > to + 0.15)) outside.push(p);
    });
    expect(inWords.filter((p) => p >= 500).length / inWords.length).toBeGreaterThan(0.9);
    expect(Math.max(...outside)).toBeLessThan(500);
  });

  it('does not call the model for digital silence, and hears the same after any length of it', async () => {
    const words = (await frames('A1_clean-000')).slice(84, 120);
    const after = async (silence: number): Promise<number[]> => {
      detector.reset();
      for (const frame of words.slice(0, 20)) await detector.speechProbability(frame);
      // A number, not a promise: no call was made.
      for (let i = 0; i < silence; i++) expect(detector.speechProbability(new Float32Array(FRAME_16K))).toBe(0);
      const out: number[] = [];
      for (const frame of words) out.push(await detector.speechProbability(frame));
      return out;
    };
    const fresh = await after(1);
    expect(fresh.filter((p) => p >= 0.5).length).toBeGreaterThan(25);
    for (const silence of [2, 10, 100, 3000]) expect(await after(silence)).toEqual(fresh);
    detector.reset();
    const begun: number[] = [];
    for (const frame of words) begun.push(await detector.speechProbability(frame));
    expect(begun).toEqual(fresh);
  });

  it('takes what decodes from coded zeros for digital silence, and quiet noise not', () => {
    const faint = (peak: number): Float32Array => Float32Array.from({ length: FRAME_16K }, (_, i) => (i % 2 === 0 ? peak : -peak));
    expect(detector.speechProbability(faint(2e-5))).toBe(0);
    expect(detector.speechProbability(faint(1e-4))).toBeInstanceOf(Promise);
  });

  it('keeps the streams of two tracks apart', async () => {
    const other = await sileroDetector();
    const [a, b] = [await frames('A1_clean-000'), await frames('G1_restart_gap150_240-000')];
    const alone: number[] = [];
    detector.reset();
    for (const frame of a.slice(80, 110)) alone.push(await detector.speechProbability(frame));
    detector.reset();
    const beside: number[] = [];
    for (const [i, frame] of a.slice(80, 110).entries()) {
      const [p] = await Promise.all([detector.speechProbability(frame), other.speechProbability(b[20 + i]!)]);
      beside.push(p);
    }
    expect(beside).toEqual(alone);
  });

  it('refuses frames of another length', () => {
    expect(() => detector.speechProbability(new Float32Array(256))).toThrow(RangeError);
  });
});
