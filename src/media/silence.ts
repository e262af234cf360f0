/** Whether every sample of [from, to) is exactly 0: what a sender's pause, a hole, or nothing at all decodes to. */
export function isSilent(samples: Float32Array, from = 0, to = samples.length): boolean {
  for (let i = from; i < to; i++) if (samples[i] !== 0) return false;
  return true;
}
