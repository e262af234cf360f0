/** The packet logs of real senders, all of them: prints the table of figures (issue: error after each hole at most 2 ms at p95). */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeLog, LIMIT_MS, type LogFigures } from '../media/rtp-figures.js';

const folder = join(process.env['TURNRIG_SHARED'] ?? '../shared', 'vectors/rtp');
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));

describe('packet logs of real senders', () => {
  const rows: LogFigures[] = [];
  it('are all here', () => {
    expect(files.length).toBeGreaterThanOrEqual(15);
  });

  it.each(files)('%s', (file) => {
    const figures = judgeLog(join(folder, file));
    rows.push(figures);
    for (const part of figures.parts) expect(part.p95, part.name).toBeLessThanOrEqual(LIMIT_MS);
    expect(figures.p95).toBeLessThanOrEqual(LIMIT_MS);
    expect(figures.covered).toBeGreaterThanOrEqual(0.94);
  });

  it('table', () => {
    console.log(
      ['log                        truth    n      delay   p50   p95   max   covered  epochs  worst part (p95)']
        .concat(rows.map(line))
        .join('\n'),
    );
    expect(rows).toHaveLength(files.length);
  });
});

function line(f: LogFigures): string {
  const worst = f.parts.toSorted((a, b) => b.p95 - a.p95)[0];
  const cells = [f.p50, f.p95, f.max].map((v) => v.toFixed(2).padStart(5)).join(' ');
  return [
    f.name.padEnd(26),
    f.truth.padEnd(8),
    String(f.frames).padEnd(5),
    f.delay.toFixed(2).padStart(7),
    cells,
    `${(100 * f.covered).toFixed(1)}%`.padStart(7),
    String(f.epochs).padStart(6),
    ` ${worst?.name ?? ''} ${worst?.p95.toFixed(2) ?? ''}`,
  ].join(' ');
}
