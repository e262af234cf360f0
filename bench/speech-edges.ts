/**
 * How well intervals hold the edges of speech: the suites' own clips (Kokoro's voices, nothing trimmed) through a real Opus encoder and a made
 * network. The truth of an edge is where the same finder sees it in the clean clip, at the same level (measurement.md, "Edges"): what is asked is what
 * codec and placement do to it, and whether the interval says so. Calibration asks it of voices that are cut hard.
 *
 *   node dist/bench/speech-edges.js [--save]
 */
import OpusScript from 'opusscript';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { UNKNOWN_ENCODER_DELAY } from '../simulator/transport/livekit/track-delay.js';
import { mulberry32 } from '../src/stats/random.js';
import { readAudio } from '../src/media/audio-file.js';
import { decodeTrack } from '../src/media/decode.js';
import type { MediaPacket } from '../src/media/packet.js';
import { resample } from '../src/media/resample.js';
import type { TimelineAudio } from '../src/time/audio.js';
import { msToSamples, rigPos, SAMPLE_RATE, samplesToMs } from '../src/time/position.js';
import { detectSpeech } from '../src/vad/detect.js';
import type { SpeechDetector } from '../src/vad/detector.js';
import { findSpeech } from '../src/vad/find.js';
import type { Segment } from '../src/vad/model.js';
import { sileroDetector } from '../src/vad/silero.js';
import { saveFigures, type FigureRow } from './figures.js';

const FOLDERS = ['scenarios/clips', 'scenarios/clips/agent', 'scenarios/clips/cases', 'scenarios/clips/selective'];
/** Of each folder, in the order of their names. */
const CLIPS = 60;
/** Clips in one track, and how long each may sound. */
const TOGETHER = 8;
const LONGEST = msToSamples(1_500);
const PACKET = msToSamples(20);
const BITRATES = [24_000, 32_000, 64_000];
/** Least transit and mean lateness of a quiet loopback (test/calibration/generated.ts), and how many packets are late by up to 30 ms. */
const [TRANSIT_MS, JITTER_MS, SPIKES, SPIKE_MS] = [0.4, 0.4, 0.005, 30];
/** An edge that is farther away is another one's. */
const NEAR = msToSamples(300);
const SEED = 7;

interface Edge {
  readonly errorMs: number;
  readonly plusMinusMs: number;
}

/** Clips with silence between them, mono, 48 kHz. */
function tracks(clips: readonly Float32Array[], next: () => number): Float32Array[] {
  const made: Float32Array[] = [];
  for (let i = 0; i < clips.length; i += TOGETHER) {
    const pieces = clips
      .slice(i, i + TOGETHER)
      .flatMap((clip) => [new Float32Array(msToSamples(700) + Math.floor(15_000 * next())), clip.subarray(0, LONGEST)]);
    const whole = [new Float32Array(msToSamples(2_000)), ...pieces, new Float32Array(msToSamples(1_500))];
    const length = whole.reduce((sum, piece) => sum + piece.length, 0);
    const track = new Float32Array(Math.ceil(length / PACKET) * PACKET);
    let at = 0;
    for (const piece of whole) {
      track.set(piece, at);
      at += piece.length;
    }
    made.push(track);
  }
  return made;
}

/** The track as it was received. */
function sent(track: Float32Array, bitrate: number, next: () => number): MediaPacket[] {
  const encoder = new OpusScript(SAMPLE_RATE, 1, OpusScript.Application.VOIP);
  encoder.setBitrate(bitrate);
  let arrival = 0;
  const packets = Array.from({ length: track.length / PACKET }, (_, i): MediaPacket => {
    const frame = Int16Array.from(track.subarray(i * PACKET, (i + 1) * PACKET), (x) =>
      Math.max(-32_768, Math.min(32_767, Math.round(32_767 * x))),
    );
    const payload = new Uint8Array(encoder.encode(Buffer.from(frame.buffer), PACKET));
    const late = TRANSIT_MS - JITTER_MS * Math.log(1 - next()) + (next() < SPIKES ? SPIKE_MS * next() : 0);
    arrival = Math.max(arrival, (i + 1) * PACKET + msToSamples(late));
    return {
      arrival: rigPos(Math.round(arrival)),
      ssrc: 1,
      seq: i & 0xffff,
      time: (i * PACKET) >>> 0,
      marker: false,
      recovered: false,
      payload,
    };
  });
  encoder.delete();
  return packets;
}

