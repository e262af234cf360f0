/**
 * Which of the detector's speech is the track's own. A person's voice may leak into a track, far below the track's own; the detector hears it as
 * speech all the same. Running speech reaches within 15 dB of its own loudest twentieth several times a second (its syllables), a leak never does.
 */
import { joinWithin, type FrameSpan } from './hysteresis.js';
import { stretchesOver, type LevelTrack } from './level.js';

/** A frame is loud when it is at most this far under the loudest twentieth of the track's loudest stretch (chosen). */
export const LOUD_BELOW_REFERENCE_DB = 15;
/** Speech without a loud frame for longer than this is somebody else's (chosen; in own speech the longest such time is about 220 ms). */
export const LONGEST_QUIET_MS = 500;

export interface OwnVoice {
  /** The detector's stretches without those, and without those parts, that are not the track's own. */
  readonly stretches: FrameSpan[];
  /** Level from which on a frame is loud, dB. */
  readonly loud: number;
}

/**
 * @param heard the detector's stretches in frames of the level track, in order.
 * @param least how loud the voice is known to be elsewhere, dB, where this is a part of a longer track that may hold nothing but a leak.
 */
export function ownVoice(level: LevelTrack, heard: readonly FrameSpan[], least = -Infinity): OwnVoice {
  const reference = heard.reduce((max, stretch) => Math.max(max, loudestTwentieth(level, stretch)), least);
  const loud = reference - LOUD_BELOW_REFERENCE_DB;
  const stretches = heard.flatMap((stretch) => {
    const loudParts = joinWithin(stretchesOver(level, stretch, loud, 0), LONGEST_QUIET_MS, (a, b) => ({ from: a.from, to: b.to }));
    return loudParts.map((part) => ({
      from: part.from - stretch.from <= LONGEST_QUIET_MS ? stretch.from : part.from,
      to: stretch.to - part.to <= LONGEST_QUIET_MS ? stretch.to : part.to,
    }));
  });
  return { stretches, loud };
}

function loudestTwentieth(level: LevelTrack, { from, to }: FrameSpan): number {
  const sorted = level.frames.slice(from, to).sort();
  return sorted[Math.floor(0.95 * (sorted.length - 1))] ?? -Infinity;
}
