/** The static parts of the report: readable without its script. Everything from outside is escaped by `html`. */
import { MEASURES, type Measure, type MeasureSummary, type WindowScore } from '../score/model.js';
import { html, type Markup } from './escape.js';
import { healthBrief, healthItems, healthLine } from './health.js';
import { besideLatency } from './latency.js';
import type { ReportRun, ReportSession } from './model.js';
import { linked } from './number-links.js';
import { below, num, textOf, type Words } from './numbers.js';
import { worstFirst, type SessionRow } from './order.js';
import { intervalWords } from './statistics.js';
import {
  COVERAGE,
  MEASURE_WORDS,
  VERDICT_WORDS,
  boundsWords,
  detailWords,
  failureWords,
  levelWords,
  spoiledWords,
  tallyWords,
  valueWords,
} from './words.js';

function cell(header: string, content: Markup | string | number): Markup {
  return html`<td data-h="${header}"><div>${content}</div></td>`;
}

export function factsList(run: ReportRun): Markup {
  return html`<ul class="facts">${run.facts.map(([name, value]) => html`<li>${name} <b>${value}</b></li>`)}</ul>`;
}

/** What each agent was asked to be, and what it reported of itself. */
export function agentsFold(run: ReportRun): Markup | undefined {
  if (run.agents.length === 0) return undefined;
  return html`<details class="agents"><summary>Agents and their settings</summary><dl>${run.agents.map(
    (agent) =>
      html`<dt><b>${agent.name}</b> <span class="dim">${agent.way}</span></dt><dd>${Object.entries({
        ...agent.settings,
        ...agent.reported,
      }).map(([name, value]) => html`<span><span class="dim">${name}</span> ${String(value)}</span>`)}</dd>`,
  )}</dl></details>`;
}

