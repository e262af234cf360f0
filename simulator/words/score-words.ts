/** Words of one scored session: its agent's audio transcribed where a window asks for it, and judged. */
import type { SessionEnd } from '../../src/recording/model.js';
import type { CompiledScene } from '../../src/scenario/model.js';
import type { SessionEvent } from '../../src/schedule/events.js';
import type { SessionScore } from '../../src/score/model.js';
import type { Asr } from '../../src/speech/asr.js';
import { applyWords, type WindowWords } from '../../src/words/apply.js';
import type { Judge } from '../../src/words/model.js';
import { failureOf, opinionOf, type Outputs } from '../../src/words/opinion.js';
import { transcriptKey } from '../../src/words/outputs.js';
import type { Checked } from '../../src/words/check/document.js';
import type { WordsUsed } from '../../src/words/summary.js';
import { wordWindows, type WordWindow } from '../../src/words/windows.js';
import type { RunReader, SessionReader } from '../store/run-reader.js';
import { openAgentAudio } from './agent-audio.js';

/** What a run's words are judged with. */
export interface WordsScoring {
  readonly asr: Asr;
  readonly judge: Judge;
  readonly outputs: Outputs;
  /** What the accuracies are corrected by. */
  readonly checked?: Checked;
}

export const usedOf = ({ asr, judge, checked }: WordsScoring): WordsUsed => ({
  asr: { name: asr.name, version: asr.version },
  judge: { name: judge.name, kind: judge.kind, version: judge.version },
  ...(checked === undefined ? {} : { checked }),
});

export interface SessionEvidence {
  readonly reader: RunReader;
  readonly session: SessionReader;
  readonly scene: CompiledScene;
  readonly events: readonly SessionEvent[];
  readonly end: SessionEnd;
}

/** The score with its words judged. @throws TurnrigError `store`, `run-folder`. */
export async function scoreWords(score: SessionScore, evidence: SessionEvidence, words: WordsScoring): Promise<SessionScore> {
  const { scene, reader, session, events, end } = evidence;
  const windows = wordWindows(score, scene);
  if (windows.length === 0) return applyWords(score, scene, new Map(), words.judge);
  const audio = await openAgentAudio(reader, session, events, end);
  const found = new Map<string, WindowWords>();
  try {
    for (const window of windows) found.set(window.window, await wordsOf(window, await audio.read(window.pieces), words));
  } finally {
    await audio.close();
  }
  return applyWords(score, scene, found, words.judge);
}

async function wordsOf({ question }: WordWindow, samples: Int16Array, { asr, judge, outputs }: WordsScoring): Promise<WindowWords> {
  const { language } = question;
  let heard: string;
  try {
    heard = await outputs.of(transcriptKey(asr, samples, language), () => asr.transcribe(samples, language));
  } catch (error) {
    return { heard: undefined, opinion: { kind: 'failed', reason: failureOf(error) } };
  }
  return { heard, opinion: await opinionOf(judge, { ...question, heard }, outputs) };
}
