/** Whether one track of a recording is heard in the other, and by which way. */
import { agrees, EARLIEST, LATEST, leakOf, PROBE, probe, probePlaces, type Leak } from '../../src/analysis/leak.js';
import { firstTap, LeakPathFit, PATH_TAPS, type LeakPath } from '../../src/analysis/leak-path.js';
import { decimate, DECIMATION, DECIMATOR_REACH } from '../../src/media/decimator.js';
import type { Samples } from '../../src/time/position.js';
import type { PcmTrack } from './pcm-track.js';

/** A track as it was heard all through: the detector's probabilities, and the loudness by steps of power.ts. */
export interface Listened {
  readonly probabilities: Uint16Array;
  readonly power: Int8Array;
}

export interface LeakBetween {
  readonly leak: Leak | undefined;
  /** Where the probes are that found it. */
  readonly places: readonly Samples[];
}

/** @throws TurnrigError `run-folder` when a packet is damaged. */
export async function leakBetween(source: PcmTrack, other: PcmTrack, from: Listened, to: Listened): Promise<LeakBetween> {
  const probes = [];
  for (const at of probePlaces(from.probabilities, from.power, to.power)) {
    const x = decimate(await source.read(at, at + PROBE));
    probes.push({ at, ...probe(x, decimate(await other.read(at + EARLIEST, at + PROBE + LATEST))) });
  }
  const leak = leakOf(probes);
  return { leak, places: leak === undefined ? [] : probes.filter((one) => agrees(one, leak.delay)).map(({ at }) => at) };
}

/** The leak's way as a filter; undefined where no filter explains it. @throws TurnrigError `run-folder` when a packet is damaged. */
export async function pathBetween(
  source: PcmTrack,
  other: PcmTrack,
  leak: Leak,
  places: readonly Samples[],
): Promise<LeakPath | undefined> {
  const fit = new LeakPathFit();
  const first = firstTap(leak);
  const length = PROBE / DECIMATION;
  for (const at of places) {
    const heard = Math.round((at + leak.delay) / DECIMATION);
    const sent = heard + 1 - first - PATH_TAPS;
    fit.add(await readDecimated(source, sent, sent + length + PATH_TAPS), await readDecimated(other, heard, heard + length + 1));
  }
  return fit.solve(first);
}

/** Samples [from, to) of a track at 16 kHz, as a stream of it has them; zeros before its start and behind its end. */
export async function readDecimated(track: PcmTrack, from: number, to: number): Promise<Float32Array> {
  const margin = DECIMATOR_REACH / DECIMATION;
  const samples = decimate(await track.read(DECIMATION * (from - margin), DECIMATION * (to + margin)));
  return samples.slice(margin, margin + to - from);
}
