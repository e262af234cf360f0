/** Senders of all kinds, for properties. */
import fc from 'fast-check';
import type { SenderOptions, Step } from './sender.js';

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ send: fc.integer({ min: 8, max: 80 }) }) },
  fc.record({ hole: fc.constantFrom(60, 100, 400, 3_000, 17_000) }),
  fc.record({ dtx: fc.constantFrom(40, 400) }),
  fc.record({ republish: fc.integer({ min: 100, max: 2_000 }) }),
);
export const senders: fc.Arbitrary<Required<Pick<SenderOptions, 'script' | 'jitter'>> & SenderOptions> = fc.record({
  script: fc.array(step, { minLength: 1, maxLength: 10 }).map((steps) => [...steps, { send: 30 }]),
  seed: fc.nat(1_000_000),
  packetMs: fc.constantFrom(10, 20, 60),
  ppm: fc.integer({ min: -50, max: 50 }),
  jitter: fc.constantFrom(0, 0.5, 2),
  loss: fc.constantFrom(0, 0.01, 0.05),
  red: fc.constantFrom(0, 1, 2),
  reorder: fc.boolean(),
  duplicates: fc.constantFrom(0, 0.05),
});
