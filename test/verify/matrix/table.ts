/** The matrix as text: a row a scene, a column an agent. */
import type { Cell } from './cell.js';

const SIGNS: Readonly<Record<Cell['state'], string>> = { decided: '', open: '·', invalid: '-' };

/** `3/1`: three windows passed, one failed, both as the truth has it. `X`: wrong. `L`: the agent's own failure. `·` open, `-` invalid. */
export function table(cells: readonly Cell[]): string {
  const agents = [...new Set(cells.map(({ agent }) => agent))];
  const scenes = [...new Set(cells.map(({ scene }) => scene))];
  const width = Math.max(...scenes.map(({ length }) => length));
  const columns = agents.map((_, i) => `a${i + 1}`.padStart(5)).join('');
  const rows = scenes.map((scene) => {
    const signs = agents.map((agent) => sign(cells.find((cell) => cell.scene === scene && cell.agent === agent)).padStart(5));
    return `${scene.padEnd(width)}${signs.join('')}`;
  });
  const legend = agents.map((agent, i) => `  a${i + 1}  ${agent}`);
  return [`${''.padEnd(width)}${columns}`, ...rows, '', ...legend, '', summary(cells)].join('\n');
}

/** One cell in a line. */
export function line(cell: Cell): string {
  const note = cell.note === '' ? '' : `  (${cell.note})`;
  return `${cell.scene} @ ${cell.agent}: ${cell.state}, ${sign(cell)}${note}`;
}

function sign(cell: Cell | undefined): string {
  if (!cell) return '';
  if (cell.wrong.length > 0) return 'X';
  if (cell.state !== 'decided') return SIGNS[cell.state];
  return cell.passed + cell.failed === 0 ? 'L' : `${cell.passed}/${cell.failed}`;
}

export function summary(cells: readonly Cell[]): string {
  const count = (state: Cell['state']): number => cells.filter((cell) => cell.state === state).length;
  const sum = (of: (cell: Cell) => number): number => cells.reduce((total, cell) => total + of(cell), 0);
  const wrong = cells.filter((cell) => cell.wrong.length > 0);
  return [
    `${cells.length} cells: ${count('decided')} decided, ${count('decided') - wrong.length} of them right; ${count('open')} open, ${count('invalid')} invalid`,
    `${sum(({ passed }) => passed)} windows passed and ${sum(({ failed }) => failed)} failed as the truth has it; ${sum(({ close }) => close)} too close to call, ${sum(({ diverged }) => diverged)} with a schedule that diverged`,
    ...wrong.flatMap(({ agent, scene, wrong: all }) =>
      all.map((one) => `WRONG ${scene} @ ${agent}: ${one.window}: truth ${one.truth}, scorer ${one.scorer}`),
    ),
  ].join('\n');
}
