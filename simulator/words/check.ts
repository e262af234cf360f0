/** Measures a judge, and an ASR with it, on items whose truth is known. */
import { TurnrigError } from '../../src/error.js';
import { resample } from '../../src/media/resample.js';
import { ASR_RATE, type Asr } from '../../src/speech/asr.js';
import type { Tts } from '../../src/speech/tts.js';
import { checkFailures, type Failure } from '../../src/words/check/failures.js';
import { checkFigures, type JudgedItem } from '../../src/words/check/figures.js';
import { CHECK_FORMAT, type CheckDocument } from '../../src/words/check/document.js';
import { questionOf, type LabelledItem, type LabelledSet } from '../../src/words/check/items.js';
import { wordErrors } from '../../src/words/check/word-errors.js';
import type { Judge } from '../../src/words/model.js';
import { failureOf, opinionOf, type Outputs } from '../../src/words/opinion.js';
import { transcriptKey } from '../../src/words/outputs.js';
import { pcm16 } from './agent-audio.js';

export interface CheckOptions {
  readonly set: LabelledSet;
  readonly sha256: string;
  readonly judge: Judge;
  /** With it the lines are spoken and transcribed; without it the set's own transcripts are judged. */
  readonly asr?: { readonly asr: Asr; readonly tts: Tts; readonly voice: string };
  readonly outputs: Outputs;
  /** Items at one time. */
  readonly parallel: number;
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
}

interface Heard {
  readonly item: LabelledItem;
  /** Undefined where the ASR failed, with the reason. */
  readonly heard: string | undefined;
  readonly reason: string;
}

/** @throws what is no failure of a service; the signal's reason when it was aborted. */
export async function checkJudge(options: CheckOptions): Promise<CheckDocument> {
  const { set, judge, asr, outputs, parallel, signal } = options;
  const results: { readonly heard: Heard; readonly judged: JudgedItem }[] = [];
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    for (let i = next++; i < set.items.length; i = next++) {
      signal?.throwIfAborted();
      const item = set.items[i];
      if (item === undefined) return;
      const heard = await hear(item, options);
      const opinion =
        heard.heard === undefined
          ? ({ kind: 'failed', reason: heard.reason } as const)
          : await opinionOf(judge, questionOf(item, set.language, heard.heard), outputs);
      results[i] = { heard, judged: { item, heard: heard.heard ?? '', opinion } };
      options.onProgress?.(++done);
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, set.items.length) }, work));
  const judged = results.map((one) => one.judged);
  const failures = checkFailures(
    results.flatMap(({ heard: { heard }, judged: { opinion } }): Failure[] =>
      opinion.kind === 'failed' ? [{ of: heard === undefined ? 'asr' : 'judge', reason: opinion.reason }] : [],
    ),
  );
  return {
    format: CHECK_FORMAT,
    version: 1,
    judge: { name: judge.name, kind: judge.kind, version: judge.version },
    ...(asr === undefined
      ? {}
      : {
          asr: {
            ...asrFigures(results.map((one) => one.heard)),
            name: asr.asr.name,
            version: asr.asr.version,
            voice: `${asr.tts.name} ${asr.voice}`,
          },
        }),
    set: { name: set.name, language: set.language, sha256: options.sha256, items: set.items.length },
    answer: checkFigures(judged, 'answer'),
    intrusion: checkFigures(judged, 'intrusion'),
    ...(failures === undefined ? {} : { failures }),
  };
}

async function hear(item: LabelledItem, { set, asr: given, outputs }: CheckOptions): Promise<Heard> {
  if (given === undefined) return { item, heard: item.heard, reason: '' };
  const { asr, tts, voice } = given;
  const { rate, samples } = await tts.render(item.said, voice, set.language);
  const sound = pcm16(resample(samples, rate, ASR_RATE));
  try {
    return {
      item,
      heard: await outputs.of(transcriptKey(asr, sound, set.language), () => asr.transcribe(sound, set.language)),
      reason: '',
    };
  } catch (error) {
    return { item, heard: undefined, reason: failureOf(error) };
  }
}

function asrFigures(all: readonly Heard[]): {
  readonly wordErrors: { errors: number; words: number; rate: number | null };
  readonly failed: number;
} {
  const sum = { errors: 0, words: 0 };
  let failed = 0;
  for (const { item, heard } of all) {
    if (heard === undefined) {
      failed += 1;
      continue;
    }
    const { errors, words } = wordErrors(item.said, heard);
    sum.errors += errors;
    sum.words += words;
  }
  return { wordErrors: { ...sum, rate: sum.words === 0 ? null : Math.round((sum.errors / sum.words) * 1e6) / 1e6 }, failed };
}

/** What the embedded judge reaches on a set; it needs nobody. @throws TurnrigError `internal` for a judge that does. */
export async function checkedHere(judge: Judge, set: LabelledSet, sha256: string): Promise<CheckDocument> {
  if (judge.kind !== 'heuristic') throw new TurnrigError('internal', 'only the embedded judge is checked without being asked for');
  return checkJudge({ set, sha256, judge, outputs: { of: (_key, make) => make() }, parallel: 1 });
}
