/** The report's style sheet: one set of named colours for light and one for dark; no fonts and no images from outside. */
export const STYLE = `
:root { color-scheme: light dark; --bg:#fbfaf8; --card:#fff; --ink:#1d1f23; --dim:#646a73; --line:#dedbd5; --accent:#1f5fbf; --focus:#1f5fbf;
 --pass:#1a7f4b; --fail:#c0302b; --unsure:#9a6700; --none:#646a73; --human:#5b8def; --agent:#d9822b; --wave:#8d949e; --window:rgba(31,95,191,.10); --hole:rgba(192,48,43,.16); --cursor:#c0302b; }
@media (prefers-color-scheme: dark) { :root { --bg:#15171a; --card:#1c1f23; --ink:#e8e6e1; --dim:#9aa1ab; --line:#343940; --accent:#7fb0ff; --focus:#7fb0ff;
 --pass:#4cc38a; --fail:#ff7b72; --unsure:#e3b341; --none:#9aa1ab; --human:#6ea0ff; --agent:#f0a050; --wave:#6d7580; --window:rgba(127,176,255,.13); --hole:rgba(255,123,114,.22); --cursor:#ff7b72; } }
* { box-sizing: border-box; }
body { margin:0; background:var(--bg); color:var(--ink); font:15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width:1240px; margin:0 auto; padding:20px 20px 120px; }
h1 { font-size:24px; line-height:1.25; margin:0 0 4px; overflow-wrap:anywhere; } h2 { font-size:18px; margin:32px 0 8px; } h3 { font-size:16px; margin:0; overflow-wrap:anywhere; }
p { margin:6px 0; } .dim { color:var(--dim); } .num { font-variant-numeric:tabular-nums; white-space:nowrap; } a { color:var(--accent); }
:focus-visible { outline:2px solid var(--focus); outline-offset:2px; border-radius:3px; }
.scroll { overflow-x:auto; } table { border-collapse:collapse; width:100%; background:var(--card); border:1px solid var(--line); }
th,td { text-align:left; vertical-align:top; padding:7px 10px; border-bottom:1px solid var(--line); } th { font-weight:600; font-size:13px; color:var(--dim); white-space:nowrap; } table#suite th:first-child { min-width:15em; } table.windows td:first-child { overflow-wrap:normal; } tbody tr:last-child td { border-bottom:0; } td { overflow-wrap:anywhere; }
.facts { display:flex; flex-wrap:wrap; gap:4px 22px; margin:8px 0 0; padding:0; list-style:none; font-size:13px; color:var(--dim); } .facts b { font-weight:600; color:var(--ink); }
.agents { font-size:13px; margin:6px 0; } .agents summary { cursor:pointer; color:var(--dim); } .agents dl { margin:4px 0; } .agents dd { margin:2px 0 8px; display:flex; flex-wrap:wrap; gap:2px 16px; overflow-wrap:anywhere; }
.v { font-weight:600; white-space:nowrap; } .v.pass { color:var(--pass); } .v.fail,.v.agent_failure { color:var(--fail); } .v.within-uncertainty { color:var(--unsure); } .v.unscored,.v.rig_invalid,.v.missing { color:var(--none); } .v.scored { color:var(--ink); }
details.session { background:var(--card); border:1px solid var(--line); border-radius:6px; margin:10px 0; } details.session > summary { cursor:pointer; padding:10px 12px; display:flex; flex-wrap:wrap; gap:2px 14px; align-items:baseline; } .session > .body { padding:0 12px 14px; }
.lanes { position:relative; margin:10px 0 4px; border:1px solid var(--line); border-radius:4px; overflow-x:auto; background:var(--bg); } .lanes canvas { display:block; cursor:crosshair; touch-action:pan-x; }
.tools { display:flex; flex-wrap:wrap; gap:8px; align-items:center; margin:8px 0; } button { font:inherit; color:var(--ink); background:var(--card); border:1px solid var(--line); border-radius:5px; padding:4px 10px; cursor:pointer; min-height:32px; } button:hover { border-color:var(--accent); } button.play { white-space:nowrap; }
.legend { display:flex; flex-wrap:wrap; gap:2px 16px; font-size:12px; color:var(--dim); } .legend i { display:inline-block; width:14px; height:9px; margin-right:5px; border-radius:2px; }
.at { font-variant-numeric:tabular-nums; min-width:9ch; } ol.words { margin:4px 0; padding-left:0; list-style:none; font-size:14px; } ol.words li { padding:2px 0; overflow-wrap:anywhere; } ol.words time { display:inline-block; min-width:7ch; color:var(--dim); font-variant-numeric:tabular-nums; }
.health { font-size:13px; color:var(--dim); display:flex; flex-wrap:wrap; gap:2px 18px; margin:6px 0; } .note { border-left:3px solid var(--unsure); padding:2px 10px; margin:8px 0; color:var(--dim); } .target { box-shadow:inset 3px 0 0 var(--accent); }
a.n { color:inherit; text-decoration:underline dotted var(--accent); text-underline-offset:3px; } a.n:hover { color:var(--accent); }
.windows-panel { position:fixed; inset:auto 0 0 0; z-index:2; height:42vh; display:flex; flex-direction:column; background:var(--card); border-top:2px solid var(--accent); padding:8px 20px 0; } .windows-panel[hidden] { display:none; }
.windows-panel .head { display:flex; gap:12px; justify-content:space-between; align-items:start; } .windows-panel h2 { margin:4px 0 0; font-size:16px; overflow-wrap:anywhere; } .windows-panel .close { flex:none; } .windows-panel .rows { overflow-y:auto; flex:1; padding-bottom:12px; } .windows-panel h3 { margin:8px 0 2px; font-size:14px; }
ol.windows { margin:0; padding:0; list-style:none; } ol.windows li { padding:3px 0; overflow-wrap:anywhere; border-bottom:1px solid var(--line); } ol.windows .hear { display:inline-block; min-width:14em; } body.listing main { padding-bottom:calc(42vh + 40px); }
@media (max-width:640px) { main { padding:14px 12px 90px; } h1 { font-size:20px; } table.stack thead { display:none; } table.stack tr { display:block; padding:6px 0; border-bottom:1px solid var(--line); } table.stack td { display:grid; grid-template-columns:7.5em minmax(0, 1fr); gap:6px; border:0; padding:3px 10px; } .num { white-space:normal; } table.stack td::before { content:attr(data-h); color:var(--dim); font-size:13px; } button { min-height:40px; } }
@media print { button, .tools, .windows-panel { display:none; } details.session { break-inside:avoid; } }
`;
