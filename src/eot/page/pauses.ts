/** The pauses: a table, and for the chosen one every model's score over it, with its sound where the page has it. */
import type { PageLanguage, PageSpan } from '../compare/page-data.js';
import { colourOf, el, ms, svg, tableRows } from './dom.js';

const BOX = { left: 40, right: 884, top: 10, bottom: 190 };

let playing: HTMLAudioElement | undefined;

function curve(span: PageSpan, names: readonly string[]): SVGElement {
  const drawing = svg('svg', { class: 'plot', viewBox: '0 0 900 220', role: 'img', 'aria-label': 'Scores over the pause' });
  const most = Math.max(0.1, span.duration);
  const x = (seconds: number): number => BOX.left + (seconds / most) * (BOX.right - BOX.left);
  const y = (p: number): number => BOX.bottom - p * (BOX.bottom - BOX.top);
  for (const p of [0, 0.5, 1]) {
    drawing.append(svg('line', { class: 'axis', x1: BOX.left, x2: BOX.right, y1: y(p), y2: y(p) }));
    drawing.append(svg('text', { x: BOX.left - 6, y: y(p) + 4, 'text-anchor': 'end' }, String(p)));
  }
  drawing.append(
    svg('text', { x: BOX.left, y: 212 }, 'pause begins'),
    svg('text', { x: BOX.right, y: 212, 'text-anchor': 'end' }, ms(span.duration)),
  );
  names.forEach((name, i) => {
    const points = (span.curves[i] ?? []).flatMap(([silence, p]) => (p === null ? [] : [`${x(silence).toFixed(1)},${y(p).toFixed(1)}`]));
    const line = svg('polyline', { points: points.join(' '), fill: 'none', stroke: colourOf(i), 'stroke-width': 2 });
    line.append(svg('title', {}, name));
    drawing.append(line);
    const fires = span.fires[i] ?? null;
    if (fires !== null) drawing.append(svg('circle', { cx: x(fires), cy: BOX.bottom, r: 5, fill: colourOf(i) }));
  });
  drawing.append(svg('line', { class: 'budget', id: 'cursor', x1: BOX.left, x2: BOX.left, y1: BOX.top, y2: BOX.bottom }));
  return drawing;
}

/** Plays the pause with what is around it; the cursor runs over the curve. */
function play({ sound, duration }: PageSpan, said: HTMLElement): void {
  playing?.pause();
  if (sound === undefined) {
    said.textContent = 'This page has no sound: compare-models --data DATASET brings it in.';
    return;
  }
  const audio = (playing = new Audio(`data:audio/wav;base64,${sound.wav}`));
  said.textContent = 'Playing: the pause with the words before and after it.';
  const move = (): void => {
    const at = Math.min(Math.max(0, audio.currentTime - sound.start), duration);
    const place = BOX.left + (at / Math.max(0.1, duration)) * (BOX.right - BOX.left);
    const cursor = document.getElementById('cursor');
    cursor?.setAttribute('x1', String(place));
    cursor?.setAttribute('x2', String(place));
    if (!audio.paused && !audio.ended) requestAnimationFrame(move);
  };
  audio.addEventListener('playing', move);
  audio.addEventListener('ended', () => (said.textContent = 'Played.'));
  audio.play().catch((error: unknown) => (said.textContent = `It cannot be played: ${String(error)}`));
}

export function showPauses(section: HTMLElement, { models, spans }: PageLanguage): void {
  playing?.pause();
  section.replaceChildren();
  if (spans.length === 0) return;
  const names = models.map(({ name }) => name);
  const shown = el('div');
  const said = el('p', { class: 'dim', id: 'said', 'aria-live': 'polite' });
  const table = el('table', { id: 'spans' });
  const fired = (span: PageSpan, i: number): string => {
    const at = span.fires[i] ?? null;
    if (span.label === 'hold') return at === null ? 'listens' : `cuts off at ${ms(at)}`;
    return at === null ? 'timeout' : ms(at);
  };
  tableRows(
    table,
    ['Turn', 'Pause', 'Kind', 'Length', ...names],
    spans.map((span) => [
      el('td', {}, [el('button', { type: 'button' }, [span.id])]),
      el('td', {}, [String(span.index)]),
      el('td', {}, [span.label === 'eot' ? 'end of turn' : 'hold']),
      el('td', { class: 'num' }, [ms(span.duration)]),
      ...names.map((_, i) => el('td', { class: 'num' }, [fired(span, i)])),
    ]),
  );
  const rows = [...table.querySelectorAll('tbody tr')];
  rows.forEach((row, i) => {
    row.addEventListener('click', () => {
      const span = spans[i];
      if (span === undefined) return;
      for (const other of rows) other.setAttribute('aria-selected', String(other === row));
      shown.replaceChildren(curve(span, names));
      play(span, said);
    });
  });
  section.append(
    el('h2', {}, ['Pauses, the hardest first']),
    el('p', { class: 'dim' }, [
      'What each model does at its best policy within 5% cutoffs. Choose a pause to see the scores over it and to hear it; dots show where a policy answers.',
    ]),
    shown,
    said,
    el('div', { class: 'scroll' }, [table]),
  );
}
