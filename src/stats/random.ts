/** Seeded randomness: the same seed gives the same plan, and the same statistics, on every machine. */

/** 32 bits of a text (FNV-1a), mixed with a seed. */
export function seedOf(seed: number, text: string): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  // FNV's low bits are weak: one round of a finaliser (murmur3).
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** mulberry32, the generator that statistics.md names: uniform in [0, 1). */
export function mulberry32(seed: number): () => number {
  // With a sign the state is a small integer to the engine, which allocates nothing for it; the bits are the same.
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A permuted copy; every permutation is as likely as the next (Fisher-Yates). */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const all = [...items];
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [all[i], all[j]] = [all[j] as T, all[i] as T];
  }
  return all;
}
