/** What `turnrig generate` prints of a run: how many, where, and how different they are. */
import type { Diversity, GivenUp } from '../../generate/index.js';
import { formatDuration } from '../progress.js';

export interface GenerateReport {
  readonly generator: string;
  readonly seed: number;
  readonly language: string;
  readonly asked: number;
  readonly files: readonly string[];
  readonly seconds: number;
  readonly diversity: Diversity;
  readonly givenUp: readonly { readonly pair: number; readonly problems: readonly string[] }[];
}

export const givenUpOf = ({ request, problems }: GivenUp): GenerateReport['givenUp'][number] => ({ pair: request.index + 1, problems });

const counts = (of: Readonly<Record<string, number>>): string =>
  Object.entries(of)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
const percent = (share: number): string => `${(100 * share).toFixed(0)}%`;

export function formatGenerated(report: GenerateReport): string {
  const d = report.diversity;
  const [first] = report.files;
  const where =
    first === undefined ? 'no file was written' : report.files.length === 1 ? first : `${report.files.length} files, ${first} and on`;
  return [
    `${d.pairs} of ${report.asked} pairs by ${report.generator}, seed ${report.seed}, in ${formatDuration(report.seconds)}: ${where}`,
    `  families    ${counts(d.families)}`,
    `  request     ${counts(d.positions)}`,
    `  turns       ${counts(d.labels)}`,
    `  people      ${counts(d.people)}`,
    `  different   evidence ${d.evidence} of ${d.pairs}, evidence and wording ${d.evidenceAndWording} of ${d.pairs}, turns ${d.turns.different} of ${d.turns.all}`,
    `  requests    ${d.requests.explicit} explicit and ${d.requests.implicit} implicit wordings`,
    `  words       distinct-2 ${d.distinct2.toFixed(3)}; overlap with the nearest pair ${percent(d.nearest.median)} (median), ${percent(d.nearest.p95)} (p95 of ${d.nearest.sample})`,
    ...report.givenUp.slice(0, 5).map(({ pair, problems }) => `  given up    pair ${pair}: ${problems.slice(0, 3).join('; ')}`),
    ...(report.givenUp.length > 5 ? [`  given up    and ${report.givenUp.length - 5} more (--json has all)`] : []),
  ].join('\n');
}

/** What to do with the files, as commands for a shell; empty when there are none. */
export function nextSteps({ files }: GenerateReport, tts: 'flite' | 'openai'): string {
  const [first] = files;
  if (first === undefined) return '';
  const paths = files.length === 1 ? quoted(first) : `${quoted(first.replace(/\d+\.yaml$/, ''))}*.yaml`;
  return [
    `next: turnrig validate ${paths}`,
    `      turnrig run ${paths} --agent name:YOUR-AGENT`,
    ...(tts === 'openai' ? ['      Both ask the speech server that TURNRIG_TTS_URL names.'] : []),
  ].join('\n');
}

/** A path as a word of a shell that is no option. */
function quoted(path: string): string {
  const safe = path.startsWith('-') ? `./${path}` : path;
  return /^[\w@%+=:,./-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", `'\\''`)}'`;
}
