/** Whole pages (page-shell.ts): of one run in a file, or an index and a file a session. */
import { gate } from '../score/gate.js';
import type { WindowScore } from '../score/model.js';
import { SAMPLE_RATE, type Span } from '../time/position.js';
import { html, scriptJson, type Markup } from './escape.js';
import type { ReportRun, ReportSession } from './model.js';
import { primaryWords } from './comparisons.js';
import { overSessions } from './over-sessions.js';
import { page } from './page-shell.js';
import { agentsFold, factsList, healthNote, measuresTable, outcomesTable, sessionSection, suiteTable } from './sections.js';
import { selectiveSection } from './selective-page.js';
import { statisticsSections } from './statistics-page.js';
import { VERDICT_WORDS } from './words.js';

/** Sessions whose audio together is larger than this (base64 bytes) get a file each beside the index. */
export const SINGLE_FILE_LIMIT = 24_000_000;

/** The session's data block, found by the script by its attempt id. */
export function dataBlock(session: ReportSession): Markup {
  return html`<script type="application/json" class="session-data" data-session="${session.attempt}">${scriptJson(session)}</script>`;
}

function runHead(run: ReportRun): Markup {
  const verdict = gate(run.summary);
  return html`<header>
      <h1>${run.title}</h1>
      <p><b>${verdict.result}</b>: ${verdict.reason}</p>
      ${primaryWords(run.summary.statistics ?? {}).map((words) => html`<p class="primary-measure">The ${words}.</p>`)}
      ${factsList(run)}${agentsFold(run)}
    </header>
    ${run.warnings.map((warning) => html`<p class="note"><b>${warning}</b></p>`)}${run.notes.map((note) => html`<p class="note">${note}</p>`)}
    ${plannedFold(run)}
    <h2>Sessions by outcome</h2>
    ${outcomesTable(run)}${healthNote(run)}
    ${selectiveSection(run)}
    <h2>Measures</h2>
    ${measuresTable(run)}${statisticsSections(run)}${overSessions(run)}
    <p class="dim">
      Every time is read from the waveform recorded at the room; ± is the half-width of its 95% interval (placement, codec and edge
      together). What an agent says of itself is drawn, never scored.
    </p>`;
}

/** What was said before the run of what it can show: whole sentences, for those who ask. */
function plannedFold({ planned = [] }: ReportRun): Markup | undefined {
  if (planned.length === 0) return undefined;
  return html`<details class="agents"><summary>What a run like this can show</summary>${planned.map((one) => html`<p>${one}</p>`)}</details>`;
}

/** What stands behind the numbers; found by the script by its class. */
function windowsBlock({ windows }: ReportRun): Markup | undefined {
  if (windows === undefined) return undefined;
  return html`<script type="application/json" class="windows-data">${scriptJson(windows.data)}</script>`;
}

/** Everything in one file. */
export function singlePage(run: ReportRun, sessions: readonly ReportSession[], script: string): string {
  return page(
    `turnrig: ${run.title}`,
    html`${runHead(run)}
      <h2>Scenes, worst first</h2>
      ${suiteTable(run, (attempt) => `#${attempt}`)}
      <h2>Sessions</h2>
      ${sessions.map((session) => sessionSection(session, false))}${sessions.map(dataBlock)}${windowsBlock(run)}`,
    script,
  );
}

/** The index of a report whose sessions have files of their own. */
export function indexPage(run: ReportRun, script: string): string {
  return page(
    `turnrig: ${run.title}`,
    html`${runHead(run)}
      <h2>Scenes, worst first</h2>
      ${suiteTable(run, (attempt) => `sessions/${attempt}.html`)}${windowsBlock(run)}`,
    script,
  );
}

/** One session's own file. @param parts the page that leads to its parts, where this is one of them. */
export function sessionPage(run: ReportRun, session: ReportSession, script: string, parts?: string): string {
  return page(
    `${session.title} · turnrig`,
    html`<p>
        <a href="../index.html">← all sessions of ${run.title}</a>${parts === undefined ? undefined : html` · <a href="${parts}">all parts</a>`}
      </p>
      <h1>${session.title}</h1>
      ${sessionSection(session, true)}${dataBlock(session)}`,
    script,
  );
}

/** One part of a long session, in its own file. */
export interface ReportPart {
  readonly file: string;
  readonly span: Span;
  readonly turns: number;
  readonly windows: readonly Pick<WindowScore, 'id' | 'turn' | 'verdict' | 'reason'>[];
}

/** Leads to the parts of a session that is too long for one page, and names what did not pass in each. */
export function partsPage(
  run: ReportRun,
  session: { readonly attempt: string; readonly title: string },
  parts: readonly ReportPart[],
  script: string,
): string {
  const link = ({ file }: ReportPart, id: string): string => `${file}#${session.attempt}/${id}`;
  return page(
    `${session.title} · turnrig`,
    html`<p><a href="../index.html">← all sessions of ${run.title}</a></p>
      <h1>${session.title}</h1>
      <p class="dim">Too long for one page: each part has its own sound.</p>
      <div class="scroll">
        <table class="stack">
          <thead>
            <tr>
              <th>part</th>
              <th>turns</th>
              <th>passed</th>
              <th>not passed</th>
            </tr>
          </thead>
          <tbody>
            ${parts.map((part) => {
              const others = part.windows.filter(({ verdict }) => verdict !== 'pass');
              return html`<tr>
                <td><a href="${part.file}">${clock(part.span.from)} to ${clock(part.span.to)}</a></td>
                <td class="num">${part.turns}</td>
                <td class="num">${part.windows.length - others.length}</td>
                <td>
                  ${others.map(
                    (one) =>
                      html`<a href="${link(part, one.id)}">${one.turn}</a> <span class="v ${one.verdict}">${VERDICT_WORDS[one.verdict]}</span> ${one.reason}<br />`,
                  )}
                </td>
              </tr>`;
            })}
          </tbody>
        </table>
      </div>`,
    script,
  );
}

/** "1:02:30" of a position. */
function clock(at: number): string {
  const seconds = Math.round(at / SAMPLE_RATE);
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  return `${hours > 0 ? `${hours}:` : ''}${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
