/** The review page: one pause at a time, by keys or buttons. It knows no more of a call than its server tells, which ends at the decision. */
import { reasonsOf, verdictOf, type ReviewItemJson, type ReviewLabel } from '../review-json.js';
import { showChoices } from './choices.js';
import { byId, el, seconds } from './dom.js';
import { actionOf, type Action } from './keys.js';
import { Player } from './player.js';
import { server } from './server.js';
import { drawWave } from './wave.js';

/** Played before the pause, ms. */
const LEAD_MS = 3_000;

const canvas = byId('wave', HTMLCanvasElement);
const status = byId('status', HTMLElement);
const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[data-act]')];
const button = (act: string): HTMLButtonElement | undefined => buttons.find((one) => one.dataset['act'] === act);

let item: ReviewItemJson | undefined;
let channels: readonly [Float32Array, Float32Array] = [new Float32Array(), new Float32Array()];
const player = new Player(frame);

/** Draws, and goes on while sound plays. */
function frame(): void {
  if (item !== undefined) drawWave(canvas, { item, channels, position: player.position });
  const play = button('play')?.firstChild;
  if (play !== undefined && play !== null) play.nodeValue = player.playing ? 'Stop' : 'Play';
  if (player.playing) requestAnimationFrame(frame);
}

function say(text: string, bad = false): void {
  status.classList.toggle('bad', bad);
  status.textContent = text;
}

function show(now: ReviewItemJson): void {
  item = now;
  byId('place', HTMLElement).textContent = `${now.callId}, decision at ${seconds(now.decisionMs)}`;
  byId('progress', HTMLElement).textContent = `Pause ${now.index + 1} of ${now.count}, ${now.labelled} labelled`;
  const silence = now.pauseStartMs === null ? 'in no pause' : `${now.decisionMs - now.pauseStartMs} ms into the user's silence`;
  canvas.setAttribute(
    'aria-label',
    `Waveform of user and agent from ${seconds(now.sound.fromMs)} to ${seconds(now.sound.toMs)}; the decision is ${silence}`,
  );
  byId('history', HTMLElement).replaceChildren(
    ...now.history.map(({ role, startMs, text, later }) =>
      el('li', later ? { class: 'later' } : {}, [
        el('time', {}, [(startMs / 1000).toFixed(3)]),
        ` ${role}${later ? ', after the decision' : ''}: ${text === '' ? '(no transcript)' : text}`,
      ]),
    ),
  );
  byId('current', HTMLElement).textContent = now.current === '' ? '' : `The user's words of this turn: ${now.current}`;
  showChoices(now.label, (action) => void act(action));
  for (const [name, able] of [
    ['previous', now.previous !== null],
    ['next', now.next !== null],
    ['undo', now.canUndo],
    ['reveal', !now.revealed],
  ] as const)
    button(name)?.setAttribute('aria-disabled', String(!able));
  frame();
}

/** Shows a pause with its sound. */
async function open(now: ReviewItemJson): Promise<void> {
  player.stop();
  show(now);
  channels = [new Float32Array(), new Float32Array()];
  say('reading the sound');
  channels = await server.sound(now.index);
  player.load(channels, now.sound.rate);
  frame();
}

/** The label that an action makes of the one there is; undefined where it makes none. */
function labelled(before: ReviewLabel | null, action: Action): ReviewLabel | undefined {
  if (action.kind === 'verdict') {
    if (before !== null && verdictOf(before.reason) === action.verdict) return before;
    const [reason] = reasonsOf(action.verdict);
    return reason && { reason, confidence: before?.confidence ?? null };
  }
  if (before === null) return undefined;
  if (action.kind === 'confidence') return { ...before, confidence: action.confidence };
  const reason = action.kind === 'reason' ? reasonsOf(verdictOf(before.reason))[action.number] : undefined;
  return reason && { ...before, reason };
}

async function label(now: ReviewItemJson, action: Action): Promise<void> {
  const wanted = labelled(now.label, action);
  if (wanted === undefined) {
    say(now.label === null ? 'Say first whether the user has finished: h, e or u.' : 'This label has no such reason.');
    return;
  }
  say('saving');
  show(await server.label(now.index, wanted));
  const { reason, confidence } = wanted;
  say(`saved: ${verdictOf(reason)}, ${reason.replaceAll('_', ' ')}${confidence === null ? '' : `, ${confidence} confidence`}`);
}

async function goTo(index: number | null, otherwise: string): Promise<void> {
  if (index === null) say(otherwise);
  else {
    await open(await server.item(index));
    say('');
  }
}

async function run(action: Action): Promise<void> {
  const now = item;
  if (now === undefined) return;
  switch (action.kind) {
    case 'verdict':
    case 'reason':
    case 'confidence':
      return label(now, action);
    case 'play':
      if (player.playing) player.stop();
      else await player.play(((now.pauseStartMs ?? now.decisionMs) - LEAD_MS - now.sound.fromMs) / 1000);
      return;
    case 'play-all':
      return player.play(0);
    case 'reveal':
      if (now.revealed) return;
      await open(await server.reveal(now.index));
      say('What follows is shown; labels of this pause say so from now on.');
      return;
    case 'previous':
      return goTo(now.previous, 'This is the first pause.');
    case 'next':
      return goTo(now.next, now.label === null ? 'Label this pause first; "nobody can tell" is a label too.' : `This is the last pause. ${now.labelled} of ${now.count} are labelled.`); // prettier-ignore
    case 'undo':
      if (!now.canUndo) {
        say('There is nothing to undo.');
        return;
      }
      await open(await server.undo());
      say('undone');
  }
}

/** One thing after the other, in the order of the keys. */
let queue: Promise<unknown> = Promise.resolve();
function act(action: Action): Promise<unknown> {
  queue = queue.then(() => run(action)).catch((error: unknown) => say(error instanceof Error ? error.message : String(error), true));
  return queue;
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  const { target } = event;
  if (!byId('keys', HTMLInputElement).checked) return;
  // Space presses what has the focus, and arrows scroll a list that has it.
  if (event.key === ' ' && (target instanceof HTMLButtonElement || target instanceof HTMLInputElement)) return;
  const action = actionOf(event.key);
  if (action === undefined) return;
  event.preventDefault();
  void act(action);
});
for (const one of buttons)
  one.addEventListener('click', () => {
    const kind = one.dataset['act'];
    if (kind === 'play' || kind === 'play-all' || kind === 'reveal' || kind === 'previous' || kind === 'next' || kind === 'undo')
      void act({ kind });
  });
new ResizeObserver(frame).observe(canvas);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', frame);

queue = (async () => {
  const { annotator, at } = await server.start();
  document.title = `turnrig: review by ${annotator}`;
  await open(await server.item(at));
  say('');
})().catch((error: unknown) => say(error instanceof Error ? error.message : String(error), true));
