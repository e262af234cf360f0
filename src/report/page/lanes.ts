/** Draws a session's lanes: waveforms, turns, agent speech, holes and windows over one time axis. */
import type { Lane, Mark, ReportSession } from '../model.js';

const RATE = 48_000;
const AXIS = 20;
const LANE = 66;
const WAVE_TOP = 18;
const WAVE = 34;
const BAR = 5;
const WINDOW_ROW = 16;
/** What the agent reported: its states in one row, what it and its ears put into words in two more. */
const REPORTED_ROW = 15;
const REPORTED = [
  { kind: 'state', label: 'state (reported)' },
  { kind: 'user-transcript', label: 'heard (reported)' },
  { kind: 'transcript', label: 'said (reported)' },
] as const;
const MIN_PX_PER_S = 12;

interface Placed {
  readonly from: number;
  readonly to: number;
  readonly row: number;
  readonly color: string;
  readonly label: string;
}

function css(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Windows of one session in as few rows as keep them apart. */
function packWindows(session: ReportSession): { placed: Placed[]; rows: number } {
  const ends: number[] = [];
  const placed = [...session.windows]
    .sort((a, b) => a.window.from - b.window.from)
    .map((window) => {
      let row = ends.findIndex((end) => end <= window.window.from);
      if (row < 0) row = ends.length;
      ends[row] = window.window.to;
      const color = { pass: '--pass', fail: '--fail', 'within-uncertainty': '--unsure', unscored: '--none' }[window.verdict];
      return { from: window.window.from, to: window.window.to, row, color, label: `${window.turn} ${window.measure}` };
    });
  return { placed, rows: ends.length };
}

/** What was reported of one kind, without what was only provisional. */
function reportedMarks(session: ReportSession, kind: (typeof REPORTED)[number]['kind']): readonly Mark[] {
  return session.marks.filter((mark) => mark.kind === kind && !mark.text.endsWith(' …'));
}

/** A time step that leaves at least 60 px between labels. */
export function axisStep(pxPerSecond: number): number {
  return [0.5, 1, 2, 5, 10, 30, 60, 300].find((step) => step * pxPerSecond >= 60) ?? 600;
}

export class LaneView {
  readonly #canvas = document.createElement('canvas');
  readonly #cursor = document.createElement('div');
  readonly #windows: ReturnType<typeof packWindows>;
  readonly #peaks: ReadonlyMap<string, Uint8Array>;
  readonly #reported: readonly (typeof REPORTED)[number][];
  #pxPerSecond = MIN_PX_PER_S;

  constructor(
    private readonly box: HTMLElement,
    private readonly session: ReportSession,
    seek: (position: number) => void,
  ) {
    this.#windows = packWindows(session);
    this.#reported = REPORTED.filter(({ kind }) => reportedMarks(session, kind).length > 0);
    this.#peaks = new Map(session.lanes.map((lane) => [lane.id, Uint8Array.from(atob(lane.peaks.base64), (c) => c.charCodeAt(0))]));
    this.#cursor.style.cssText = 'position:absolute;top:0;bottom:0;width:2px;background:var(--cursor);pointer-events:none;left:0';
    box.append(this.#canvas, this.#cursor);
    this.#canvas.addEventListener('click', (event) => seek(session.span.from + (event.offsetX / this.#pxPerSecond) * RATE));
    new ResizeObserver(() => this.draw()).observe(box);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
  }

  #x(position: number): number {
    return ((position - this.session.span.from) / RATE) * this.#pxPerSecond;
  }

  /** Moves the time cursor; keeps it in view while playing. */
  cursor(position: number, follow: boolean): void {
    const x = this.#x(position);
    this.#cursor.style.transform = `translateX(${x}px)`;
    if (follow && (x < this.box.scrollLeft || x > this.box.scrollLeft + this.box.clientWidth - 40))
      this.box.scrollLeft = Math.max(0, x - 60);
  }

  draw(): void {
    const { session } = this;
    const seconds = (session.span.to - session.span.from) / RATE;
    const width = Math.max(this.box.clientWidth, Math.ceil(seconds * MIN_PX_PER_S));
    if (this.box.clientWidth === 0) return;
    this.#pxPerSecond = width / Math.max(seconds, 0.001);
    const lanes = AXIS + session.lanes.length * LANE;
    const reported = lanes + this.#reported.length * REPORTED_ROW + (this.#reported.length > 0 ? 4 : 0);
    const height = reported + this.#windows.rows * WINDOW_ROW + 6;
    const ratio = devicePixelRatio || 1;
    this.#canvas.width = Math.min(32_000, width * ratio);
    this.#canvas.height = height * ratio;
    this.#canvas.style.width = `${width}px`;
    this.#canvas.style.height = `${height}px`;
    const g = this.#canvas.getContext('2d');
    if (g === null) return;
    g.scale(this.#canvas.width / width, ratio);
    g.font = '11px system-ui, sans-serif';
    g.textBaseline = 'middle';
    this.#axis(g, width, height, seconds);
    session.lanes.forEach((lane, i) => this.#lane(g, lane, AXIS + i * LANE, width));
    this.#reported.forEach((row, i) => this.#drawReported(g, row, lanes + i * REPORTED_ROW + 3));
    this.#drawWindows(g, reported);
  }

  #axis(g: CanvasRenderingContext2D, width: number, height: number, seconds: number): void {
    const step = axisStep(this.#pxPerSecond);
    g.strokeStyle = css('--line');
    g.fillStyle = css('--dim');
    g.beginPath();
    for (let t = 0; t <= seconds; t += step) {
      const x = Math.round(t * this.#pxPerSecond) + 0.5;
      g.moveTo(x, 0);
      g.lineTo(x, height);
      if (x < width - 24) g.fillText(`${t} s`, x + 3, AXIS / 2);
    }
    g.stroke();
  }

  #lane(g: CanvasRenderingContext2D, lane: Lane, top: number, width: number): void {
    const middle = top + WAVE_TOP + WAVE / 2;
    for (const block of lane.blocks) {
      if (block.kind !== 'hole') continue;
      g.fillStyle = css('--hole');
      g.fillRect(this.#x(block.from), top, Math.max(1, this.#x(block.to) - this.#x(block.from)), LANE);
    }
    g.fillStyle = css('--wave');
    const peaks = this.#peaks.get(lane.id) ?? new Uint8Array();
    for (let i = 0; i < peaks.length; i++) {
      const half = ((peaks[i] ?? 0) / 255) * (WAVE / 2);
      if (half < 0.4) continue;
      const x = this.#x(lane.peaks.start + i * lane.peaks.step);
      g.fillRect(x, middle - half, Math.max(0.75, (lane.peaks.step / RATE) * this.#pxPerSecond), half * 2);
    }
    g.strokeStyle = css('--line');
    g.beginPath();
    g.moveTo(0, top + LANE - 0.5);
    g.lineTo(width, top + LANE - 0.5);
    g.stroke();
    const color = css(lane.kind === 'human' ? '--human' : '--agent');
    for (const block of lane.blocks) {
      if (block.kind === 'hole' || block.kind === 'sound' || block.kind === 'run') continue;
      g.fillStyle = block.kind === 'blip' ? css('--unsure') : color;
      g.globalAlpha = block.kind === 'turn' ? 0.45 : 1;
      const x = this.#x(block.from);
      g.fillRect(x, top + LANE - BAR - 3, Math.max(2, this.#x(block.to) - x), BAR);
      g.globalAlpha = 1;
      if (block.kind === 'turn' && block.label !== '') this.#label(g, block.label, x, top + 9, this.#x(block.to) - x + 40);
    }
    g.fillStyle = css('--ink');
    g.font = '600 11px system-ui, sans-serif';
    const nameWidth = g.measureText(lane.name).width;
    g.fillStyle = css('--bg');
    g.globalAlpha = 0.8;
    g.fillRect(2, top + LANE - 24, nameWidth + 6, 14);
    g.globalAlpha = 1;
    g.fillStyle = css(lane.kind === 'human' ? '--human' : '--agent');
    g.fillText(lane.name, 5, top + LANE - 17);
    g.font = '11px system-ui, sans-serif';
  }

  /** Moments of one kind as ticks with their text; a state lasts until the next one. Never scored, so drawn faintly. */
  #drawReported(g: CanvasRenderingContext2D, row: (typeof REPORTED)[number], top: number): void {
    const marks = reportedMarks(this.session, row.kind);
    marks.forEach((mark, i) => {
      const x = Math.max(0, this.#x(mark.at));
      const until = marks[i + 1] === undefined ? this.#x(this.session.span.to) : this.#x(marks[i + 1]?.at ?? 0);
      g.fillStyle = css('--agent');
      g.globalAlpha = row.kind === 'state' ? 0.22 : 0;
      if (mark.text === 'speaking') g.fillRect(x, top, Math.max(1, until - x), REPORTED_ROW - 2);
      g.globalAlpha = 0.6;
      g.fillRect(x, top, 1, REPORTED_ROW - 2);
      g.globalAlpha = 1;
      this.#label(g, i === 0 ? `${mark.text} · ${row.label}` : mark.text, x + 4, top + REPORTED_ROW / 2 - 1, until - x - 6);
    });
  }

  #drawWindows(g: CanvasRenderingContext2D, top: number): void {
    for (const window of this.#windows.placed) {
      const x = this.#x(window.from);
      const w = Math.max(2, this.#x(window.to) - x);
      const y = top + window.row * WINDOW_ROW + 4;
      g.fillStyle = css('--window');
      g.fillRect(x, y, w, WINDOW_ROW - 3);
      g.fillStyle = css(window.color);
      g.fillRect(x, y, 3, WINDOW_ROW - 3);
      this.#label(g, window.label, x + 6, y + (WINDOW_ROW - 3) / 2, w - 8);
    }
  }

  #label(g: CanvasRenderingContext2D, text: string, x: number, y: number, room: number): void {
    if (room < 12) return;
    g.fillStyle = css('--dim');
    let shown = text;
    while (shown.length > 1 && g.measureText(shown).width > room) shown = `${shown.slice(0, -2)}…`;
    if (shown.length > 1) g.fillText(shown, x, y);
  }
}
