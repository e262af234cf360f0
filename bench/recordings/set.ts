/** Sets of two-channel recordings with known truth (vectors/recordings/README.md), as their manifest tells them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Positions in seconds, lengths in ms. */
export interface TrueScene {
  readonly id: string;
  readonly family: string;
  readonly audio: string;
  readonly kind: 'respond' | 'stop' | 'ignore';
  readonly turn: { readonly start_s: number; readonly end_s: number };
  readonly user_speech: readonly (readonly [number, number])[];
  readonly agent_speech: readonly (readonly [number, number])[];
  readonly duration_s: number;
  readonly truth: {
    readonly should_pass: boolean;
    readonly responded?: boolean;
    readonly response_delay_ms?: number | null;
    readonly stop_ms?: number | null;
  };
}

/** @param folder with the manifest and the audio. */
export function trueScenes(folder: string): readonly TrueScene[] {
  return (JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { scenes: TrueScene[] }).scenes;
}

/** The turn of a scene as a person would give it with `--turns`: JSON is YAML too. */
export function turnsOf(scene: TrueScene): string {
  const { start_s: start, end_s: end } = scene.turn;
  const pauses = scene.user_speech.slice(1).map(([next], i) => [scene.user_speech[i]?.[1] ?? start, next]);
  return JSON.stringify({ version: 1, turns: [{ start, end, expect: scene.kind, ...(pauses.length > 0 ? { pauses } : {}) }] });
}

/** "A1" of "A1_clean". */
export const familyOf = (scene: Pick<TrueScene, 'family'>): string => scene.family.split('_')[0] ?? scene.family;
