/** The plan as text for people. */
import { primaryReachWords } from './primary-reach.js';
import { reachWords } from './reach.js';
import type { MomentMs, PlanReport, ScenePlan } from './plan-report.js';

const COLUMN = 10;

export function formatPlan(report: PlanReport): string {
  const lines: string[] = [];
  for (const { name, title, file, primary, scenes } of report.suites) {
    lines.push(`${name}${title === '' ? '' : `: ${oneLine(title)}`}  (${file})`);
    if (primary !== null) lines.push(`  primary measure: ${primary}`);
    lines.push('');
    for (const scene of scenes) lines.push(...formatScene(scene), '');
  }
  const { earliest, silent, latest } = report.duration;
  lines.push(
    `${count(report.sessions.length, 'session')}, seed ${report.seed}; one after another ${clock(silent ?? earliest)} with a silent agent,` +
      ` ${clock(earliest)} at least, ${clock(latest)} at most.`,
    ...report.primary.map(primaryReachWords),
    reachWords(report.reach),
  );
  let block = -1;
  for (const session of report.sessions) {
    if (session.block !== block) lines.push(`  block ${session.block + 1}`);
    block = session.block;
    lines.push(`    ${session.id}`);
  }
  return lines.join('\n');
}

function formatScene(scene: ScenePlan): string[] {
  const about = [
    oneLine(scene.title),
    scene.arm === null ? '' : `arm ${scene.arm}`,
    scene.layout === 'mixed' ? 'one microphone' : 'a track a speaker',
    `greeting ${scene.greeting}`,
    count(scene.repeats, 'repeat'),
  ].filter((text) => text !== '');
  const lines = [`  ${scene.id}  ${about.join(', ')}`, `  ${['earliest', 'silent', 'latest'].map(right).join('')}`];
  for (const turn of scene.turns) {
    const label = turn.kind === 'noise' ? 'noise' : turn.label;
    lines.push(
      `  ${times(turn.start)}  ${turn.id}  ${turn.speaker} (${label})  "${oneLine(turn.text)}"  ${(turn.lengthMs / 1000).toFixed(2)} s`,
    );
    if (turn.cue !== 'next') lines.push(`${INDENT}cue: ${turn.cue}`);
    for (const { name, from, to, right: wanted } of turn.windows) lines.push(`  ${times(from)}  | ${name}, until ${span(to)}: ${wanted}`);
    lines.push(`${INDENT}then: ${turn.hold}`);
  }
  return [...lines, `  ${times(scene.end)}  end`];
}

const INDENT = ' '.repeat(2 + 3 * COLUMN + 4);
/** A text of the file is folded into its line: one with line breaks could pass for lines of the plan. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const right = (text: string): string => text.padStart(COLUMN);
const times = ({ earliest, silent, latest }: MomentMs): string =>
  [clock(earliest), silent === null ? 'skipped' : clock(silent), clock(latest)].map(right).join('');
const span = ({ earliest, latest }: MomentMs): string => (earliest === latest ? clock(earliest) : `${clock(earliest)} to ${clock(latest)}`);
const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

/** 83,456 ms is "1:23.456". */
function clock(ms: number): string {
  const rounded = Math.round(ms);
  const minutes = Math.floor(rounded / 60_000);
  return `${minutes}:${((rounded % 60_000) / 1000).toFixed(3).padStart(6, '0')}`;
}
