/** Sums of mono signals on one sample grid. */

/** A signal and where its first sample lies in the mix (may be negative: what lies before the mix is left out). */
export interface Layer {
  readonly at: number;
  readonly samples: Float32Array;
  /** Linear; 1 when left out. */
  readonly gain?: number;
}

/**
 * Adds the layers. Nothing is limited: a sum over full scale stays over full scale, so that its owner can see it (`peak`).
 *
 * @param length of the mix in samples; as long as its layers reach when left out.
 */
export function mix(layers: readonly Layer[], length?: number): Float32Array {
  for (const { at } of layers) if (!Number.isInteger(at)) throw new RangeError(`a layer lies on a whole sample, not at ${at}`);
  const out = new Float32Array(length ?? layers.reduce((end, layer) => Math.max(end, layer.at + layer.samples.length), 0));
  for (const { at, samples, gain = 1 } of layers) {
    const first = Math.max(0, -at);
    const last = Math.min(samples.length, out.length - at);
    for (let i = first; i < last; i++) out[at + i] = (out[at + i] ?? 0) + gain * (samples[i] ?? 0);
  }
  return out;
}

/** Largest magnitude; 0 for no samples. */
export function peak(samples: Float32Array): number {
  let max = 0;
  for (const x of samples) max = Math.max(max, Math.abs(x));
  return max;
}
