/** Questions to the agent's speech. Segments and runs are half open: `speaking(x)` = x lies inside [onset, offset). */
import { intersect, spanLength, type RigPos, type Samples, type Span } from '../time/position.js';
import type { AgentSpeech, Segment } from '../vad/model.js';
import { SHORTEST_REPLY, SHORTEST_RUN } from './constants.js';

export function speakingAt(list: readonly Segment[], at: RigPos): Segment | undefined {
  return list.find((one) => one.from <= at && at < one.to);
}

/** First onset in (after, upTo]. */
export function onsetIn(list: readonly Segment[], after: RigPos, upTo: RigPos): Segment | undefined {
  return list.find((one) => one.from > after && one.from <= upTo);
}

/** Length of speech inside a span. */
export function voicedIn(list: readonly Segment[], span: Span): Samples {
  let sum = 0;
  for (const one of list) {
    const common = intersect(one, span);
    if (common) sum += spanLength(common);
  }
  return sum;
}

/** Runs under 120 ms that begin in a span, for a window's details: no score sees them (selective-participation.md, VAD). Left out where there are none. */
export function blipsIn({ blips }: AgentSpeech, { from, to }: Span): { readonly blips?: number } {
  const found = blips.filter((one) => one.from >= from && one.from < to).length;
  return found === 0 ? {} : { blips: found };
}

/** How long the agent speaks in one go from a run's onset on: this and the later runs of its segment. */
export function voicedFrom(speech: AgentSpeech, run: Segment): Samples {
  const segment = speakingAt(speech.segments, run.from) ?? run;
  return voicedIn(speech.runs, { from: run.from, to: segment.to });
}

/** reply, burst or blip, by voiced length (premature-reply.md, Live 3). */
export function kindOf(voiced: Samples): 'reply' | 'burst' | 'blip' {
  if (voiced >= SHORTEST_REPLY) return 'reply';
  return voiced >= SHORTEST_RUN ? 'burst' : 'blip';
}

/** The longest stretch of a span of which nothing was received and which may not have been silence. */
export function longestUnknown(speech: AgentSpeech, span: Span): Samples {
  let longest = 0;
  for (const hole of speech.holes) {
    const common = hole.kind === 'unknown' ? intersect(hole, span) : undefined;
    if (common) longest = Math.max(longest, spanLength(common));
  }
  return longest;
}

/** Whether speech could hide in what was not received of a span. */
export function hidesSpeech(speech: AgentSpeech, span: Span): boolean {
  return longestUnknown(speech, span) >= SHORTEST_RUN;
}
