/**
 * The test family of soft onsets (measurement.md, Edges): lines that begin with h, s, f and their like, untrimmed, and hard voices behind
 * fade-ins of 50 to 300 ms, through a real Opus encoder. Truth shares nothing with the edge finder: it is read from the samples as they
 * were made, by a window of 1 ms and no filter.
 */
import OpusScript from 'opusscript';
import { OpusDecoder } from 'opus-decoder';
import { toPcm16 } from '../../simulator/speaker/voice.js';
import { msToSamples, SAMPLE_RATE, type Samples } from '../../src/time/position.js';
import type { Spoken } from './voices.js';

/** Before every line: an agent's silence. */
export const LEAD: Samples = msToSamples(700);
const TAIL: Samples = msToSamples(700);
export const FADES_MS = [50, 100, 200, 300] as const;
/** Level of an edge under the line's peak, and of a fade's first sample under what it rises to. */
const EDGE_DB = -40;
const FAINT_DB = -60;
/** A sound shorter than half of this is a click, and not the line's beginning. */
const LASTING_MS = 30;
/** What sounds so long before a labelled beginning, and longer, is no word (a breath, a smack of the lips): labels are by forced alignment. */
const LABEL_DOUBT: Samples = msToSamples(60);
/** The encoder's look-ahead and the bits a second of WebRTC's speech (facts.md). */
const LOOK_AHEAD: Samples = 312;
const BITRATE = 32_000;
const PACKET = 960;

export type Kind = 'spoken' | 'human' | 'fade, linear' | 'fade, in dB';

export interface Softly {
  readonly kind: Kind;
  readonly name: string;
  readonly voice: string;
  /** As a receiver has it: 48 kHz, look-ahead taken off. */
  readonly samples: Float32Array;
  /** Where it rises above -40 dB under its peak for good, as it was made. */
  readonly edge: Samples;
  /** Where the sound begins: the label, or the fade's first sample; undefined where only the level tells. */
  readonly begin: Samples | undefined;
}

/** All of it; the same on every machine but for what flite's and the encoder's arithmetic leave open. */
export async function softOnsets(spoken: readonly Spoken[]): Promise<readonly Softly[]> {
  const lines = spoken.map((line): Made => {
    const edge = risesAbove(line.samples, EDGE_DB, Math.max(0, (line.labelled ?? 0) - LABEL_DOUBT));
    const kind = line.voice.startsWith('human') ? 'human' : 'spoken';
    return { kind, name: `${line.voice} ${line.begins}`, voice: line.voice, samples: line.samples, edge, begin: line.labelled };
  });
  const voices = [...new Map(spoken.map((line) => [line.voice, line])).values()];
  const fades = voices.flatMap((line) =>
    FADES_MS.flatMap((ms) => (['fade, linear', 'fade, in dB'] as const).map((kind) => faded(line, kind, msToSamples(ms)))),
  );
  const made: Softly[] = [];
  for (const one of [...lines, ...fades]) made.push(await throughOpus(one));
  return made;
}

type Made = Softly;

/** The line from a strong place on, so that nothing but the fade makes it soft. */
function faded(line: Spoken, kind: Kind, length: Samples): Made {
  const hard = line.samples.slice(strongPlace(line.samples));
  const gain = kind === 'fade, linear' ? (x: number): number => x : (x: number): number => 10 ** ((FAINT_DB * (1 - x)) / 20);
  const samples = hard.map((value, i) => (i < length ? value * gain(i / length) : value));
  const name = `${line.voice} ${kind} ${Math.round(length / 48)} ms`;
  return { kind, name, voice: line.voice, samples, edge: risesAbove(samples, EDGE_DB), begin: 0 };
}

/** Middle of the first stretch of 100 ms that is loud throughout. */
function strongPlace(samples: Float32Array): Samples {
  const levels = levelsOf(samples);
  const loud = peakOf(levels) - 12;
  const step = msToSamples(1);
  for (let k = 0; k + 100 < levels.length; k++) {
    let quiet = 0;
    for (let j = k; j < k + 100; j++) if ((levels[j] ?? -Infinity) < loud - 8) quiet++;
    if (quiet <= 10) return k * step;
  }
  return 0;
}

/** Level of each millisecond, dB. */
function levelsOf(samples: Float32Array): number[] {
  const step = msToSamples(1);
  return Array.from({ length: Math.floor(samples.length / step) }, (_, k) => {
    let power = 0;
    for (let i = k * step; i < (k + 1) * step; i++) power += (samples[i] ?? 0) ** 2;
    return power === 0 ? -Infinity : 10 * Math.log10(power / step);
  });
}

/**
 * First sample of the first millisecond above a level under the line's peak (10 ms RMS) that is no click: most of what follows it, for
 * LASTING_MS, is above it too.
 * @param from nothing before it is looked at.
 */
function risesAbove(samples: Float32Array, underPeak: number, from: Samples = 0): Samples {
  const levels = levelsOf(samples);
  const threshold = peakOf(levels) + underPeak;
  const above = (k: number): number => levels.slice(k, k + LASTING_MS).filter((level) => level > threshold).length;
  const start = Math.ceil(from / msToSamples(1));
  const first = levels.findIndex((level, k) => k >= start && level > threshold && above(k) > LASTING_MS / 2);
  return Math.max(0, first) * msToSamples(1);
}

function peakOf(levels: readonly number[]): number {
  const power = levels.map((level) => 10 ** (level / 10));
  let peak = 0;
  for (let k = 0; k + 10 <= power.length; k++) peak = Math.max(peak, power.slice(k, k + 10).reduce((sum, one) => sum + one, 0) / 10);
  return 10 * Math.log10(peak);
}

async function throughOpus(made: Made): Promise<Softly> {
  const sent = new Float32Array(LEAD + made.samples.length + TAIL + PACKET);
  sent.set(made.samples, LEAD);
  const pcm = toPcm16(sent);
  const encoder = new OpusScript(SAMPLE_RATE, 1, OpusScript.Application.VOIP);
  encoder.setBitrate(BITRATE);
  const decoder = new OpusDecoder({ channels: 1, sampleRate: SAMPLE_RATE });
  await decoder.ready;
  try {
    const heard = new Float32Array(pcm.length);
    for (let at = 0; at + PACKET <= pcm.length; at += PACKET) {
      const packet = encoder.encode(Buffer.from(pcm.slice(at, at + PACKET).buffer), PACKET);
      heard.set(decoder.decodeFrame(new Uint8Array(packet)).channelData[0] ?? [], at);
    }
    return {
      ...made,
      samples: heard.slice(LOOK_AHEAD),
      edge: LEAD + made.edge,
      begin: made.begin === undefined ? undefined : LEAD + made.begin,
    };
  } finally {
    decoder.free();
    encoder.delete();
  }
}
