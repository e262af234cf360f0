/** Long sounds in pieces that an ASR made for short utterances can take: cut where it is quietest (facts.md: "Feed VAD-cut pieces"). */

/** Pieces are at most so long, s; a model made for utterances invents or drops words in longer ones. Chosen. */
const LONGEST_S = 12;
/** The cut lies in the last part of a piece, s: no piece gets shorter than the rest of it. Chosen. */
const LOOK_BACK_S = 6;
/** Level is of windows so long, s. */
const WINDOW_S = 0.1;

export function cutAtPauses(samples: Int16Array, rate: number): Int16Array[] {
  const pieces: Int16Array[] = [];
  let from = 0;
  while (samples.length - from > LONGEST_S * rate) {
    const to = quietest(samples, from + Math.round((LONGEST_S - LOOK_BACK_S) * rate), from + Math.round(LONGEST_S * rate), rate);
    pieces.push(samples.subarray(from, to));
    from = to;
  }
  pieces.push(samples.subarray(from));
  return pieces;
}

/** Middle of the window of least energy; the last of equals, so that pieces are long. */
function quietest(samples: Int16Array, from: number, to: number, rate: number): number {
  const length = Math.round(WINDOW_S * rate);
  let best = { at: to, energy: Number.POSITIVE_INFINITY };
  for (let at = from; at + length <= to; at += length) {
    let energy = 0;
    for (let i = at; i < at + length; i++) energy += (samples[i] ?? 0) ** 2;
    if (energy <= best.energy) best = { at: at + (length >> 1), energy };
  }
  return best.at;
}
