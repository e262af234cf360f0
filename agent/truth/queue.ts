/**
 * Rule for a source with a queue (rtc-node's AudioSource with queueSizeMs above 0): a clock of its own takes 10 ms out of the queue at every
 * tick and sends silence when there is nothing (facts.md, "Source queue 1000"). So a frame does not leave when it is pushed, but at the tick
 * at which all frames before it have left: a queue, first in, first out.
 *
 * The clock's phase is not in the times of the pushes, but a push into a full queue is taken when a tick has made room: the times at which
 * such pushes were taken give it. What is pushed close to a tick may be taken by it or by the next one: the log cannot tell. Close is what a
 * call takes before a tick, and behind it how late ticks are known: on a busy machine both grow, and more is left untold. A voice that the
 * queue ran empty in was not said in one piece, and has no edges of its own.
 */
import type { EventLine, PushLine } from './format.js';
import { NS_PER_MS, type LeftFrame } from './left.js';

const TICK_NS = 10 * NS_PER_MS;
/** A push that was taken so much later waited for a tick; a free one is taken in under 1 ms. */
const WAITED_NS = 2.5 * NS_PER_MS;
/** From a tick to its being known, and from the call to the queue: calls from one language to another and a thread's wake-up. */
const CLOSE_NS = NS_PER_MS;
/** Fewer waits than this do not give the phase. */
const LEAST_WAITS = 8;
/** The earliest share of the waits is taken: the rest were told of their tick late. What is earlier still are ticks that were late by most of a period. */
const EARLY_SHARE = 0.02;
/** From the earliest to this share lies what the phase leaves open; to the other one, how late a tick may be taken up. */
const USUAL_SHARE = 0.5;
const LATE_SHARE = 0.95;

interface Clock {
  readonly origin: bigint;
  readonly phaseNs: number;
  readonly plusMinusNs: number;
  /** Ticks are worked off so much late at most (95%). */
  readonly lateNs: number;
}

export function queuedFrames(lines: readonly (PushLine | EventLine)[]): LeftFrame[] {
  const clock = clockOf(lines);
  let waiting: PushLine[] = [];
  let unsure = '';
  const broken = new Set<number>();
  /** Number of the tick at which the last frame left. */
  let leftAt = -Infinity;
  const left: LeftFrame[] = [];
  /** Number of the last tick that has been worked off. */
  let tick = -Infinity;
  const advance = (to: number): void => {
    for (let push = waiting.shift(); push !== undefined; push = waiting.shift()) {
      const next = Math.max(tick + 1, tickAfter(clock, push.ns));
      if (next > to) {
        waiting.unshift(push);
        break;
      }
      const before = left.at(-1);
      if (push.burst !== undefined && before?.push.burst === push.burst && next > leftAt + 1) broken.add(push.burst);
      tick = leftAt = next;
      left.push({ ...frame(clock, push, next), untold: unsure });
    }
    tick = Math.max(tick, to);
  };
  for (const line of lines) {
    const { number, distanceNs } = tickBefore(clock, line.ns);
    advance(number);
    // From the call to its return, at the latest, the frame came into the queue.
    const took = line.type === 'push' && line.done !== undefined ? Number(BigInt(line.done) - BigInt(line.ns)) : 0;
    // Nothing waits for room in an empty queue, however long the call took.
    const calling = took < WAITED_NS || waiting.length === 0 ? took : 0;
    const close = distanceNs < Math.max(CLOSE_NS, clock.lateNs) || TICK_NS - distanceNs < Math.max(CLOSE_NS, calling + clock.plusMinusNs);
    if (line.type === 'push') {
      // Whether an empty queue was empty a moment longer shifts everything that follows without a pause.
      if (waiting.length === 0) unsure = close ? 'pushed close to a tick' : '';
      waiting.push(line);
    } else if (line.type === 'clear') {
      const dropped = waiting.some(({ burst }) => burst !== undefined);
      waiting = [];
      const last = left.at(-1);
      if (dropped && close && last !== undefined) left[left.length - 1] = { ...last, untold: 'cleared close to a tick' };
    }
  }
  advance(Infinity);
  return left.map((one) => (broken.has(one.push.burst ?? -1) ? { ...one, untold: 'the queue ran empty within the voice' } : one));
}

/** @throws Error when no clock can be read from the log. */
function clockOf(lines: readonly (PushLine | EventLine)[]): Clock {
  const origin = BigInt(lines[0]?.ns ?? '0');
  const taken = lines.flatMap((line) => {
    if (line.type !== 'push' || line.done === undefined) return [];
    const done = Number(BigInt(line.done) - origin);
    return done - Number(BigInt(line.ns) - origin) > WAITED_NS ? [done] : [];
  });
  if (taken.length < LEAST_WAITS)
    throw new Error(`only ${taken.length} pushes waited for the queue: its clock cannot be read from the log`);
  // Circular mean first, so that the phases do not lie on both sides of a tick's border; then the early ones among them.
  const angle = (ns: number): number => (2 * Math.PI * ns) / TICK_NS;
  const mean = Math.atan2(
    taken.reduce((sum, ns) => sum + Math.sin(angle(ns)), 0),
    taken.reduce((sum, ns) => sum + Math.cos(angle(ns)), 0),
  );
  const middle = (mean * TICK_NS) / (2 * Math.PI);
  const off = taken.map((ns) => modulo(ns - middle + TICK_NS / 2) - TICK_NS / 2).sort((a, b) => a - b);
  const at = (share: number): number => off[Math.floor(share * (off.length - 1))] ?? 0;
  const early = at(EARLY_SHARE);
  return { origin, phaseNs: modulo(middle + early), plusMinusNs: at(USUAL_SHARE) - early, lateNs: at(LATE_SHARE) - early };
}

const modulo = (ns: number): number => ((ns % TICK_NS) + TICK_NS) % TICK_NS;

function tickBefore({ origin, phaseNs }: Clock, ns: string): { readonly number: number; readonly distanceNs: number } {
  const at = Number(BigInt(ns) - origin) - phaseNs;
  return { number: Math.floor(at / TICK_NS), distanceNs: modulo(at) };
}

const tickAfter = (clock: Clock, ns: string): number => tickBefore(clock, ns).number + 1;

function frame({ origin, phaseNs, plusMinusNs }: Clock, push: PushLine, tick: number): LeftFrame {
  return {
    push,
    endNs: origin + BigInt(Math.round(phaseNs + tick * TICK_NS)),
    plusMinusNs,
    lateNs: 0,
    firstHeldNs: 0,
    lastHeldNs: 0,
    untold: '',
  };
}
