/**
 * The published figures (selective-participation.md, "Published numbers": explicit condition, 2,000 scenes), to stand beside ours marked as
 * published. They were measured by other hands on other scenes: they are no baseline, and nothing is tested against them.
 */
export interface PublishedSystem {
  readonly system: string;
  readonly presence: number;
  readonly newInitiation: number;
  readonly accuracy: number;
  readonly silence: number;
  /** Of 1,911 N4 windows; without a rate where the source shows none. */
  readonly yield: { readonly rate?: number; readonly denominator: number };
}

/** Scenes behind each row, and its N4 windows. */
export const PUBLISHED_SCENES = 2000;
export const PUBLISHED_N4_WINDOWS = 1911;

export const PUBLISHED: readonly PublishedSystem[] = [
  {
    system: 'MiniCPM-o 4.5',
    ...{ presence: 0.9545, newInitiation: 0.95, accuracy: 0.473, silence: 0.9242 },
    yield: { rate: 0.596, denominator: 1633 },
  },
  {
    system: 'FLM-Audio',
    ...{ presence: 0.9505, newInitiation: 0.538, accuracy: 0.0011, silence: 0.3957 },
    yield: { rate: 0.008, denominator: 977 },
  },
  {
    system: 'Freeze-Omni',
    ...{ presence: 0.9955, newInitiation: 0.2525, accuracy: 0.0035, silence: 0.0002 },
    yield: { denominator: 1 },
  },
  {
    system: 'Moshi',
    ...{ presence: 0.8155, newInitiation: 0.634, accuracy: 0.0123, silence: 0.2734 },
    yield: { rate: 0.192, denominator: 219 },
  },
  {
    system: 'Voila',
    ...{ presence: 0.6515, newInitiation: 0.6465, accuracy: 0.0031, silence: 0.8351 },
    yield: { rate: 0.848, denominator: 620 },
  },
];
