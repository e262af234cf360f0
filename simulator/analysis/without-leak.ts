/** The detector's view of a track without the other one's leak. */
import { createHash } from 'node:crypto';
import { LeakCanceller, PATH_TAPS, type LeakPath } from '../../src/analysis/leak-path.js';
import { DECIMATION } from '../../src/media/decimator.js';
import { decodeProbabilities, encodeProbabilities } from '../../src/recording/probabilities.js';
import { DetectorStream } from '../../src/vad/detect-stream.js';
import type { SpeechDetector } from '../../src/vad/detector.js';
import type { SessionReader } from '../store/run-reader.js';
import { readDecimated } from './leak-between.js';
import type { PcmTrack } from './pcm-track.js';

/** Samples at 16 kHz that are worked off at a time, 2 s. */
const PIECE = 32_000;

export interface WithoutLeakOptions {
  /** Where the probabilities are kept, and under which name. */
  readonly session: Pick<SessionReader, 'readDerived' | 'writeDerived'>;
  readonly name: string;
  readonly detector: SpeechDetector;
  readonly signal?: AbortSignal;
  /** Share of the work done, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/**
 * Probabilities are kept like those of a track, under the hash of the audio that is left.
 *
 * @throws TurnrigError `run-folder`, `store`; the abort reason.
 */
export async function probabilitiesWithoutLeak(
  track: PcmTrack,
  source: PcmTrack,
  path: LeakPath,
  options: WithoutLeakOptions,
): Promise<Uint16Array> {
  const { session, name, detector, signal } = options;
  const keyOf = (audio: string) => ({ model: detector.name, modelHash: detector.modelHash, audio });
  const kept = await session.readDerived(name);
  if (kept !== undefined) {
    const known = decodeProbabilities(kept, keyOf(await hashOf(withoutLeak(track, source, path))));
    if (known !== undefined) return known;
  }
  const hash = createHash('sha256');
  const stream = new DetectorStream(detector);
  let heard = 0;
  for await (const piece of withoutLeak(track, source, path)) {
    signal?.throwIfAborted();
    hash.update(bytesOf(piece));
    await stream.pushDecimated(piece);
    heard += DECIMATION * piece.length;
    options.onProgress?.(Math.min(1, heard / track.length));
  }
  const probabilities = await stream.finish();
  await session.writeDerived(name, encodeProbabilities(keyOf(hash.digest('hex')), probabilities));
  return probabilities;
}

/** Pieces of the track at 16 kHz, in order. */
async function* withoutLeak(track: PcmTrack, source: PcmTrack, path: LeakPath): AsyncGenerator<Float32Array> {
  const canceller = new LeakCanceller(path);
  const length = Math.ceil(track.length / DECIMATION);
  for (let at = 0; at < length; at += PIECE) {
    const end = Math.min(at + PIECE, length);
    const sent = await readDecimated(source, at - path.first - PATH_TAPS + 1, end - path.first);
    yield canceller.subtract(await readDecimated(track, at, end), sent);
  }
}

const bytesOf = (samples: Float32Array): Uint8Array => new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);

async function hashOf(pieces: AsyncIterable<Float32Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(bytesOf(piece));
  return hash.digest('hex');
}
