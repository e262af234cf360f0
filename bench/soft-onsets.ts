/**
 * Soft onsets: lines that begin with h, s, f and their like, and fade-ins, in five voices of flite, Kokoro's, and a labelled human's. Prints
 * the error of the onset, apart from that of hard ones (docs/measured.md).
 *
 *   node dist/bench/soft-onsets.js
 */
import { fileURLToPath } from 'node:url';
import { sileroDetector } from '../src/vad/silero.js';
import { softOnsets, type Kind } from './soft-onsets/family.js';
import { onsetError, quantile, share, type OnsetError } from './soft-onsets/measure.js';
import { softSpeech } from './soft-onsets/voices.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const detector = await sileroDetector();
const errors: OnsetError[] = [];
let missed = 0;
for (const one of await softOnsets(await softSpeech(root))) {
  const error = await onsetError(one, detector);
  if (error === undefined) missed++;
  else errors.push(error);
}

const row = (list: readonly OnsetError[]): Record<string, string | number> => {
  const of = (pick: (error: OnsetError) => number, p: number): string => quantile(list.map(pick), p).toFixed(1);
  const told = list.flatMap(({ beginMs }) => beginMs ?? []);
  const percent = (flags: readonly boolean[]): string => `${Math.round(100 * share(flags))}%`;
  return {
    n: list.length,
    soft: list.filter(({ soft }) => soft).length,
    'error at -40 dB p50': of(({ edgeMs }) => edgeMs, 0.5),
    'p95 abs': of(({ edgeMs }) => Math.abs(edgeMs), 0.95),
    '-40 to -22 dB p50': of(({ softnessMs }) => softnessMs, 0.5),
    'interval p50 ±': of(({ plusMinusMs }) => plusMinusMs, 0.5),
    'covers -40 dB': percent(list.map(({ coversEdge }) => coversEdge)),
    'after the beginning p50': told.length === 0 ? '-' : quantile(told, 0.5).toFixed(1),
    p95: told.length === 0 ? '-' : quantile(told, 0.95).toFixed(1),
    'covers the beginning': told.length === 0 ? '-' : percent(list.flatMap(({ coversBegin }) => coversBegin ?? [])),
  };
};
const kinds: readonly Kind[] = ['spoken', 'human', 'fade, linear', 'fade, in dB'];
console.log(`soft onsets, ms; ${missed} of ${errors.length + missed} were not found`);
console.table({
  ...Object.fromEntries(kinds.map((kind) => [kind, row(errors.filter(({ one }) => one.kind === kind))])),
  'those flagged soft': row(errors.filter(({ soft }) => soft)),
  'those not flagged': row(errors.filter(({ soft }) => !soft)),
  all: row(errors),
});
if (process.argv.includes('--each'))
  for (const { one, edgeMs, beginMs, plusMinusMs, softnessMs } of errors)
    console.log(
      `${one.name}: at -40 dB ${edgeMs.toFixed(1)}, after the beginning ${beginMs?.toFixed(1) ?? '-'}, ±${plusMinusMs.toFixed(1)}, -40 to -22 dB ${softnessMs.toFixed(1)}`,
    );
