/** Frames with the instant at which they left, whatever rule that came from, and the edges of the bursts in them. */
import type { PushLine, TrueEdge } from './format.js';

export const NS_PER_MS = 1_000_000;
export const NS_PER_S = 1_000_000_000;

export interface LeftFrame {
  readonly push: PushLine;
  /** When its last sample left. */
  readonly endNs: bigint;
  readonly plusMinusNs: number;
  /** How late it was pushed behind the sender's own clock. */
  readonly lateNs: number;
  /** Half of what an encoder may hold back around its first, or last, voiced sample: the edge is so much earlier, and as unsure. */
  readonly firstHeldNs: number;
  readonly lastHeldNs: number;
  /** Why its place cannot be told; empty when it can. */
  readonly untold: string;
}

/** Onset and offset of every burst: of the frames that left, in order. */
export function edgesOf(frames: readonly LeftFrame[], rate: number): TrueEdge[] {
  const bursts = new Map<number, LeftFrame[]>();
  for (const frame of frames) {
    const { burst, first } = frame.push;
    if (burst === undefined || first === undefined) continue;
    const own = bursts.get(burst) ?? [];
    own.push(frame);
    bursts.set(burst, own);
  }
  return [...bursts].flatMap(([burst, own]) => {
    const [head] = own;
    const tail = own.at(-1);
    if (head === undefined || tail === undefined) return [];
    const ns = (frame: LeftFrame, sample: number, heldNs: number): string => {
      const before = ((frame.push.n - sample) * NS_PER_S) / rate;
      return String(frame.endNs - BigInt(Math.round(before + heldNs)));
    };
    const edge = (frame: LeftFrame, heldNs: number): Pick<TrueEdge, 'plusMinusNs' | 'untold'> => ({
      plusMinusNs: Math.round(frame.plusMinusNs + heldNs),
      untold: frame.untold,
    });
    return [
      { burst, edge: 'onset', ns: ns(head, head.push.first ?? 0, head.firstHeldNs), ...edge(head, head.firstHeldNs) },
      { burst, edge: 'offset', ns: ns(tail, (tail.push.last ?? 0) + 1, tail.lastHeldNs), ...edge(tail, tail.lastHeldNs) },
    ];
  });
}
