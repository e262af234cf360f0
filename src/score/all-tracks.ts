/**
 * Several agent tracks, one agent (measurement.md, "Several agent tracks"): it speaks while any of them does. A track on which the VAD
 * found sound but no speech (ambience, typing) adds to `sounds` only, and is no reply.
 */
import { rigPos, type Span } from '../time/position.js';
import { LONGEST_BRIDGED_PAUSE, SHORTEST_RUN } from '../vad/find.js';
import type { AgentSpeech, Segment } from '../vad/model.js';

export const NO_SPEECH: AgentSpeech = { segments: [], runs: [], blips: [], sounds: [], holes: [] };

export function joinTracks(tracks: readonly AgentSpeech[]): AgentSpeech {
  const [only] = tracks;
  if (tracks.length === 1 && only) return only;
  const all = <T extends Span>(of: (one: AgentSpeech) => readonly T[]): T[] =>
    tracks.flatMap(of).sort((a, b) => a.from - b.from || a.to - b.to);
  const runs = bridge(
    all((one) => one.runs),
    0,
  );
  return {
    runs,
    segments: bridge(runs, LONGEST_BRIDGED_PAUSE),
    // A blip of one track while another one speaks is none of the agent's own.
    blips: all((one) => one.blips).filter((blip) => !runs.some((run) => run.from < blip.to && blip.from < run.to)),
    sounds: union(all((one) => one.sounds)),
    holes: all((one) => one.holes),
  };
}

/** The rule of the protocol on bare runs: those under 120 ms are dropped, then pauses of up to and including 800 ms are bridged. */
export function segmentsOf(runs: readonly Segment[]): Segment[] {
  return bridge(
    runs.filter((run) => run.to - run.from >= SHORTEST_RUN),
    LONGEST_BRIDGED_PAUSE,
  );
}

/** Joins what overlaps or lies at most `pause` apart; sorted by onset. */
function bridge(runs: readonly Segment[], pause: number): Segment[] {
  const joined: Segment[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (!last || run.from - last.to > pause) joined.push(run);
    else if (run.to > last.to) joined[joined.length - 1] = ending(last, run);
  }
  return joined;
}

function ending(first: Segment, last: Segment): Segment {
  const { from, fromPlusMinus, strongFrom, softOnset, fromIn, track } = first;
  const { to, toPlusMinus, toIn } = last;
  return { from, to, fromPlusMinus, toPlusMinus, strongFrom, softOnset, track, ...(fromIn ? { fromIn } : {}), ...(toIn ? { toIn } : {}) };
}

function union(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (!last || span.from > last.to) joined.push(span);
    else joined[joined.length - 1] = { from: last.from, to: rigPos(Math.max(last.to, span.to)) };
  }
  return joined;
}
