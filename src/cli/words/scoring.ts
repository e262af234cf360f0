/** What `turnrig score --judge --asr` judges a run's words with. */
import { readFile } from 'node:fs/promises';
import { KeptOutputs, wordsFolder } from '../../../simulator/words/outputs.js';
import type { WordsScoring } from '../../../simulator/words/score-words.js';
import { checkedHere } from '../../../simulator/words/check.js';
import { readUsed, storedAsr, storedJudge } from '../../../simulator/words/used.js';
import type { RunReader } from '../../../simulator/store/run-reader.js';
import { messageOf, TurnrigError } from '../../error.js';
import type { Judge } from '../../words/index.js';
import { checkedOf, parseChecked, type Checked } from '../../words/index.js';
import { readSet } from './check-set.js';
import type { Env } from '../chat-options.js';
import { asrOf, judgeOf, type WordsOptions } from './options.js';

export interface ScoreWordsOptions extends WordsOptions {
  /** File of `turnrig judge-check --json`. */
  readonly judgeCheck?: string;
}

/**
 * Undefined where nothing of words is asked for. One of judge and ASR brings the embedded one of the other.
 * @param signal ends what ASR and judge are asked.
 * @throws TurnrigError `input` for options that do not go together, or a check of another judge; `missing`.
 */
export async function wordsScoring(
  options: ScoreWordsOptions,
  env: Env,
  reader: RunReader,
  signal?: AbortSignal,
): Promise<WordsScoring | undefined> {
  const { judge, judgeUrl, asr, asrUrl, asrCmd, judgeCheck } = options;
  if ([judge, judgeUrl, asr, asrUrl, asrCmd, judgeCheck].every((one) => one === undefined)) return undefined;
  const ownJudge = judgeOf(options, env, signal);
  const checked = await checkedFor(ownJudge, judgeCheck, reader);
  return {
    asr: await asrOf(options, env, signal),
    judge: ownJudge,
    outputs: new KeptOutputs(wordsFolder(reader.dir)),
    ...(checked === undefined ? {} : { checked }),
  };
}

/** As the run was judged before, from what is stored; undefined where its words never were. @throws TurnrigError `run-folder`. */
export async function storedScoring(reader: RunReader): Promise<WordsScoring | undefined> {
  const used = await readUsed(reader.dir);
  if (used === undefined) return undefined;
  return {
    asr: storedAsr(used.asr),
    judge: storedJudge(used.judge),
    outputs: new KeptOutputs(wordsFolder(reader.dir)),
    ...(used.checked === undefined ? {} : { checked: used.checked }),
  };
}

/** Of a file; of the embedded judge from the set that comes with turnrig, where every scene is in its language. */
async function checkedFor(judge: Judge, file: string | undefined, reader: RunReader): Promise<Checked | undefined> {
  if (file === undefined) {
    if (judge.kind !== 'heuristic') return undefined;
    const { set, sha256 } = await readSet();
    if (!reader.manifest.scenes.every(({ language }) => language.split('-')[0] === set.language)) return undefined;
    return checkedOf(await checkedHere(judge, set, sha256));
  }
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new TurnrigError('input', `cannot read ${file}: ${messageOf(cause)}`, { cause });
  }
  const checked = parseChecked(text, file);
  if (checked.judge !== judge.name || checked.version !== judge.version)
    throw new TurnrigError('input', `${file} is of another judge than --judge`, {
      hint: `It is of ${checked.judge} (${checked.version.slice(0, 12)}), and this is ${judge.name} (${judge.version.slice(0, 12)}). Run judge-check again.`,
    });
  return checked;
}
