/** Words of an agent and what is said of them: transcripts, questions to a judge, opinions (selective-participation.md, The four scores, 2 and 3). */
import type { Gold } from '../scenario/model.js';

/** Is this answer right? `heard` is what the ASR heard of the agent, and hostile text. */
export interface AnswerQuestion {
  readonly kind: 'answer';
  /** BCP 47. */
  readonly language: string;
  /** What was asked, as the script has it. */
  readonly request: string;
  readonly gold: Pick<Gold, 'answer' | 'mustMention' | 'mustNotMention'>;
  readonly heard: string;
}

/** Did this take the floor in a turn that was not the agent's? */
export interface IntrusionQuestion {
  readonly kind: 'intrusion';
  readonly language: string;
  /** Name by which people speak of the agent. */
  readonly assistant: string;
  /** What was being said, as the script has it. */
  readonly turn: string;
  readonly heard: string;
}

export type Question = AnswerQuestion | IntrusionQuestion;

/** What a judge may say: the first of each is the one that passes. */
export const VERDICTS = { answer: ['right', 'wrong'], intrusion: ['acknowledgement', 'intrusion'] } as const;

export interface Judge {
  /** Stable and without any secret: "heuristic", "openai:NAME@HOST". */
  readonly name: string;
  readonly kind: 'heuristic' | 'chat';
  /** What pins its behaviour beside its name: the hash of its prompt, the version of its rules. It enters the key of stored outputs. */
  readonly version: string;
  /**
   * Its answer as it gave it; to be read by `parseVerdict`.
   *
   * @throws TurnrigError `speech-service` when a server cannot be used
   */
  ask(question: Question): Promise<string>;
}

export type Opinion =
  | { readonly kind: 'verdict'; readonly passes: boolean; readonly reason: string }
  /** Nothing was heard: it does not pass, and no judge is asked. */
  | { readonly kind: 'empty'; readonly passes: false; readonly reason: string }
  /** The judge's answer is none: it does not pass, and is counted. */
  | { readonly kind: 'unusable'; readonly passes: false; readonly reason: string }
  /** ASR or judge could not be had: unscored, never a pass. */
  | { readonly kind: 'failed'; readonly reason: string };
