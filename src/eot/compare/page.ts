/** The interactive page of a comparison (report/page-shell.ts). Names in it are hostile text. */
import { html, scriptJson } from '../../report/escape.js';
import { page } from '../../report/page-shell.js';
import type { PageData } from './page-data.js';

const OWN_STYLE = `
.plot { background:var(--card); border:1px solid var(--line); border-radius:6px; width:100%; height:auto; display:block; touch-action:pan-y; }
.plot text { fill:var(--dim); font-size:12px; } .plot .axis { stroke:var(--line); } .plot .budget { stroke:var(--accent); stroke-dasharray:4 4; }
.sliders { display:flex; flex-wrap:wrap; gap:8px 28px; margin:10px 0; } .sliders label { display:flex; gap:10px; align-items:center; } .sliders output { min-width:5em; font-variant-numeric:tabular-nums; } select { font:inherit; color:var(--ink); background:var(--card); border:1px solid var(--line); border-radius:5px; padding:4px 8px; }
.swatch { display:inline-block; width:12px; height:12px; border-radius:2px; margin-right:7px; vertical-align:-1px; } td.heat { text-align:right; font-variant-numeric:tabular-nums; } #hover { min-height:1.5em; }
button[aria-pressed=true] { border-color:var(--accent); color:var(--accent); }
#spans tbody tr { cursor:pointer; } #spans tbody tr[aria-selected=true] { box-shadow:inset 3px 0 0 var(--accent); }
`;

/** @param script the bundle of src/eot/page/main.ts */
export function comparisonPage(data: PageData, script: string): string {
  const body = html`<h1>${data.title}</h1>
          <p class="dim">
            False cutoffs are pauses inside a turn at which a policy would have answered; latency is the silence before it answers a true end
            of turn. Every point is one policy (threshold, action delay, timeout); nothing is interpolated. Lower left is better.
          </p>
          <div class="sliders">
            <label>Language <select id="language"></select></label>
            <label>Cutoffs at most <input id="cutoffs" type="range" min="0" max="30" step="0.5" value="5" /><output></output></label>
            <label>Latency at most <input id="latency" type="range" min="200" max="2000" step="20" value="600" /><output></output></label>
          </div>
          <svg id="plot" class="plot" viewBox="0 0 900 460" role="img" aria-label="Pareto frontiers"></svg>
          <p id="hover" class="dim" aria-live="polite"></p>
          <h2>Ranking within the budgets</h2>
          <div class="scroll"><table id="ranking"></table></div>
          <section id="certainty"></section>
          <h2>Languages</h2>
          <div class="tools" id="measure" role="group" aria-label="Measure of the heatmap"></div>
          <div class="scroll"><table id="heatmap"></table></div>
          <section id="pauses"></section>
    <script type="application/json" id="data">${scriptJson(data)}</script>`;
  return page(data.title, body, script, OWN_STYLE);
}
