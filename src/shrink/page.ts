/** One page of what was tried: the sizes before and after, the sound of both, and every candidate with how often it reproduced. */
import { html, type Markup } from '../report/escape.js';
import { page } from '../report/page-shell.js';
import type { Answer, Size, Step } from './model.js';
import type { ShrinkDocument } from './result.js';

/** A stretch of sound that the page plays. */
export interface PageSound {
  readonly title: string;
  /** WAV. */
  readonly bytes: Uint8Array;
}

/** @param base64 of bytes: a core without Node's Buffer @param yaml the result's file, for reading */
export function shrinkPage(
  document: ShrinkDocument,
  sounds: readonly PageSound[],
  yaml: string | undefined,
  base64: (bytes: Uint8Array) => string,
): string {
  const { input, agent, fault, rate, certain, sessions, seed, resolutionMs, notMonotone } = document;
  const what =
    fault === null
      ? 'no fault'
      : `${FAULT_WORDS[fault.kind] ?? fault.kind} in ${fault.turn}${fault.pause === null ? '' : `, pause ${fault.pause}`}`;
  const body = html`<h1>Shrunk: ${input.scene}</h1>
    <p>${what}, ${agent.name}. ${document.why}</p>
    <ul class="facts">
      <li>input <b>${input.file}</b></li>
      <li>rate asked for <b>${percent(rate)}</b></li>
      <li>sessions <b>${sessions}</b>${certain ? ', one decides: the agent has no chance in it' : ''}</li>
      <li>pauses to <b>${resolutionMs} ms</b></li>
      <li>seed <b>${seed}</b></li>
    </ul>
    ${notMonotone.map((one) => html`<p class="note">Not monotone: ${one} reproduces at some shorter lengths and not at longer ones. The shortest that was found stands.</p>`)}
    <h2>Before and after</h2>
    ${sizes(document)}
    ${sounds.length === 0 ? html`` : html`<h2>The sound</h2>`}
    ${sounds.map(
      ({ title, bytes }) => html`<p>${title}<br /><audio controls preload="none" src="data:audio/wav;base64,${base64(bytes)}"></audio></p>`,
    )}
    ${yaml === undefined ? html`` : html`<h2>The scenario</h2><div class="scroll"><pre>${yaml}</pre></div>`}
    <h2>What was tried</h2>
    <div class="scroll">
      <table class="stack">
        <thead>
          <tr><th>#</th><th>change</th><th>reproduced</th><th></th><th>turns</th><th>words</th><th>pauses</th><th>sound</th></tr>
        </thead>
        <tbody>${document.steps.map(row)}</tbody>
      </table>
    </div>`;
  return page(`Shrunk: ${input.scene}`, body, '');
}

const FAULT_WORDS: Readonly<Record<string, string>> = {
  cutoff: 'a premature reply',
  'no-reply': 'no reply',
  silence: 'speech where silence is right',
  yield: 'no yield',
  'double-reply': 'a second reply',
  continue: 'a stop at a backchannel',
};

function sizes({ before, after, baseline, result }: ShrinkDocument): Markup {
  const lines: readonly (readonly [string, (size: Size) => string])[] = [
    ['turns', ({ turns }) => String(turns)],
    ['noises', ({ noises }) => String(noises)],
    ['people', ({ speakers }) => String(speakers)],
    ['pieces of speech', ({ pieces }) => String(pieces)],
    ['pauses', ({ pausesMs }) => `${pausesMs} ms`],
    ['waits', ({ waitsMs }) => `${waitsMs} ms`],
    ['sound', ({ soundMs }) => seconds(soundMs)],
  ];
  return html`<table>
    <thead><tr><th></th><th>input</th><th>result</th></tr></thead>
    <tbody>
      ${lines.map(([name, of]) => html`<tr><td>${name}</td><td class="num">${of(before)}</td><td class="num">${after === null ? '' : of(after)}</td></tr>`)}
      <tr>
        <td>reproduced</td>
        <td class="num">${baseline === null ? '' : counts(baseline)}</td>
        <td class="num">${result === null ? '' : counts(result)}${result?.low === undefined || result.high === undefined ? '' : ` (${percent(result.low)} to ${percent(result.high)})`}</td>
      </tr>
    </tbody>
  </table>`;
}

function row({ what, answer, kept, kind, size }: Step, i: number): Markup {
  const word = kept
    ? kind === 'baseline' || kind === 'confirm'
      ? 'holds'
      : 'kept'
    : answer.verdict === 'undecided'
      ? 'undecided'
      : 'turned down';
  return html`<tr>
    <td data-h="#" class="num">${i + 1}</td>
    <td data-h="change">${kind === 'probe' ? `checked all the same: ${what}` : what}</td>
    <td data-h="reproduced" class="num">${counts(answer)}</td>
    <td data-h="" class="v ${kept ? 'fail' : 'unscored'}">${word}</td>
    <td data-h="turns" class="num">${size.turns + size.noises}</td>
    <td data-h="pieces" class="num">${size.pieces}</td>
    <td data-h="pauses" class="num">${size.pausesMs} ms</td>
    <td data-h="sound" class="num">${seconds(size.soundMs)}</td>
  </tr>`;
}

const counts = ({ reproduced, sessions, spoiled }: Answer): string =>
  `${reproduced} of ${sessions}${spoiled === 0 ? '' : `, ${spoiled} spoiled`}`;
const percent = (share: number): string => `${Math.round(100 * share)}%`;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
