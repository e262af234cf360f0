/** Elements without innerHTML: names of models and turns are text and stay text. */

type Child = Node | string;

export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  children: readonly Child[] = [],
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export function svg(name: string, attributes: Readonly<Record<string, string | number>> = {}, text?: string): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

export function byId<T extends Element>(id: string, type: abstract new (...args: never) => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`#${id} is missing`);
  return found;
}

export function tableRows(table: HTMLElement, head: readonly Child[], rows: readonly (readonly HTMLElement[])[]): void {
  table.replaceChildren(
    el('thead', {}, [
      el(
        'tr',
        {},
        head.map((one) => el('th', { scope: 'col' }, [one])),
      ),
    ]),
    el(
      'tbody',
      {},
      rows.map((row) => el('tr', {}, row)),
    ),
  );
}

export const percent = (value: number | undefined): string => (value === undefined ? '–' : `${(100 * value).toFixed(1)}%`);
export const ms = (value: number | undefined): string => (value === undefined ? '–' : `${(1000 * value).toFixed(0)} ms`);

const COLOURS = ['#1f77b4', '#ff7f0e', '#2ca02c', '#d62728', '#9467bd', '#8c564b', '#e377c2', '#17becf', '#bcbd22', '#7f7f7f'];
export const VAD = '#808080';
export const colourOf = (index: number): string => COLOURS[index % COLOURS.length] ?? VAD;

/** A coloured square before a name. It is styled from here: the page's policy allows no inline script, and style attributes are set by it. */
export function named(name: string, colour: string): HTMLElement {
  const swatch = el('span', { class: 'swatch' });
  swatch.style.background = colour;
  return el('td', {}, [swatch, name]);
}
