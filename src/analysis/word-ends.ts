/** A user's stretches of speech with the last consonants of their words, where the detector let go before them. */
import { rigPos, SAMPLES_PER_MS, type RigPos, type Samples } from '../time/position.js';
import { joinSegments, LONGEST_BRIDGED_PAUSE } from '../vad/find.js';
import { joinWithin } from '../vad/hysteresis.js';
import type { AgentSpeech, Segment } from '../vad/model.js';
import { INTRA_WORD_MS } from '../vad/runs.js';
import { finalConsonant, REACH } from './final-consonant.js';
import { STEP } from './power.js';

/**
 * Ends that a final consonant follows are moved behind it; where it may be one as well as none, the end stays and its interval reaches behind it.
 *
 * @param audio of the channel, from position `from` on, in which the speech was found.
 * @param leaked steps of the channel that a leak explains: nothing is looked for behind one.
 */
export function withFinalConsonants(audio: Float32Array, from: RigPos, speech: AgentSpeech, leaked?: Uint8Array): AgentSpeech {
  const runs: Segment[] = [];
  for (const [i, run] of speech.runs.entries()) {
    const next = speech.runs[i + 1];
    const until = Math.min(next?.from ?? Infinity, firstLeaked(leaked, run.to));
    const own = withFinal(audio, from, run, until);
    const last = runs.at(-1);
    // Silences that do not part a word (vad/runs.ts) do not part it behind its last consonant either.
    if (last !== undefined && run.from - last.to < INTRA_WORD_MS * SAMPLES_PER_MS && last.to !== speech.runs[i - 1]?.to)
      runs[runs.length - 1] = joinSegments(last, own);
    else runs.push(own);
  }
  return {
    ...speech,
    runs,
    segments: joinWithin(runs, LONGEST_BRIDGED_PAUSE, joinSegments),
    blips: speech.blips.filter((blip) => !runs.some((run) => run.from < blip.to && blip.from < run.to)),
  };
}

function withFinal(audio: Float32Array, from: RigPos, run: Segment, until: Samples): Segment {
  // An end in a hole is known by the hole alone.
  if (run.toIn !== undefined) return run;
  const found = finalConsonant(audio, { from: Math.max(0, run.from - from), to: run.to - from }, until - from);
  if (found === undefined) return run;
  const to = rigPos(found.to + from);
  if (to <= run.to) return run;
  return found.sure
    ? { ...run, to, toPlusMinus: Math.ceil(found.plusMinus) }
    : { ...run, toPlusMinus: Math.max(run.toPlusMinus, Math.ceil(to - run.to + found.plusMinus)) };
}

/** Where the first step begins that a leak explains, at a position or behind it, as far as consonants are looked for. */
function firstLeaked(leaked: Uint8Array | undefined, at: RigPos): Samples {
  if (leaked === undefined) return Infinity;
  for (let step = Math.floor(at / STEP); step * STEP < at + REACH; step++) if (leaked[step] === 1) return step * STEP;
  return Infinity;
}
