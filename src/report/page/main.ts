/** The report's script: draws sessions when they are opened, plays them, and follows links to single numbers. */
import type { ReportSession } from '../model.js';
import { LaneView } from './lanes.js';
import { LIST_HASH } from '../number-links.js';
import { Player } from './player.js';
import { WindowPanel } from './windows.js';

const RATE = 48_000;

function dataOf(attempt: string): ReportSession | undefined {
  for (const block of document.querySelectorAll<HTMLScriptElement>('script.session-data')) {
    if (block.dataset['session'] === attempt) return JSON.parse(block.textContent) as ReportSession;
  }
  return undefined;
}

class SessionView {
  readonly #player: Player;
  readonly #lanes: LaneView;
  readonly #toggle: HTMLButtonElement | null;
  readonly #at: HTMLOutputElement | null;
  #framing = false;

  constructor(
    private readonly root: HTMLElement,
    private readonly session: ReportSession,
  ) {
    this.#toggle = root.querySelector('button.toggle');
    this.#at = root.querySelector('output.at');
    this.#player = new Player(session.audio, session.span.from, session.span.to, (problem) => this.#changed(problem));
    const box = root.querySelector<HTMLElement>('.lanes') ?? root;
    this.#lanes = new LaneView(box, session, (position) => this.#player.seek(position));
    this.#toggle?.addEventListener('click', () => this.toggle());
    for (const button of root.querySelectorAll<HTMLButtonElement>('button.play')) {
      button.addEventListener('click', () => this.playSpan(Number(button.dataset['from']), Number(button.dataset['to'])));
    }
    root.addEventListener('keydown', (event) => {
      if (event.target instanceof HTMLButtonElement || (event.target instanceof HTMLElement && event.target.tagName === 'SUMMARY')) return;
      this.#key(event);
    });
    box.tabIndex = 0;
    this.#reported();
    this.#lanes.draw();
    this.#changed();
  }

  toggle(): void {
    if (this.#player.playing) this.#player.pause();
    else void this.#player.play();
  }

  playSpan(from: number, to: number): void {
    this.#player.pause();
    this.#player.seek(from);
    void this.#player.play(to);
  }

  playAll(): void {
    this.playSpan(this.session.span.from, this.session.span.to);
  }

  #key(event: KeyboardEvent): void {
    const step = { ArrowLeft: -RATE, ArrowRight: RATE }[event.key];
    if (event.key === ' ') this.toggle();
    else if (step !== undefined) this.#player.seek(this.#player.position + step);
    else return;
    event.preventDefault();
  }

  #changed(problem?: string): void {
    if (problem !== undefined && this.#at !== null) this.#at.value = problem;
    if (this.#toggle !== null) this.#toggle.textContent = this.#player.playing ? '❚❚ pause' : '▶ play';
    this.#show(problem === undefined);
    this.#nextFrame();
  }

  #nextFrame(): void {
    if (!this.#player.playing || this.#framing) return;
    this.#framing = true;
    requestAnimationFrame(() => this.#frame());
  }

  #frame(): void {
    this.#framing = false;
    this.#player.tick();
    this.#show(true);
    this.#nextFrame();
  }

  #show(text: boolean): void {
    const position = this.#player.position;
    this.#lanes.cursor(position, this.#player.playing);
    if (text && this.#at !== null) this.#at.value = `${((position - this.session.span.from) / RATE).toFixed(3)} s`;
  }

  /** What was reported and what the schedule did, as a list of moments. Foreign text enters as text only. */
  #reported(): void {
    const box = this.root.querySelector('.reported');
    if (box === null || this.session.marks.length === 0) return;
    const fold = document.createElement('details');
    const summary = document.createElement('summary');
    summary.textContent = `What the agent said of itself and what the schedule did (${this.session.marks.length}, never scored)`;
    const list = document.createElement('ol');
    list.className = 'words';
    for (const mark of this.session.marks) {
      const item = document.createElement('li');
      const time = document.createElement('time');
      time.textContent = ((mark.at - this.session.span.from) / RATE).toFixed(3);
      item.append(time, ` ${mark.kind}: ${mark.text}`);
      item.addEventListener('click', () => this.#player.seek(mark.at));
      list.append(item);
    }
    fold.append(summary, list);
    box.append(fold);
  }
}

const views = new Map<string, SessionView>();

function view(root: HTMLElement): SessionView | undefined {
  const attempt = root.dataset['session'] ?? '';
  const known = views.get(attempt);
  if (known !== undefined) return known;
  const session = dataOf(attempt);
  if (session === undefined) return undefined;
  const made = new SessionView(root, session);
  views.set(attempt, made);
  return made;
}

/** The hash as it was written into the page; one that cannot be read leads nowhere. */
function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

interface Found {
  readonly session: SessionView | undefined;
  /** Undefined for the session as a whole. */
  readonly play: HTMLButtonElement | undefined;
}

/** "#s0003-a1/t1/reply": opens the session and marks the row. */
function follow(hash: string): Found | undefined {
  const id = decoded(hash);
  if (id === '') return undefined;
  const attempt = id.split('/')[0] ?? '';
  const root = document.getElementById(attempt);
  if (!(root instanceof HTMLDetailsElement)) return undefined;
  root.open = true;
  const session = view(root);
  for (const row of document.querySelectorAll('.target')) row.classList.remove('target');
  const row = document.getElementById(id);
  if (row instanceof HTMLTableRowElement) row.classList.add('target');
  (row ?? root).scrollIntoView({ block: 'start' });
  return { session, play: row?.querySelector<HTMLButtonElement>('button.play') ?? undefined };
}

/** What a list leads to is heard at once. */
function hear(hash: string): void {
  const found = follow(hash);
  if (found?.play !== undefined) found.play.click();
  else found?.session?.playAll();
}

const block = document.querySelector<HTMLScriptElement>('script.windows-data');
const panel = block === null ? undefined : new WindowPanel(block, hear);

function followHash(): void {
  if (location.hash.startsWith(LIST_HASH)) {
    panel?.open(location.hash);
    return;
  }
  const found = follow(location.hash);
  // Whoever comes from elsewhere hears it by one key. The browser gives the focus to the hash's own element first, or to nobody.
  afterLoad(() => found?.play?.focus({ preventScroll: true }));
}

function afterLoad(then: () => void): void {
  const frames = (): number => requestAnimationFrame(() => requestAnimationFrame(then));
  if (document.readyState === 'complete') frames();
  else addEventListener('load', frames, { once: true });
}

for (const root of document.querySelectorAll<HTMLDetailsElement>('details.session')) {
  root.addEventListener('toggle', () => {
    if (root.open) view(root);
  });
  if (root.open) view(root);
}
addEventListener('hashchange', followHash);
followHash();
