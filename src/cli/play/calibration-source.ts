/** Where a run's calibration comes from: what `turnrig calibrate` keeps, else a short one of the run's own room, just before it is used. */
import { QUICK } from '../../calibration/conditions.js';
import { measure } from '../calibrate/measure.js';
import { placeOf, storeCalibration, storedCalibration, versionOfOwnServer } from '../calibrate/place.js';
import { plain, type Console } from '../console.js';
import { Progress } from '../progress.js';
import { roundTripTo } from '../../../simulator/transport/livekit/round-trip.js';
import type { RunStore } from '../../../simulator/store/run-store.js';
import { latencyBasis, resumedBasis, type CalibrationSource } from './latency-basis.js';
import type { PlayRoom } from './play.js';

/**
 * Waits of a short calibration. Two over the least that says anything (src/calibration/model.ts), in sessions side by side: it is to tell a
 * machine that measures from one that does not, 10 ms from 1; `turnrig calibrate` tells more.
 */
const WAITS = 12;
const SESSIONS = 4;
const LEAST = 3;
/** A short wait: the error does not hang on it, the time that people sit there does. */
const DELAY_MS = 300;
/** About how long it takes with its processes, seconds. */
const EXPECTED_S = 20;

export interface LatencyQuestion {
  readonly store: RunStore;
  readonly room: PlayRoom;
  /** False: --no-calibrate. */
  readonly wanted: boolean;
  readonly console: Console;
  readonly signal: AbortSignal;
}

/** Before anything is played: notes in the run what its latencies are judged by, and how far its server is. @throws TurnrigError `store`. */
export async function noteLatencyBasis({ store, room, wanted, console, signal }: LatencyQuestion): Promise<void> {
  const found = await latencyBasis(calibrationSource(room, store.manifest.seed, console, signal), wanted);
  if (signal.aborted) return;
  // The embedded server is on this machine.
  const roundTrip = room.version === undefined ? await roundTripTo(room.access.url) : undefined;
  const basis = resumedBasis(store.manifest.latency, { ...found, ...(roundTrip === undefined ? {} : { roundTrip }) });
  await store.putLatency(basis);
  if (!basis.may) console.err(plain(`latencies will not be judged: ${basis.reason}`));
}

function calibrationSource({ access, version }: PlayRoom, seed: number, console: Console, signal: AbortSignal): CalibrationSource {
  const place =
    version === undefined ? placeOf('livekit', 'livekit', versionOfOwnServer(access.url)) : placeOf('livekit', 'embedded', version);
  return {
    place,
    now: () => Date.now(),
    stored: () => storedCalibration(place),
    keep: async (calibration) => {
      await storeCalibration(calibration);
    },
    fresh: async () => {
      const progress = new Progress(console, 'calibrating', WAITS, () => performance.now() / 1000, EXPECTED_S);
      const tick = setInterval(() => progress.tick(), 1_000);
      progress.update(0, 'the rig measures its own error');
      try {
        return await measure({
          servers: {
            server: place.server,
            serverVersion: place.serverVersion,
            access: () => Promise.resolve({ url: access.url, apiKey: access.apiKey, apiSecret: access.apiSecret }),
            // The room is the run's.
            stop: () => Promise.resolve(),
          },
          conditions: QUICK,
          n: WAITS,
          seed,
          delayMs: DELAY_MS,
          lossPercent: 0,
          sessions: SESSIONS,
          least: LEAST,
          listen: false,
          folder: undefined,
          onProgress: (done) => progress.update(done, 'the rig measures its own error'),
          signal,
        });
      } finally {
        clearInterval(tick);
        progress.clear();
      }
    },
  };
}
