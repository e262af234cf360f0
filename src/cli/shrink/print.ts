/** What a person, or a program, is told of a search that has ended. */
import { join } from 'node:path';
import type { Answer, Size } from '../../shrink/model.js';
import type { ShrinkDocument } from '../../shrink/result.js';
import { plain, type Console } from '../console.js';
import { quoted } from '../again.js';
import { SCENARIO_FILE } from './files.js';
import type { ShrinkOptions } from './shrink.js';

export function printResult(document: ShrinkDocument, out: string, file: string, options: ShrinkOptions, console: Console): void {
  const { after, before, baseline, result, outcome, why, sessions, spoiled, notMonotone } = document;
  const again = resumeShrink(out, file, options);
  if (options.json) console.out(JSON.stringify({ folder: out, ...document }, undefined, 2));
  else {
    console.out(`${outcome}: ${why}`);
    console.out(plain(`input    ${sizeWords(before)}${baseline === null ? '' : `; ${answerWords(baseline)}`}`));
    if (after !== null && result !== null)
      console.out(plain(`result   ${sizeWords(after)}; ${answerWords(result)}${intervalWords(result, document.certain)}`));
    for (const one of notMonotone) console.out(plain(`not monotone: ${one} reproduces at some shorter lengths and not at longer ones`));
    console.out(`sessions ${sessions}${spoiled === 0 ? '' : `, ${spoiled} of them spoiled by the rig`}`);
    if (after !== null) console.out(`scenario ${join(out, SCENARIO_FILE)}`);
    console.out(`page     ${join(out, 'index.html')}`);
  }
  if (document.stopped !== null)
    console.err(`${document.stopped === 'budget' ? 'the budget is spent' : 'interrupted'}; go on with: ${again}`);
}

function sizeWords({ turns, noises, pieces, pausesMs, soundMs }: Size): string {
  const count = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;
  return `${count(turns, 'turn')}${noises === 0 ? '' : ` and ${count(noises, 'noise')}`}, ${count(pieces, 'piece')} of speech, pauses ${pausesMs} ms, sound ${(soundMs / 1000).toFixed(1)} s`;
}

const answerWords = ({ reproduced, sessions, spoiled }: Answer): string =>
  `reproduced ${reproduced} of ${sessions}${spoiled === 0 ? '' : ` (${spoiled} more were spoiled by the rig)`}`;

const intervalWords = ({ low, high }: NonNullable<ShrinkDocument['result']>, certain: boolean): string =>
  low === undefined || high === undefined
    ? certain
      ? ''
      : ', in the sessions that chose it: not confirmed'
    : `, 95% interval ${Math.round(100 * low)} to ${Math.round(100 * high)}%`;

/** An agent's command is not repeated: it may hold secrets. A budget is for one call. */
function resumeShrink(out: string, file: string, options: ShrinkOptions): string {
  const { scene, turn, agent, agentCmd, fault, rate, resolution, seed, live } = options;
  return [
    `turnrig shrink ${quoted(file)} --resume --out ${quoted(out)}`,
    ...(scene === undefined ? [] : [`--scene ${quoted(scene)}`]),
    ...(turn === undefined ? [] : [`--turn ${quoted(turn)}`]),
    ...agent.map((one) => `--agent ${quoted(one)}`),
    ...(agentCmd === undefined ? [] : ['--agent-cmd … (the same as before)']),
    `--fault ${fault} --rate ${rate} --resolution ${resolution} --seed ${seed}`,
    ...(live ? ['--live'] : []),
  ].join(' ');
}
