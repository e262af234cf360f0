/** Onsets over a turn's timeline as a picture: the turn's words and pauses below, premature onsets and replies above. */
import { html, type Markup } from '../report/escape.js';
import type { Histogram } from './result.js';

const WIDTH = 900;
const HEIGHT = 120;
const LANE = 16;
const FOOT = 18;

export const PICTURE_STYLE = `
figure { margin:0 0 12px; } figure svg { width:100%; max-width:900px; height:auto; display:block; background:#fff; border:1px solid var(--line); border-radius:6px; }
svg .early { fill:#b3261e; } svg .reply { fill:#2e7d32; } svg .words { fill:#90a4ae; } svg .hold { fill:#e3e8eb; } svg text { font-size:11px; fill:#455a64; }
`;

export function histogramPicture({ binMs, endMs, holds, premature, replies }: Histogram): Markup {
  const all = Math.max(1, binMs * premature.length);
  const x = (ms: number): number => Math.round((1000 * (WIDTH * ms)) / all) / 1000;
  const most = Math.max(1, ...premature.map((count, i) => count + (replies[i] ?? 0)));
  const top = HEIGHT - LANE - FOOT;
  const height = (count: number): number => Math.round((100 * ((top - 14) * count)) / most) / 100;
  const width = Math.max(1, x(binMs) - 0.5);
  const bars = premature.flatMap((count, i) => {
    const behind = replies[i] ?? 0;
    const title = `${i * binMs} to ${(i + 1) * binMs} ms: ${count} premature, ${behind} replies`;
    return [
      ...(count > 0
        ? [
            html`<rect class="early" x="${x(i * binMs)}" y="${top - height(count)}" width="${width}" height="${height(count)}"><title>${title}</title></rect>`,
          ]
        : []),
      ...(behind > 0
        ? [
            html`<rect class="reply" x="${x(i * binMs)}" y="${top - height(count + behind)}" width="${width}" height="${height(behind)}"><title>${title}</title></rect>`,
          ]
        : []),
    ];
  });
  const label = `Onsets of the agent over the turn: ${sum(premature)} premature, ${sum(replies)} replies behind its end at ${endMs} ms`;
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
    <rect class="words" x="0" y="${top}" width="${x(endMs)}" height="${LANE}"></rect>
    ${holds.map(
      ({ fromMs, toMs }, i) =>
        html`<rect class="hold" x="${x(fromMs)}" y="${top}" width="${x(toMs - fromMs)}" height="${LANE}"><title>hold ${i + 1}: ${toMs - fromMs} ms</title></rect>`,
    )}
    ${bars}
    <text x="2" y="11">up to ${most} in ${binMs} ms; red: before the turn’s end, green: replies; light: pauses</text>
    <text x="2" y="${HEIGHT - 5}">0 ms</text>
    <text x="${x(endMs)}" y="${HEIGHT - 5}">end ${endMs} ms</text>
  </svg>`;
}

const sum = (counts: readonly number[]): number => counts.reduce((total, one) => total + one, 0);
