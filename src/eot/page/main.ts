/** The page of a comparison: sliders re-rank, the plot tells policies, the heatmap goes over languages, pauses can be heard. */
import type { PageData, PageLanguage } from '../compare/page-data.js';
import { VAD, byId, colourOf, el, ms, named, percent, tableRows } from './dom.js';
import { showPauses } from './pauses.js';
import { drawPlot, policyAt } from './plot.js';
import { bestWithin, ranking, VAD_NAME, type Kind } from './rank.js';

const data = JSON.parse(byId('data', HTMLScriptElement).textContent) as PageData;
const chooser = byId('language', HTMLSelectElement);
const cutoffs = byId('cutoffs', HTMLInputElement);
const latency = byId('latency', HTMLInputElement);
const plot = byId('plot', SVGElement);
const hover = byId('hover', HTMLElement);
let measure: Kind = 'latency';

const language = (): PageLanguage | undefined => data.languages[chooser.selectedIndex] ?? data.languages[0];
const budgets = (): { readonly cutoffs: number; readonly latency: number } => ({
  cutoffs: Number(cutoffs.value) / 100,
  latency: Number(latency.value) / 1000,
});

function showRanking(): void {
  const now = language();
  if (now === undefined) return;
  const { cutoffs: most, latency: longest } = budgets();
  for (const [input, text] of [
    [cutoffs, percent(most)],
    [latency, ms(longest)],
  ] as const)
    if (input.nextElementSibling !== null) input.nextElementSibling.textContent = text;
  drawPlot(plot, now, { cutoffs: most, latency: longest });
  tableRows(
    byId('ranking', HTMLTableElement),
    ['Rank', 'Model', `Latency at ${percent(most)} cutoffs`, `Cutoffs at ${ms(longest)}`],
    ranking(now, most, longest).map((row, i) => [
      el('td', {}, [String(i + 1)]),
      named(row.name, row.index < 0 ? VAD : colourOf(row.index)),
      el('td', { class: 'num' }, [ms(row.latency)]),
      el('td', { class: 'num' }, [percent(row.cutoffs)]),
    ]),
  );
}

/** Green through yellow to red, readable on both grounds. */
function tint(share: number): string {
  return `hsl(${Math.round(140 * (1 - Math.min(1, Math.max(0, share))))} 55% 45% / .45)`;
}

function showHeatmap(): void {
  const { cutoffs: most, latency: longest } = budgets();
  const names = [...new Set(data.languages.flatMap(({ models }) => models.map(({ name }) => name))), VAD_NAME];
  const worst = measure === 'latency' ? 2 : 0.6;
  const rows = data.languages.map((one) => [
    el('td', {}, [one.name]),
    ...names.map((name) => {
      const points = name === VAD_NAME ? one.vad : (one.models.find((model) => model.name === name)?.frontier ?? []);
      const value = bestWithin<{ readonly latency: number; readonly cutoffs: number }>(
        points,
        measure,
        measure === 'latency' ? most : longest,
      )?.[measure];
      const cell = el('td', { class: 'heat' }, [measure === 'latency' ? ms(value) : percent(value)]);
      if (value !== undefined) cell.style.background = tint(value / worst);
      return cell;
    }),
  ]);
  tableRows(byId('heatmap', HTMLTableElement), ['Language', ...names], rows);
}

function showCertainty(): void {
  const section = byId('certainty', HTMLElement);
  const now = language();
  section.replaceChildren();
  if (now === undefined || now.intervals.length === 0) return;
  const range = (print: (value: number) => string, low: number, high: number): string => `${print(low)} to ${print(high)}`;
  const table = el('table', { id: 'intervals' });
  tableRows(
    table,
    ['Model at 5% cutoffs', 'Cutoffs, 95% interval', 'Latency, 95% interval', 'Turns'],
    now.intervals.map((one) => [
      el('td', {}, [one.model]),
      el('td', { class: 'num' }, [range(percent, ...one.cutoffs)]),
      el('td', { class: 'num' }, [range(ms, ...one.latency)]),
      el('td', { class: 'num' }, [String(one.turns)]),
    ]),
  );
  const between = el('table', { id: 'differences' });
  const signed = (print: (value: number) => string, [value, low, high]: readonly [number, number, number]): string =>
    `${print(value)} (${range(print, low, high)})`;
  tableRows(
    between,
    ['First less second', 'Cutoffs', 'Latency', 'Common turns'],
    now.differences.map((one) => [
      el('td', {}, [one.models.join(' − ')]),
      el('td', { class: 'num' }, [signed(percent, one.cutoffs)]),
      el('td', { class: 'num' }, [signed(ms, one.latency)]),
      el('td', { class: 'num' }, [String(one.turns)]),
    ]),
  );
  section.append(
    el('h2', {}, ['How certain']),
    el('p', { class: 'dim' }, [
      'Turns are drawn anew with replacement. Policies were chosen on the same turns; that the choice flatters them is not in the intervals.',
    ]),
    el('div', { class: 'scroll' }, [table]),
    ...(now.differences.length === 0 ? [] : [el('div', { class: 'scroll' }, [between])]),
  );
}

function showAll(): void {
  showRanking();
  showHeatmap();
  showCertainty();
  const now = language();
  if (now !== undefined) showPauses(byId('pauses', HTMLElement), now);
}

for (const { name } of data.languages) chooser.append(el('option', {}, [name]));
chooser.addEventListener('change', showAll);
for (const input of [cutoffs, latency])
  input.addEventListener('input', () => {
    showRanking();
    showHeatmap();
  });
plot.addEventListener('pointermove', (event) => {
  const box = plot.getBoundingClientRect();
  const now = language();
  const place = { x: ((event.clientX - box.left) / box.width) * 900, y: ((event.clientY - box.top) / box.height) * 460 };
  hover.textContent = (now === undefined ? undefined : policyAt(now, place)) ?? '';
});
for (const [kind, text] of [
  ['latency', 'Latency within the cutoff budget'],
  ['cutoffs', 'Cutoffs within the latency budget'],
] as const) {
  const button = el('button', { type: 'button', 'aria-pressed': String(kind === measure) }, [text]);
  button.addEventListener('click', () => {
    measure = kind;
    for (const other of byId('measure', HTMLElement).children) other.setAttribute('aria-pressed', String(other === button));
    showHeatmap();
  });
  byId('measure', HTMLElement).append(button);
}
showAll();
