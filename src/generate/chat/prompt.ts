/** What a chat model is told. The prompt is versioned: a run's files name it, and a change of its words is a new version. */
import type { Family } from '../../scenario/model.js';
import type { ChatMessage } from '../../speech/chat.js';
import type { PairRequest } from '../model.js';
import { ASSISTANTS } from '../preamble.js';

export const PROMPT_VERSION = 1;

const ABOUT: Readonly<Record<Family, string>> = {
  place: 'where something is or where people have to go',
  activity: 'something that the people do together',
  relation: 'how people are related to each other, and who does what for whom',
  devices: 'the devices around them and their settings',
  style: 'the manner of speaking: somebody corrects herself, hedges, whispers or rambles, and what she means in the end is the answer',
};

const LANGUAGE = { en: 'English', zh: 'Chinese (Mandarin)' } as const;
const THIRD = { early: 'first', middle: 'second', late: 'last' } as const;

/** The rules, once for all pairs. */
function rules(assistant: string, language: PairRequest['language']): string {
  return `You write short scenes of natural spoken talk among friends, family or colleagues. A voice assistant named ${assistant} sits with them.
All speech is in ${LANGUAGE[language]}, as people say it aloud: no digits, no abbreviations, no stage directions.

Each turn has one label:
T    a direct request to ${assistant}. Exactly one in the scene, never the first turn, and other talk follows it.
N1   ${assistant} is mentioned by name, but nothing is asked of it.
N2   said to another person, or to another device. Never names ${assistant}.
N3   somebody talks to herself, nobody is addressed. Never names ${assistant}.
N4Q  a request to ${assistant} that names it, answered or withdrawn at once by a person in the N4R.
N4R  right after each N4Q: a person answers it or takes it back.

Every scene has 7 to 12 turns, at least one each of N1, N2, N3 and N4Q with N4R. The answer to T is one short fact. It is said before T, in one or two turns (the evidence), and cannot be guessed without them.
T has two wordings: "text" names ${assistant}; "implicit" does not, but the situation makes clear that the assistant is asked. Neither says the answer.

Answer with one JSON object and nothing else:
{"title": "...", "turns": [{"speaker": "NAME", "label": "N2", "text": "..."}, {"speaker": "NAME", "label": "T", "text": "...", "implicit": "..."}],
 "gold": {"answer": "at most 16 words", "must_mention": [["word as it is said in the evidence", "another way to write it"]], "must_not_mention": ["a wrong answer that was said, if any"], "evidence": [1]}}
"evidence" holds the numbers of the evidence turns, counted from 1.`;
}

export function firstMessages(request: PairRequest): ChatMessage[] {
  const names = request.people.map(({ name }) => name);
  return [
    { role: 'system', content: rules(ASSISTANTS[request.language], request.language) },
    {
      role: 'user',
      content: `Scene ${request.index + 1}. The people are ${names.join(', ')}; all of them speak. The answer is about ${ABOUT[request.family]}. T stands in the ${THIRD[request.position]} third of the turns. Use a setting and facts of your own, unlike other scenes.`,
    },
  ];
}

/** Of many problems a model is told the first ones. */
const MOST_TOLD = 12;

export function repairMessage(problems: readonly string[]): ChatMessage {
  return {
    role: 'user',
    content: `That scene breaks these rules:\n${problems
      .slice(0, MOST_TOLD)
      .map((problem) => `- ${problem}`)
      .join('\n')}\nWrite the whole scene again with all of them mended. Answer with the JSON object and nothing else.`,
  };
}
