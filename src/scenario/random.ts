/** Plans draw from the one seeded generator, which statistics need too. */
export { mulberry32, seedOf, shuffled } from '../stats/random.js';