async function runsOf(audio: TimelineAudio, detector: SpeechDetector): Promise<readonly Segment[]> {
  return findSpeech(audio, 'a0', await detectSpeech(audio, detector)).runs;
}

/** Each clean edge with the one that is nearest to it. */
function compared(clean: readonly number[], found: readonly { readonly at: number; readonly plusMinus: number }[]): Edge[] {
  return clean.flatMap((at) => {
    const [best] = found.toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at));
    if (best === undefined || Math.abs(best.at - at) > NEAR) return [];
    return [{ errorMs: samplesToMs(best.at - at), plusMinusMs: samplesToMs(best.plusMinus) }];
  });
}

function rowOf(edges: readonly Edge[]): Record<string, string | number> {
  const q = (values: readonly number[], p: number): string =>
    (values.toSorted((a, b) => a - b)[Math.ceil(p * values.length) - 1] ?? NaN).toFixed(1);
  const errors = edges.map(({ errorMs }) => errorMs);
  return {
    n: edges.length,
    'p50, ms': q(errors, 0.5),
    'p95 abs, ms': q(errors.map(Math.abs), 0.95),
    'interval p50, ±ms': q(
      edges.map(({ plusMinusMs }) => plusMinusMs),
      0.5,
    ),
    held: `${((100 * heldOf(edges)) / edges.length).toFixed(1)}%`,
  };
}

const heldOf = (edges: readonly Edge[]): number => edges.filter(({ errorMs, plusMinusMs }) => Math.abs(errorMs) <= plusMinusMs).length;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { save: { type: 'boolean', default: false } } });
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const clips: Float32Array[] = [];
  for (const folder of FOLDERS) {
    const files = readdirSync(root + folder)
      .filter((name) => /\.(?:flac|opus|ogg)$/.test(name))
      .sort()
      .slice(0, CLIPS);
    for (const name of files) {
      const { rate, channels } = await readAudio(readFileSync(`${root}${folder}/${name}`), name);
      clips.push(resample(channels[0] ?? new Float32Array(), rate, SAMPLE_RATE));
    }
  }
  const detector = await sileroDetector();
  const table: Record<string, Record<string, string | number>> = {};
  const figures: FigureRow[] = [];
  for (const bitrate of BITRATES) {
    const next = mulberry32(SEED);
    const [onsets, offsets]: [Edge[], Edge[]] = [[], []];
    for (const track of tracks(clips, next)) {
      const clean = await runsOf({ from: rigPos(0), samples: track, placed: [], holes: [] }, detector);
      const heard = await decodeTrack(sent(track, bitrate, next), { codec: 'opus', ...UNKNOWN_ENCODER_DELAY });
      const found = await runsOf(heard, detector);
      onsets.push(...compared(clean.map(({ from }) => from), found.map(({ from, fromPlusMinus }) => ({ at: from, plusMinus: fromPlusMinus })))); // prettier-ignore
      offsets.push(...compared(clean.map(({ to }) => to), found.map(({ to, toPlusMinus }) => ({ at: to, plusMinus: toPlusMinus })))); // prettier-ignore
    }
    for (const [what, edges] of [
      ['onsets', onsets],
      ['ends', offsets],
    ] as const) {
      // prettier-ignore
      const row = rowOf(edges);
      table[`${what}, ${bitrate / 1000} kbit/s`] = row;
      figures.push({
        what: `${what === 'onsets' ? 'Onsets' : 'Ends'} of the suites' own speech through Opus at ${bitrate / 1000} kbit/s, against the same finder on the clean clip`,
        figure: `p95 ${row['p95 abs, ms']} ms, interval holds ${row['held']}`,
        n: edges.length,
      });
    }
  }
  console.log(`${clips.length} clips`);
  console.table(table);
  if (values.save) await saveFigures({ name: 'speech-edges', command: 'npm run bench -- speech-edges --save', topic: 'sure' }, figures);
}

await main();
