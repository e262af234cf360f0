/** A turn as the rules see it: the plain data of the file, so that rules speak up beside faults of shape. */
import { TURN_LABELS, type TurnLabel } from './model.js';
import type { Path } from './problem.js';
import { list, mapping } from './short-forms.js';

/** A turn's plain data, its place, and the id it goes by. */
export interface RuledTurn {
  readonly turn: Readonly<Record<string, unknown>>;
  readonly path: Path;
  readonly id: string;
  readonly label: TurnLabel;
  readonly noise: boolean;
}

/** The id of a turn, given or by its place. */
export function turnId(turn: unknown, index: number): string {
  const id = mapping(turn)?.['id'];
  return typeof id === 'string' ? id : `t${index + 1}`;
}

/** The turns of a scene; what is no mapping is left out, its shape is reported. @param path of the scene */
export function ruledTurns(scene: Readonly<Record<string, unknown>>, path: Path): RuledTurn[] {
  return list(scene['turns']).flatMap((value, i): RuledTurn[] => {
    const turn = mapping(value);
    if (turn === undefined) return [];
    // A label that is not known says nothing of the scene; its shape is reported.
    const label = TURN_LABELS.find((known) => known === turn['label']) ?? 'user';
    return [{ turn, path: [...path, 'turns', i], id: turnId(turn, i), label, noise: turn['kind'] === 'noise' }];
  });
}

/** What is said in a turn, its parts in a row; empty where only a clip knows. */
export function saidIn(turn: Readonly<Record<string, unknown>>): string {
  const parts = turn['parts'] === undefined ? [turn] : list(turn['parts']);
  return parts
    .flatMap((part) => mapping(part)?.['text'] ?? [])
    .filter((text) => typeof text === 'string')
    .join(' ');
}
