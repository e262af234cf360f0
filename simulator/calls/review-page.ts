/** The frame of the review page. Nothing of a call is in it: that comes by the script, as text. */
import { html } from '../../src/report/escape.js';
import { STYLE } from '../../src/report/style.js';

export interface ReviewPage {
  readonly html: string;
  readonly script: string;
  readonly style: string;
}

const OWN_STYLE = `
[hidden] { display:none !important; }
main.review { padding-bottom:40px; } .review canvas { display:block; width:100%; height:170px; border:1px solid var(--line); border-radius:4px; background:var(--card); }
.groups { display:flex; flex-wrap:wrap; gap:6px 24px; } fieldset { border:0; margin:8px 0; padding:0; min-width:0; } legend { font-size:13px; color:var(--dim); padding:0; } fieldset > div { display:flex; flex-wrap:wrap; gap:8px; }
button[aria-pressed=true] { border-color:var(--accent); color:var(--accent); box-shadow:inset 0 -2px 0 var(--accent); font-weight:600; } button:disabled { opacity:.5; cursor:default; }
kbd { font:inherit; font-size:12px; color:var(--dim); border:1px solid var(--line); border-radius:3px; padding:0 4px; margin-left:6px; }
#history { max-height:40vh; overflow-y:auto; } #history li.later { border-left:3px solid var(--unsure); padding-left:8px; } #current { overflow-wrap:anywhere; }
#status { min-height:1.5em; } #status.bad { color:var(--fail); font-weight:600; } #place { overflow-wrap:anywhere; }
`;

/** @param script the bundle of src/calls/page */
export function reviewPage(script: string): ReviewPage {
  return { html: FRAME, script, style: STYLE + OWN_STYLE };
}

const FRAME = html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>turnrig: review of calls</title>
    <link rel="stylesheet" href="style.css" />
    <link rel="icon" href="data:," />
  </head>
  <body>
    <main class="review">
      <h1 id="place" tabindex="-1">Review of calls</h1>
      <p class="num" id="progress"></p>
      <canvas id="wave" role="img"></canvas>
      <div class="tools" role="group" aria-label="Sound">
        <button type="button" data-act="play">Play<kbd>space</kbd></button>
        <button type="button" data-act="play-all">Play all that is shown<kbd>a</kbd></button>
        <button type="button" data-act="reveal">Show what follows<kbd>r</kbd></button>
      </div>
      <div class="groups">
        <fieldset><legend>Has the user finished?</legend><div id="verdicts"></div></fieldset>
        <fieldset><legend>Reason</legend><div id="reasons"></div></fieldset>
        <fieldset><legend>Confidence</legend><div id="confidences"></div></fieldset>
      </div>
      <div class="tools" role="group" aria-label="Pauses">
        <button type="button" data-act="previous">Previous<kbd>b</kbd></button>
        <button type="button" data-act="next">Next<kbd>n</kbd></button>
        <button type="button" data-act="undo">Undo<kbd>z</kbd></button>
        <label><input type="checkbox" id="keys" checked /> single-key shortcuts</label>
      </div>
      <p id="status" role="status"></p>
      <h2>What was said until the decision</h2>
      <ol class="words" id="history" tabindex="0" aria-label="What was said until the decision"></ol>
      <p id="current"></p>
    </main>
    <script src="page.js"></script>
  </body>
</html>
`.text;
