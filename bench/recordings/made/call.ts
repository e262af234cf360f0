/** Calls that are made: acts one after another, in drawn voices, levels, noises, echoes, rates and codings. */
import { resample } from '../../../src/media/resample.js';
import { writeWav } from '../../../src/media/wav.js';
import { mulberry32 } from '../../../src/stats/random.js';
import { SAMPLE_RATE, SAMPLES_PER_MS } from '../../../src/time/position.js';
import { ACTS, between, greets, type Stage, type TrueTurn } from './acts.js';
import { gain, place, roomNoise, whiteNoise } from './channel.js';
import { muLawWav } from './mu-law.js';
import type { Clip } from './voices.js';

export interface Line {
  /** Active levels, dB relative to full scale. */
  readonly userDb: number;
  readonly agentDb: number;
  /** Floors; -Infinity is digital silence. */
  readonly userFloorDb: number;
  readonly agentFloorDb: number;
  readonly room: boolean;
  /** How much quieter and how much later the other side is heard; undefined where it is not. */
  readonly intoAgent: { readonly db: number; readonly ms: number } | undefined;
  readonly intoUser: { readonly db: number; readonly ms: number } | undefined;
  readonly rate: 8000 | 16_000 | 44_100 | 48_000;
  readonly coding: 's16' | 'f32' | 'mu-law';
}

export const CLEAN: Line = {
  userDb: -20,
  agentDb: -20,
  userFloorDb: -Infinity,
  agentFloorDb: -Infinity,
  room: false,
  intoAgent: undefined,
  intoUser: undefined,
  rate: 16_000,
  coding: 's16',
};

export interface Call {
  readonly name: string;
  readonly wav: Uint8Array;
  readonly turns: readonly TrueTurn[];
}

export interface CallPlan {
  readonly seed: number;
  readonly acts: readonly string[];
  readonly line: Line;
  readonly greeting?: boolean;
}

export function makeCall(clips: readonly Clip[], plan: CallPlan): Call {
  const { seed, acts, line } = plan;
  const next = mulberry32(seed);
  const voices = [...new Set(clips.map(({ voice }) => voice))];
  const drawn = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  // An agent has lines of 2.6 s and more, and another voice than the user.
  const agentVoice = drawn(voices.filter((voice) => clips.some((clip) => clip.voice === voice && lengthMs(clip) > 3000)));
  const userVoice = drawn(
    voices.filter((voice) => voice !== agentVoice && clips.some((clip) => clip.voice === voice && lengthMs(clip) > 1700)),
  );
  const clipOf =
    (voice: string) =>
    (least = 700, most = 9000) => {
      const own = clips.filter((clip) => clip.voice === voice);
      const fitting = own.filter((clip) => lengthMs(clip) >= least && lengthMs(clip) <= most);
      const longest = own.reduce((a, b) => (lengthMs(a) >= lengthMs(b) ? a : b));
      return (fitting.length > 0 ? drawn(fitting) : longest).samples;
    };
  const length = SAMPLES_PER_MS * (3000 + 22_000 * acts.length + (plan.greeting === true ? 6000 : 0));
  const stage: Stage = {
    user: new Float32Array(length),
    agent: new Float32Array(length),
    userDb: line.userDb,
    agentDb: line.agentDb,
    next,
    userClip: clipOf(userVoice),
    agentClip: clipOf(agentVoice),
  };
  const turns: TrueTurn[] = [];
  let at = between(next, 400, 700);
  if (plan.greeting === true) at = greets(stage, at) + between(next, 300, 900);
  for (const name of acts) {
    const act = ACTS[name];
    if (act === undefined) throw new RangeError(`there is no act ${name}`);
    const played = act(stage, at);
    turns.push(...played.turns);
    // Longer than any pause that is still inside a turn.
    at = played.endMs + between(next, 2300, 3000);
  }
  const end = Math.min(length, Math.round(at * SAMPLES_PER_MS));
  const [user, agent] = [stage.user.slice(0, end), stage.agent.slice(0, end)];
  const [cleanUser, cleanAgent] = [user.slice(), agent.slice()];
  if (line.intoAgent) place(agent, cleanUser, Math.round(line.intoAgent.ms * SAMPLES_PER_MS), line.intoAgent.db);
  if (line.intoUser) place(user, cleanAgent, Math.round(line.intoUser.ms * SAMPLES_PER_MS), line.intoUser.db);
  for (const [channel, db] of [
    [user, line.userFloorDb],
    [agent, line.agentFloorDb],
  ] as const)
    if (db > -Infinity) place(channel, (line.room ? roomNoise : whiteNoise)(end, next), 0, db);
  const channels = [user, agent].map((one) => resample(limited(one), SAMPLE_RATE, line.rate));
  const wav = line.coding === 'mu-law' ? muLawWav(channels, line.rate) : writeWav(channels, line.rate, line.coding);
  return { name: `${seed} ${agentVoice} to ${userVoice}: ${acts.join(', ')}`, wav, turns };
}

const lengthMs = (clip: Clip): number => clip.samples.length / SAMPLES_PER_MS;

/** A converter's ceiling. */
const limited = (samples: Float32Array): Float32Array => samples.map((x) => Math.max(-1, Math.min(gain(-0.01), x)));

/** A line as it may be met, drawn. */
export function drawnLine(next: () => number): Line {
  const drawn = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const agentDb = between(next, -36, -14);
  const userDb = between(next, -36, -14);
  // Noise of 25 dB under the voice at least: what is spoken over louder noise is another question.
  const floor = (voice: number): number => drawn([-Infinity, -90, between(next, -75, Math.min(-45, voice - 25))]);
  const leak = (share: number) => (next() < share ? { db: between(next, -40, -18), ms: between(next, 0, 250) } : undefined);
  return {
    userDb,
    agentDb,
    userFloorDb: floor(userDb),
    agentFloorDb: floor(agentDb),
    room: next() < 0.5,
    intoAgent: leak(0.2),
    intoUser: leak(0.2),
    rate: drawn([8000, 16_000, 16_000, 44_100, 48_000] as const),
    coding: drawn(['s16', 's16', 'f32', 'mu-law'] as const),
  };
}
