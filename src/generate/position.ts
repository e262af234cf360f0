import { POSITIONS, type Position } from './model.js';

/** The third of the scene in which the turn `index` (from 0) of `count` turns stands. */
export function positionOf(index: number, count: number): Position {
  const third = count <= 1 ? 0 : Math.min(2, Math.floor((3 * index) / (count - 1)));
  return POSITIONS[third] ?? 'late';
}