export function outcomesTable(run: ReportRun): Markup {
  const heads = ['agent', 'agent failures', 'scored', 'spoiled by the rig', 'not played'];
  return html`<div class="scroll">
    <table class="stack" id="outcomes">
      <thead>
        <tr>
          ${heads.map((h) => html`<th>${h}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${run.summary.outcomes.map((row, i) => {
          const link = (words: Words): Markup => linked(run, `/outcomes/${i}`, words, row.agent);
          return html`<tr>
            ${cell('agent', html`<b>${row.agent}</b>`)}${cell('agent failures', link(failureWords(row)))}${cell('scored', link([num(row.scored, '/scored', 'scored sessions')]))}${cell('spoiled by the rig', link(spoiledWords(row)))}${cell('not played', row.missing)}
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}

/** How the rig did over the whole run, in one line. */
export function healthNote(run: ReportRun): Markup | undefined {
  const line = healthLine(run.summary);
  return line === undefined ? undefined : html`<p class="dim">${line}</p>`;
}

function measureCell(run: ReportRun, place: number): Markup {
  const found = run.summary.measures[place];
  if (found === undefined) return html`<span class="dim">–</span>`;
  const { agent, measure, tally, value, bounds, censored } = found;
  const rate = run.summary.statistics?.rates.find((one) => one.agent === agent && one.measure === measure);
  const interval =
    rate === undefined
      ? ''
      : `${rate.interval.kind === 'interval' ? `${levelWords(rate.interval.level)}: ` : ''}${intervalWords(rate.interval, rate.clusters)}`;
  const lines: readonly Words[] = [
    tally.fail > 0 ? [num(tally.fail, '/tally/fail', 'failed', `${tally.fail} failed`)] : [],
    interval === '' ? [] : [interval],
    bounds === undefined ? [] : below('/bounds', boundsWords(bounds)),
    value === undefined ? [] : measuredWords(run, measure, value),
    censored > 0 ? [num(censored, '/censored', 'without an end', `${censored} without an end`)] : [],
  ];
  const link = (words: Words): Markup => linked(run, `/measures/${place}`, words, `${MEASURE_WORDS[measure]}, ${agent}`);
  return html`<b class="num">${link(below('/tally', tallyWords(tally)))}</b
    >${lines.filter((words) => words.length > 0).map((words) => html`<br /><span class="dim">${link(words)}</span>`)}`;
}

function measuredWords(run: ReportRun, measure: Measure, { medianMs, minMs, maxMs, n }: NonNullable<MeasureSummary['value']>): Words {
  const range = `${Math.round(minMs)} to ${Math.round(maxMs)}, n = ${n}${besideLatency(run.latency, measure)}`;
  return [num(n, '/value/n', 'measured', `median ${Math.round(medianMs)} ms`), ` (${range})`];
}

/** One row a measure, one column an agent: counts, never a bare rate. */
export function measuresTable(run: ReportRun): Markup {
  const agents = [...new Set(run.summary.measures.map((row) => row.agent))];
  const rows = MEASURES.filter((measure) => run.summary.measures.some((row) => row.measure === measure));
  return html`<div class="scroll">
    <table class="stack" id="measures">
      <thead>
        <tr>
          <th>measure</th>
          ${agents.map((agent) => html`<th>${agent}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (measure) =>
            html`<tr>
              ${cell('measure', html`${MEASURE_WORDS[measure]}${COVERAGE.has(measure) ? html` <span class="dim">not an ability</span>` : undefined}`)}${agents.map(
                (agent) =>
                  cell(
                    agent,
                    measureCell(
                      run,
                      run.summary.measures.findIndex((row) => row.agent === agent && row.measure === measure),
                    ),
                  ),
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** The suite table, agent failures and worst first. `link` gives each session's address. */
export function suiteTable(run: ReportRun, link: (attempt: string) => string): Markup {
  const heads = ['scene', 'agent', 'outcome', 'windows met', 'failed', 'rig'];
  return html`<div class="scroll">
    <table class="stack" id="suite">
      <thead>
        <tr>
          ${heads.map((h) => html`<th>${h}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${worstFirst(run.summary.sessions).map(
          (row) =>
            html`<tr>
              ${cell('scene', html`<a href="${link(row.attempt)}">${run.titles[row.scene] ?? row.scene}</a><br /><span class="dim">${row.session}</span>`)}${cell('agent', row.agent)}${cell(
                'outcome',
                html`<span class="v ${row.outcome}">${row.outcome.replace('_', ' ')}</span
                  >${row.reason === '' ? undefined : html`<br /><span class="dim">${row.reason}</span>`}${row.replays === undefined ? undefined : html`<br /><span class="dim">played again ${row.replays === 1 ? 'once' : `${row.replays} times`}</span>`}`,
              )}${cell('windows met', html`<span class="num">${textOf(tallyWords(row.tally))}</span>`)}${cell('failed', failedCell(run, row))}${cell('rig', html`<span class="dim">${row.health === undefined ? 'not measured' : healthBrief(row.health)}</span>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Each failed window by its name, as a link to it where there is one. */
function failedCell({ windows }: ReportRun, { attempt, tally, failed }: SessionRow): Markup {
  if (tally.fail === 0) return html`<span class="dim">0</span>`;
  const name = (window: string): Markup | string => {
    const href = windows?.href({ attempt, window });
    return href === undefined ? window : html`<a class="n" href="${href}">${window}</a>`;
  };
  const names = failed.flatMap((id, i) => [i === 0 ? '' : ', ', name(id)]);
  return html`<span class="v fail">${tally.fail}</span><br /><span class="dim">${names}</span>`;
}

function more(window: WindowScore): string {
  return [...window.flags, detailWords(window.details)].filter((text) => text !== '').join(' · ');
}

function windowRow(session: ReportSession, window: WindowScore): Markup {
  return html`<tr id="${session.attempt}/${window.id}">
    ${cell('turn', window.turn)}${cell('measure', MEASURE_WORDS[window.measure])}${cell('verdict', html`<span class="v ${window.verdict}">${VERDICT_WORDS[window.verdict]}</span>`)}${cell(
      'measured',
      html`<span class="num">${valueWords(window.value)}</span
        >${window.limitMs === undefined ? undefined : html`<br /><span class="dim num">limit ${Math.round(window.limitMs)} ms</span>`}`,
    )}${cell('what was seen', html`${window.reason}${more(window) === '' ? undefined : html`<br /><span class="dim">${more(window)}</span>`}`)}${cell(
      'hear',
      html`<button
        class="play"
        type="button"
        data-from="${window.evidence.from}"
        data-to="${window.evidence.to}"
        aria-label="Play ${window.turn}, ${MEASURE_WORDS[window.measure]}, from 1 s before"
      >
        ▶ from 1 s before
      </button>`,
    )}
  </tr>`;
}

function healthStrip(session: ReportSession): Markup {
  return html`<div class="health" aria-label="How the rig itself did">
    ${healthItems(session.health).map(([name, value]) => html`<span>${name} <b class="num">${value}</b></span>`)}
  </div>`;
}

/** One session: its windows, and an empty place where the script draws the lanes from the data block beside it. */
export function sessionSection(session: ReportSession, open: boolean): Markup {
  const failed = session.windows.filter((window) => window.verdict === 'fail').length;
  const heads = ['turn', 'measure', 'verdict', 'measured', 'what was seen', 'hear'];
  return html`<details class="session" id="${session.attempt}" data-session="${session.attempt}" ${open ? html` open` : undefined}>
    <summary>
      <h3>${session.title}</h3>
      <span class="dim">${session.session}</span
      ><span class="v ${session.outcome}">${session.outcome.replace('_', ' ')}</span
      >${failed > 0 ? html`<span class="v fail">${failed} failed</span>` : undefined}
    </summary>
    <div class="body">
      ${session.reason === '' ? undefined : html`<p>${session.reason}</p>`}
      <div class="tools">
        <button type="button" class="toggle" aria-label="Play or pause">▶ play</button><output class="at" aria-live="off">0.000 s</output
        ><span class="dim">click on the waveform to move; space plays</span>
      </div>
      <div class="lanes" role="img" aria-label="Waveforms of every speaker and of the agent over time"></div>
      <div class="legend">
        <span><i style="background:var(--human)"></i>human turn</span><span><i style="background:var(--agent)"></i>agent speech</span
        ><span><i style="background:var(--unsure)"></i>blip</span><span><i style="background:var(--window)"></i>window</span
        ><span><i style="background:var(--hole)"></i>nothing received</span>
      </div>
      <div class="scroll">
        <table class="stack windows">
          <thead>
            <tr>
              ${heads.map((h) => html`<th>${h}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${session.windows.map((window) => windowRow(session, window))}
          </tbody>
        </table>
      </div>
      ${healthStrip(session)}
      <div class="reported"></div>
    </div>
  </details>`;
}
