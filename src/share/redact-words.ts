/** By what words were judged, without whose models and servers these were. */
import type { JudgeCheck } from '../stats/rogan-gladen.js';
import type { WordsSummary, WordsUsed } from '../words/summary.js';
import type { Removes } from './model.js';

export function redactUsed({ asr, judge, checked }: WordsSummary, { names }: Pick<Removes, 'names'>): WordsUsed {
  // A server's model is named with its host ("openai:NAME@HOST").
  const model = (name: string, instead: string): string => (names ? instead : (name.split('@')[0] ?? instead));
  const stamp = (version: string): string => (/^[0-9a-f]{0,64}$/.test(version) ? version : '');
  return {
    asr: { name: model(asr.name, 'asr'), version: stamp(asr.version) },
    judge: { name: model(judge.name, 'judge'), kind: judge.kind, version: stamp(judge.version) },
    ...(checked === undefined
      ? {}
      : {
          checked: {
            judge: model(checked.judge, 'judge'),
            version: stamp(checked.version),
            asr: model(checked.asr, 'asr'),
            set: names ? 'set' : checked.set,
            answer: figures(checked.answer),
            intrusion: figures(checked.intrusion),
          },
        }),
  };
}

const figures = ({ sensitivity, specificity }: JudgeCheck): JudgeCheck => ({
  sensitivity: { right: sensitivity.right, of: sensitivity.of },
  specificity: { right: specificity.right, of: specificity.of },
});
