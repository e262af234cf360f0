/** What the product makes of a calibration's recording: its own decoder, detector and edges. */
import type { MeasuredEdge } from '../../src/calibration/observe.js';
import { joinTracks } from '../../src/score/all-tracks.js';
import type { TimelineAudio } from '../../src/time/audio.js';
import { detectSpeech } from '../../src/vad/detect.js';
import { findSpeech } from '../../src/vad/find.js';
import { sileroDetector } from '../../src/vad/silero.js';

export interface HeardEdges {
  readonly onsets: readonly MeasuredEdge[];
  readonly offsets: readonly MeasuredEdge[];
}

/** Edges of all runs of speech, blips included, of all tracks of the agent. */
export async function hearEdges(tracks: readonly { readonly id: string; readonly audio: TimelineAudio }[]): Promise<HeardEdges> {
  const speech = [];
  for (const { id, audio } of tracks) speech.push(findSpeech(audio, id, await detectSpeech(audio, await sileroDetector())));
  const { runs, blips } = joinTracks(speech);
  const all = [...runs, ...blips];
  return {
    onsets: all.map(({ from, fromPlusMinus, fromIn }) => ({ at: from, plusMinus: fromPlusMinus, within: fromIn })),
    offsets: all.map(({ to, toPlusMinus, toIn }) => ({ at: to, plusMinus: toPlusMinus, within: toIn })),
  };
}
