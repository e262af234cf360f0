/**
 * Rule for a source without a queue: what is pushed leaves at once, and the sender's RTP clock counts samples.
 *
 * A sender pushes each frame when its last sample is due, never earlier, often a little later. So within one run of pushes (from a start, a
 * `go` or a `publish` to the next) the sample clock is the earliest line that no push lies before: a frame that was pushed late, and made
 * up for, lies where its sample number says. Between runs nothing left, and the clock stood still for just that long.
 *
 * What the log cannot tell: an encoder holds back its look-ahead, and a packet of 20 ms whose second frame has not come yet. A voice that is
 * cut off by a stop is heard to its end only after the stop, right before what comes then; so both of these edges are known only to what is
 * held back.
 */
import type { EventLine, PushLine, SenderLine } from './format.js';
import { NS_PER_MS, NS_PER_S, type LeftFrame } from './left.js';

/** Of what a half-width of the truth holds. */
const CONFIDENCE = 0.95;

interface Run {
  readonly pushes: readonly PushLine[];
  /** It ended in a stop, and not in the log's end. */
  stopped: boolean;
}

export function directFrames(sender: SenderLine, lines: readonly (PushLine | EventLine)[]): LeftFrame[] {
  let heldBack = false;
  const frames: LeftFrame[] = [];
  for (const run of runsOf(lines)) {
    const left = clocked(run.pushes, sender.rate);
    const hold = Math.round((sender.heldBackMs * NS_PER_MS) / 2);
    const [first] = left;
    const last = left.at(-1);
    const after = heldBack;
    heldBack = false;
    for (const frame of left) {
      const doubtFirst = frame === first && after && (frame.push.first ?? Infinity) < heldSamples(sender);
      const doubtLast = frame === last && run.stopped && frame.push.n - 1 - (frame.push.last ?? -Infinity) < heldSamples(sender);
      if (doubtLast) heldBack = true;
      frames.push({ ...frame, firstHeldNs: doubtFirst ? hold : 0, lastHeldNs: doubtLast ? hold : 0 });
    }
  }
  return frames;
}

const heldSamples = ({ heldBackMs, rate }: SenderLine): number => (heldBackMs * rate) / 1000;

function runsOf(lines: readonly (PushLine | EventLine)[]): Run[] {
  const runs: { pushes: PushLine[]; stopped: boolean }[] = [{ pushes: [], stopped: false }];
  for (const line of lines) {
    const run = runs.at(-1);
    if (run === undefined) continue;
    if (line.type === 'push') run.pushes.push(line);
    else if (line.type === 'stop' || line.type === 'unpublish') run.stopped = true;
    else if (line.type === 'go' || line.type === 'publish') runs.push({ pushes: [], stopped: false });
  }
  return runs.filter(({ pushes }) => pushes.length > 0);
}

function clocked(pushes: readonly PushLine[], rate: number): LeftFrame[] {
  // Relative to the first push, so that numbers stay exact.
  const origin = BigInt(pushes[0]?.ns ?? '0');
  const at = pushes.map((push) => Number(BigInt(push.ns) - origin));
  const end: number[] = [];
  let samples = 0;
  for (const push of pushes) end.push((samples += push.n));
  const length = (n: number): number => (n * NS_PER_S) / rate;
  const late = at.map((ns, k) => ns - length(end[k] ?? 0));
  const earliest = late.reduce((a, b) => Math.min(a, b), Infinity);
  // The earliest of n pushes is later than the clock by no more than the share of them says that is surely met (95%) by one of n.
  const sorted = [...late].sort((a, b) => a - b);
  const surely = 1 - (1 - CONFIDENCE) ** (1 / late.length);
  const open = (sorted[Math.ceil(surely * (sorted.length - 1))] ?? earliest) - earliest;
  return pushes.map((push, k) => ({
    push,
    endNs: origin + BigInt(Math.round(earliest + length(end[k] ?? 0))),
    plusMinusNs: open,
    lateNs: (late[k] ?? 0) - earliest,
    firstHeldNs: 0,
    lastHeldNs: 0,
    untold: '',
  }));
}
