/** The list of the windows behind a number: what failed first, each one leading to its sound. Rows enter the page as they are needed. */
import { LIST_HASH } from '../number-links.js';
import { GROUPS, windowHref, type RowGroup, type WindowData, type WindowRow } from '../windows.js';
import { VERDICT_WORDS } from '../words.js';

/** So many rows are made at once; more when the end of the list comes into view, or by its button. */
const CHUNK = 100;

const GROUP_WORDS: Readonly<Record<RowGroup, string>> = {
  ...VERDICT_WORDS,
  agent_failure: '✗ agent failure',
  rig_invalid: '– spoiled by the rig',
  scored: 'scored',
};

function element<K extends keyof HTMLElementTagNameMap>(tag: K, className: string, text = ''): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.className = className;
  // Foreign text enters as text only.
  made.textContent = text;
  return made;
}

/** Rows by their groups, in the order in which these are listed; inside a group in the order of the sessions. */
function grouped(rows: readonly WindowRow[]): readonly (readonly [RowGroup, readonly WindowRow[]])[] {
  return GROUPS.flatMap((group, place) => {
    const own = rows.filter((row) => row[5] === place);
    return own.length === 0 ? [] : [[group, own] as const];
  });
}

export class WindowPanel {
  #data: WindowData | undefined;
  #shown: { readonly hash: string; readonly opener: HTMLElement | undefined } | undefined;
  readonly #root = element('section', 'windows-panel');
  readonly #heading = element('h2', '');
  readonly #counts = element('p', 'dim');
  readonly #list = element('div', 'rows');
  readonly #more = element('button', 'more');

  /** @param hear opens and plays what is on this page, by its hash; what is on another page opens there. */
  constructor(
    private readonly block: HTMLScriptElement,
    hear: (hash: string) => void,
  ) {
    const close = element('button', 'close', '✕ close');
    close.type = 'button';
    close.addEventListener('click', () => this.close());
    this.#more.type = 'button';
    this.#heading.tabIndex = -1;
    this.#root.setAttribute('aria-label', 'Windows of a number');
    this.#root.hidden = true;
    const head = element('div', 'head');
    head.append(this.#heading, close);
    this.#root.append(head, this.#counts, this.#list);
    document.body.append(this.#root);
    this.#root.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.close();
    });
    this.#list.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const href = link?.getAttribute('href') ?? '';
      if (!href.startsWith('#')) return;
      // Followed by the browser, the link would take the focus out of the list.
      event.preventDefault();
      hear(href);
    });
    document.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a.n') : null;
      const href = link?.getAttribute('href') ?? '';
      if (link !== null && href.startsWith(LIST_HASH)) this.open(href, link);
    });
  }

  /** @param hash "#windows:/measures/0/tally/fail+/measures/0/tally/pass": lists one after another. */
  open(hash: string, link?: HTMLElement): void {
    if (this.#shown?.hash === hash && !this.#root.hidden) return;
    this.#data ??= JSON.parse(this.block.textContent) as WindowData;
    const { lists, rows } = this.#data;
    const places = hash
      .slice(LIST_HASH.length)
      .split('+')
      .flatMap((at) => (Object.hasOwn(lists, at) ? (lists[at] ?? []) : []));
    if (places.length === 0) return;
    const opener = link ?? [...document.querySelectorAll<HTMLElement>('a.n')].find((one) => one.getAttribute('href') === hash);
    this.#shown = { hash, opener };
    // A row is an array itself: it stands in one of its own, which flatMap takes away.
    const groups = grouped(places.flatMap((place) => (rows[place] === undefined ? [] : [rows[place]])));
    this.#heading.textContent = opener?.dataset['of'] ?? 'Windows';
    this.#counts.textContent = groups.map(([group, own]) => `${own.length} ${GROUP_WORDS[group]}`).join(' · ');
    this.#fill(groups);
    this.#root.hidden = false;
    document.body.classList.add('listing');
    this.#list.scrollTop = 0;
    this.#heading.focus({ preventScroll: true });
  }

  close(): void {
    this.#root.hidden = true;
    document.body.classList.remove('listing');
    this.#list.replaceChildren();
    this.#shown?.opener?.focus();
    this.#shown = undefined;
    if (location.hash.startsWith(LIST_HASH)) history.replaceState(null, '', location.href.split('#')[0] ?? '');
  }

  #fill(groups: readonly (readonly [RowGroup, readonly WindowRow[]])[]): void {
    const steps = this.#steps(groups);
    const left = groups.reduce((sum, [, own]) => sum + own.length, 0);
    let shown = 0;
    const next = (): void => {
      for (let made = 0; made < CHUNK && shown < left; made++, shown++) steps.next();
      this.#more.remove();
      if (shown >= left) return;
      this.#more.textContent = `${left - shown} more`;
      this.#list.append(this.#more);
    };
    this.#list.replaceChildren();
    this.#more.onclick = next;
    this.#list.onscroll = () => {
      if (this.#more.isConnected && this.#list.scrollTop + this.#list.clientHeight > this.#list.scrollHeight - 200) next();
    };
    next();
  }

  /** Makes a row a step, and each group's heading with its first. */
  *#steps(groups: readonly (readonly [RowGroup, readonly WindowRow[]])[]): Generator<undefined, void> {
    for (const [group, own] of groups) {
      const list = element('ol', 'windows');
      for (const [i, row] of own.entries()) {
        if (i === 0) this.#list.append(element('h3', `v ${group}`, `${GROUP_WORDS[group]} (${own.length})`), list);
        list.append(this.#row(row));
        yield;
      }
    }
  }

  #row([session, id, value, seen, page]: WindowRow): HTMLElement {
    const text = (place: number): string => this.#data?.texts[place] ?? '';
    const item = element('li', '');
    const name = text(id) === '' ? 'the session' : text(id);
    if (text(page) === '') item.append(element('span', '', name));
    else {
      const link = element('a', 'hear', `▶ ${name}`);
      link.href = windowHref(text(page), text(id));
      item.append(link);
    }
    item.append(' ', element('span', 'dim', text(session)));
    if (text(value) !== '') item.append(' ', element('span', 'num', text(value)));
    if (text(seen) !== '') item.append(' ', element('span', 'seen', text(seen)));
    return item;
  }
}
