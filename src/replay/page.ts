/** The page of a replay: rates, where in the turn the agent began, and each cutoff with its sound. It has no script; all text is escaped. */
import { html, type Markup } from '../report/escape.js';
import { page } from '../report/page-shell.js';
import { histogramPicture, PICTURE_STYLE } from './histogram-picture.js';
import type { SessionOutcome } from './outcome.js';
import type { ReplayPlan } from './plan.js';
import type { AgentResult, ReplayResult } from './result.js';
import type { ReplayVerdict } from './verdict.js';
import { aboutWords, pairLines, rateWords, sequentialWords, waitWords, type Sequential } from './words.js';

export interface ReplayPageInput {
  readonly plan: ReplayPlan;
  readonly result: ReplayResult;
  readonly verdict: ReplayVerdict;
  readonly sequential: readonly Sequential[];
  /** Address of a cutoff's sound as a file. */
  readonly clip: (attempt: string, window: string) => string | undefined;
  /** Address of a window in the run's report; undefined where there is no report. */
  readonly window: ((attempt: string, window: string) => string) | undefined;
}

export function replayPage(input: ReplayPageInput): string {
  const { plan, result, verdict, sequential } = input;
  const name = plan.labels?.call ?? plan.recording.name;
  const body = html`<h1>Replay of ${name}</h1>
    <p><strong>${verdict.result.replace('-', ' ')}</strong>: ${verdict.reason}</p>
    ${aboutWords(plan).map((sentence) => html`<p class="dim">${sentence}</p>`)}
    ${input.window === undefined ? '' : html`<p><a href="../report/index.html">Report of the run: every window with its sound</a></p>`}
    ${result.pair === null ? '' : html`<h2>Two agents, block by block</h2>${pairLines(result.pair).map((line) => html`<p>${line}</p>`)}`}
    ${result.agents.map((agent) =>
      agentPart(
        agent,
        input,
        sequential.find((one) => one.agent === agent.agent),
      ),
    )}`;
  return page(`Replay of ${name}`, body, '', PICTURE_STYLE);
}

function agentPart(agent: AgentResult, input: ReplayPageInput, sequential: Sequential | undefined): Markup {
  const { plan } = input;
  const last = sequential?.looks.at(-1);
  const counted = agent.sessions.filter(({ state }) => state === 'cut' || state === 'held');
  return html`<h2>${agent.agent}</h2>
    <p>
      Reproduced in ${rateWords(agent.reproduced)}${agent.agentFailures === 0 ? '' : `; cut in or failed: ${rateWords(agent.wrong)}`}.
      ${agent.rigInvalid} sessions spoiled by the rig count for nobody${agent.missing === 0 ? '' : `, ${agent.missing} were not played`}.
    </p>
    ${plan.sequential === undefined || last === undefined ? '' : html`<p>${sequentialWords(plan.sequential, last)}.</p>`}
    <p class="dim">Behind the rate: ${counted.map((one, i) => html`${i === 0 ? '' : ', '}${sessionLink(one, input)}`)}</p>
    ${agent.turns.map(
      (turn) => html`<h3>${turn.label}</h3>
        <p>Cut in ${rateWords(turn.cut)}${turn.unclear === 0 ? '' : `, ${turn.unclear} could not be told`}; ${waitWords(turn.waits)}.</p>
        <figure>${histogramPicture(turn.histogram)}</figure>
        ${table(
          ['pause', 'from the turn’s start', 'cut in'],
          turn.holds.map((hold) => [`hold ${hold.hold}`, `${hold.fromMs} to ${hold.toMs} ms`, rateWords(hold)]),
        )}`,
    )}
    ${cutTable(agent, input)} ${waitTable(agent, input)} ${apartTable(agent)}`;
}

/** A session by its first judged window. */
function sessionLink(session: SessionOutcome, input: ReplayPageInput): Markup | string {
  const name = `#${session.repeat} ${session.state}`;
  const [first] = session.turns.flatMap(({ turn, cuts }) => [...cuts.map(({ window }) => window), `${turn}/reply`]);
  return first === undefined || input.window === undefined ? name : html`<a href="${input.window(session.attempt, first)}">${name}</a>`;
}

function cutTable(agent: AgentResult, { clip, window }: ReplayPageInput): Markup | string {
  const rows = agent.sessions.flatMap(({ attempt, repeat, turns }) =>
    turns.flatMap(({ turn, cuts }) =>
      cuts.map((cut) => {
        const sound = clip(attempt, cut.window);
        const at = `${Math.round(cut.onsetMs)} ms`;
        return [
          `#${repeat}`,
          turn,
          cut.hold === undefined ? 'words' : `hold ${cut.hold}`,
          window === undefined ? at : html`<a href="${window(attempt, cut.window)}">${at}</a>`,
          cut.afterResumeMs === undefined ? '' : `${Math.round(cut.afterResumeMs)} ms`,
          `${cut.kind}, ${Math.round(cut.voicedMs)} ms${cut.nearMiss ? ', near miss' : ''}${cut.sure ? '' : ', perhaps behind the end'}`,
          sound === undefined ? '' : html`<a href="${sound}">from 1 s before</a>`,
        ];
      }),
    ),
  );
  if (rows.length === 0) return '';
  return html`<h3>Premature replies</h3>
    ${table(['repeat', 'turn', 'where', 'onset after the turn’s start', 'after the user went on', 'kind', 'sound'], rows)}`;
}

function waitTable(agent: AgentResult, { window }: ReplayPageInput): Markup | string {
  const rows = agent.sessions.flatMap(({ attempt, repeat, turns }) =>
    turns.flatMap(({ turn, wait }) => {
      if (wait === undefined) return [];
      const exact = wait.plusMinusMs === undefined ? '' : ` ±${wait.plusMinusMs}`;
      const words = wait.kind === 'answered' ? `${Math.round(wait.ms)}${exact} ms` : `no reply in ${Math.round(wait.aboveMs)} ms`;
      return [[`#${repeat}`, turn, window === undefined ? words : html`<a href="${window(attempt, `${turn}/reply`)}">${words}</a>`]];
    }),
  );
  return rows.length === 0 ? '' : html`<h3>Waits for the reply</h3>${table(['repeat', 'turn', 'end wait as heard'], rows)}`;
}

/** Sessions that stand beside the rate. */
function apartTable(agent: AgentResult): Markup | string {
  const rows = agent.sessions
    .filter(({ state }) => state !== 'cut' && state !== 'held')
    .map(({ repeat, state, why }) => [`#${repeat}`, state, why]);
  return rows.length === 0 ? '' : html`<h3>Not in the rate</h3>${table(['repeat', 'what', 'why'], rows)}`;
}

function table(head: readonly string[], rows: readonly (readonly (Markup | string)[])[]): Markup | string {
  if (rows.length === 0) return '';
  return html`<div class="scroll"><table>
    <thead><tr>${head.map((cell) => html`<th>${cell}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}
