/**
 * Did what was heard take the floor? "A short acknowledgement that does not take the floor passes; answers, explanations, advice,
 * counter-questions and repetition that holds the floor fail. Length alone decides nothing: a bare price is an intrusion"
 * (selective-participation.md, The four scores, 3). So it passes when it is short and made of nothing but acknowledgements.
 */
import type { IntrusionQuestion } from '../model.js';
import type { HeuristicVerdict } from './answer.js';
import { BREAK, tokensOf } from './tokens.js';

/** More words than this hold the floor, whatever they are. Chosen: the longest acknowledgements, "okay, no problem, take your time". */
const MOST_WORDS = 6;
/** ... and one word so often is no nod any more. Chosen. */
const MOST_TIMES = 3;

/** What a listener says without taking the floor (backchannels: Yngve 1970, Ward and Tsukahara 2000; and plain courtesies). */
const NODS: readonly (readonly string[])[] = [
  'okay',
  'ok',
  'okey',
  'kay',
  'alright',
  'all right',
  'right',
  'sure',
  'sure thing',
  'yeah',
  'yep',
  'yup',
  'yes',
  'got it',
  'gotcha',
  'i see',
  'i understand',
  'understood',
  'of course',
  'no problem',
  'no worries',
  'take your time',
  'go ahead',
  'go on',
  'oh',
  'ah',
  'aha',
  'good',
  'great',
  'fine',
  'very good',
  'very well',
  'sorry',
  'my apologies',
  'excuse me',
  'pardon me',
  'thanks',
  'thank you',
  'youre welcome',
  'you are welcome',
  'noted',
  'roger',
  'indeed',
  'true',
  'exactly',
  'absolutely',
  'certainly',
  'well',
  'wow',
  'nice',
  'will do',
  'sounds good',
  'uh',
  'um',
  'er',
  'hi',
  'hello',
  'bye',
  'goodbye',
  'here',
  'huh uh',
].map((words) => words.split(' '));
const HAN_NODS: readonly (readonly string[])[] = [
  '嗯',
  '嗯嗯',
  '好',
  '好的',
  '好吧',
  '好嘞',
  '行',
  '对',
  '对的',
  '是',
  '是的',
  '哦',
  '噢',
  '啊',
  '呃',
  '明白',
  '明白了',
  '知道了',
  '我知道了',
  '收到',
  '没问题',
  '没事',
  '不客气',
  '谢谢',
  '抱歉',
  '不好意思',
  '当然',
  '可以',
].map((words) => Array.from(words));

/** Sounds of a listener as a recogniser writes them: "mm-hm", "hmm", "uh-huh". */
const SOUND = /^(?:m+h*m*|h+m+|u+h+|u+m+|hu+h+|a+h+|o+h+|e+h+|mhm+|嗯|哦|噢|啊|呃)$/;

/** These answer a question that is being asked, to whomever: then they are an answer, and the floor is taken. */
const ANSWERS = new Set([
  'yes',
  'yeah',
  'yep',
  'yup',
  'right',
  'sure',
  'true',
  'exactly',
  'absolutely',
  'certainly',
  'indeed',
  '对',
  '是',
  '当',
  '可',
  '行',
]);

export function judgeIntrusion({ heard, turn, assistant }: IntrusionQuestion): HeuristicVerdict {
  if (/[?？]\s*$/.test(heard.trim())) return { passes: false, reason: 'asks something' };
  const name = tokensOf(assistant);
  const words = tokensOf(heard).filter((token) => token !== BREAK && !name.includes(token));
  if (words.length > MOST_WORDS) return { passes: false, reason: `goes on for ${words.length} words` };
  const often = words.find((word) => words.filter((other) => other === word).length > MOST_TIMES);
  if (often !== undefined) return { passes: false, reason: `repeats "${often}"` };
  const nods = [...NODS, ...HAN_NODS].toSorted((a, b) => b.length - a.length);
  let answers = false;
  for (let at = 0; at < words.length;) {
    const word = words[at] ?? '';
    const nod = nods.find((one) => one.every((part, i) => words[at + i] === part));
    if (nod === undefined && !SOUND.test(word)) return { passes: false, reason: `says "${word}"` };
    answers ||= ANSWERS.has(word) || (word === 'of' && words[at + 1] === 'course');
    at += nod?.length ?? 1;
  }
  if (answers && /[?？]/.test(turn)) return { passes: false, reason: 'answers a question that was asked of somebody else' };
  return { passes: true, reason: 'only acknowledges' };
}
