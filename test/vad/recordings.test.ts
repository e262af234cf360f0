import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { sileroDetector } from '../../src/vad/silero.js';
import { rigPos, samplesToMs } from '../../src/time/position.js';
import { LiveVad, type LiveDecision } from '../../src/vad/live.js';
import { hear, scenesIn, type Heard } from './support/recordings.js';

const FOLDER = fileURLToPath(new URL('../vectors/recordings', import.meta.url));
/** Truth in the manifest, times in ms. Errors are published per family by `npm run verify`; here each recording has to keep its own. */
const EDGE_TOLERANCE_MS = 5;

describe('speech found in recordings with known truth', () => {
  const heard = new Map<string, Heard>();
  beforeAll(async () => {
    const detector = await sileroDetector();
    for (const scene of scenesIn(FOLDER)) heard.set(scene.id, await hear(FOLDER, scene, detector));
  });
  const of = (id: string): Heard => heard.get(id)!;

  it.each([
    ['clean', 'A1_clean-000'],
    ['quiet', 'B2_quiet42-001'],
    ['a breath before the words', 'C2_breath38-005'],
    ['steady noise', 'D2_noise45-000'],
    ['a blip before the words', 'E1_blip60_near-001'],
    ['a yield with a fade', 'F2_yield_fade80-000'],
    ['a leaking user', 'L1_leak41-000'],
    ['a restart after 230 ms', 'G1_restart_gap150_240-000'],
  ])('%s: every stretch is found and its edges lie within 5 ms', (_, id) => {
    const { errors, missed, invented, merged } = of(id);
    expect({ missed, invented, merged }).toEqual({ missed: 0, invented: 0, merged: 0 });
    for (const error of errors) {
      expect(Math.abs(error.from)).toBeLessThan(EDGE_TOLERANCE_MS);
      expect(Math.abs(error.to)).toBeLessThan(EDGE_TOLERANCE_MS);
    }
  });

  it('stated intervals hold the truth in nine of ten edges', () => {
    const held = [...heard.values()].flatMap(({ errors }) => errors.flatMap(({ fromCovered, toCovered }) => [fromCovered, toCovered]));
    expect(held.length).toBeGreaterThanOrEqual(16);
    expect(held.filter((one) => one).length / held.length).toBeGreaterThanOrEqual(0.9);
  });

  it('a restart is two runs and, with its pause under 800 ms, one segment', () => {
    const { speech } = of('G1_restart_gap150_240-000');
    expect(speech.runs.length).toBe(2);
    expect(speech.segments.length).toBe(1);
  });

  it('the blip is kept as a blip and a sound, the breath as a sound only', () => {
    const blip = of('E1_blip60_near-001');
    const [truth] = blip.scene.nonspeech!;
    expect(blip.speech.blips.length).toBe(1);
    expect(Math.abs(blip.speech.blips[0]!.from / 48_000 - truth!.start_s!)).toBeLessThan(0.003);
    expect(Math.abs(blip.speech.blips[0]!.to / 48_000 - truth!.end_s!)).toBeLessThan(0.003);
    const breath = of('C2_breath38-005');
    const middle = ((breath.scene.nonspeech![0]!.start_s! + breath.scene.nonspeech![0]!.end_s!) / 2) * 48_000;
    expect(breath.speech.blips).toEqual([]);
    expect(breath.speech.sounds.some((sound) => sound.from < middle && sound.to > middle)).toBe(true);
  });

  // Not the breath: its words begin only 4 dB above it, which causally cannot be told from a soft onset. Offline scores (above).
  it.each(['A1_clean-000', 'D2_noise45-000', 'E1_blip60_near-001', 'F2_yield_fade80-000'])(
    '%s: the live VAD tells every onset within 250 ms of it, and agrees with what is found offline',
    async (id) => {
      const { audio, scene, speech } = of(id);
      const vad = new LiveVad(await sileroDetector());
      const told: (LiveDecision & { readonly now: number })[] = [];
      for (let at = 0; at < audio.samples.length; at += 480) {
        const decisions = await vad.push(rigPos(at), audio.samples.subarray(at, at + 480));
        told.push(...decisions.map((decision) => ({ ...decision, now: at + 480 })));
      }
      const rest = await vad.advance(rigPos(audio.samples.length + 48_000));
      const ons = told.filter(({ type }) => type === 'agent-speech-on');
      const offs = [...told, ...rest].filter(({ type }) => type === 'agent-speech-off');
      expect(offs.length).toBe(ons.length);
      for (const [from] of scene.agent_speech) {
        const on = ons.find(({ since }) => Math.abs(samplesToMs(since) - from * 1000) < 50);
        expect(on, `onset at ${from} s`).toBeDefined();
        expect(samplesToMs(on!.now) - from * 1000).toBeLessThanOrEqual(250);
      }
      const last = speech.runs.at(-1)!;
      expect(Math.abs(samplesToMs(offs.at(-1)!.since - last.to))).toBeLessThanOrEqual(30);
    },
  );
});
