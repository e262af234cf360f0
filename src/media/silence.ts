/** Whether every sample is exactly 0: what a sender's pause, a hole, or nothing at all decodes to. */
export function isSilent(samples: Float32Array): boolean {
  for (let i = 0; i < samples.length; i++) if (samples[i] !== 0) return false;
  return true;
}
