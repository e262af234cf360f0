/** What the product makes of a calibration's recording: its own decoder, detector and edges. */
import type { MeasuredEdge, Parts } from '../../src/calibration/observe.js';
import { joinTracks } from '../../src/score/all-tracks.js';
import type { TimelineAudio } from '../../src/time/audio.js';
import type { RigPos, Samples } from '../../src/time/position.js';
import { detectSpeech } from '../../src/vad/detect.js';
import { findSpeech, placementAt } from '../../src/vad/find.js';
import { sileroDetector } from '../../src/vad/silero.js';

export interface HeardTrack {
  readonly id: string;
  readonly audio: TimelineAudio;
  /** Half-width of the encoder's look-ahead, which the audio's placement includes. */
  readonly encoder: Samples;
}

export interface HeardEdges {
  readonly onsets: readonly MeasuredEdge[];
  readonly offsets: readonly MeasuredEdge[];
}

/** Edges of all runs of speech, blips included, of all tracks of the agent. */
export async function hearEdges(tracks: readonly HeardTrack[]): Promise<HeardEdges> {
  const speech = [];
  for (const { id, audio } of tracks) speech.push(findSpeech(audio, id, await detectSpeech(audio, await sileroDetector())));
  const { runs, blips } = joinTracks(speech);
  const all = [...runs, ...blips];
  const parts = (track: string, at: RigPos, plusMinus: Samples): Parts | undefined => {
    const own = tracks.find(({ id }) => id === track);
    return own && partsOf(own, at, plusMinus);
  };
  return {
    onsets: all.map(({ track, from, fromPlusMinus, fromIn }) => ({
      at: from,
      plusMinus: fromPlusMinus,
      within: fromIn,
      parts: parts(track, from, fromPlusMinus),
    })),
    offsets: all.map(({ track, to, toPlusMinus, toIn }) => ({
      at: to,
      plusMinus: toPlusMinus,
      within: toIn,
      parts: parts(track, to, toPlusMinus),
    })),
  };
}

/** The encoder's part is in the placement's, which is known; the edge's is what is left of the whole, as they were added by squares. */
function partsOf({ audio, encoder }: HeardTrack, at: RigPos, plusMinus: Samples): Parts {
  const placed = placementAt(audio.placed, at);
  return { placement: placed - encoder, encoder, edge: Math.sqrt(Math.max(0, plusMinus ** 2 - placed ** 2)) };
}
