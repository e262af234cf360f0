/**
 * What the stand-in LLM does once people have told it its duty (selective participation): rules on words, no model.
 *
 * It answers a message that calls it by its name and asks, or that asks "you" for something and calls nobody else by name. Everything else
 * it lets pass without a sound. Its answer is the sentence it has heard since that has most of the question's words, and the one said after it
 * in the same breath: people name a matter and say then what is so. That is no good participant; it is one whose every decision can be explained.
 */

/** How a duty begins, what it asks for, and how it ends; a session may hear it in several messages. */
const DUTY = /\blet me tell you how this works\b|\bstay silent when\b|\bstop speaking at once\b/i;
const CALLED = /^(\p{Lu}\p{L}+), before we begin\b/u;
const ASKS = /\?|\b(?:tell|remind) (?:me|us)\b|\bplease\b/i;
/** Asks the one who listens, by no name. */
const ASKS_YOU = /\b(?:can|could|would|will) you\b|\b(?:tell|remind) (?:me|us)\b/i;
/** A name set off by commas, at either end of a sentence. */
const VOCATIVE = /(?:^|[.?!] )(?:(?:\p{L}+ )?(\p{Lu}\p{L}+)),|, (\p{Lu}\p{L}+)(?=[.,?!]|$)/gu;
/** Begins a sentence with a comma, and is nobody. */
const NOBODY = new Set(
  'well oh yes no sure right so okay ok hm hmm sorry look listen wait and but then now actually honestly anyway'.split(' '),
);
/** Carries no matter of its own. */
const COMMON = new Set(
  'a about an and any are as at be been before but by can could did do does for from had has have he her his how i if in is it its just know let me my no not now of on or our please remind said say says she so some sorry tell than that the their them then there these they this to too up us was we were what when where which who whom whose why will with would yes you your'.split(
    ' ',
  ),
);

export const NOT_HEARD = 'I did not hear that.';

/** The name that a duty in these messages gives; undefined without a duty, empty where it gives none. */
export function calledBy(messages: readonly string[]): string | undefined {
  if (!messages.some((message) => DUTY.test(message))) return undefined;
  return messages.map((message) => CALLED.exec(message.trim())?.[1]).find((name) => name !== undefined) ?? '';
}

/**
 * @param name as of `calledBy`.
 * @param heard what was said, the last message last.
 * @returns what to say; empty to stay silent.
 */
export function underDuty(name: string, heard: readonly string[]): string {
  const last = heard.at(-1) ?? '';
  if (DUTY.test(last) || !isAsked(name, last)) return '';
  const since = heard.slice(heard.findLastIndex((message) => DUTY.test(message)) + 1, -1);
  const told = since.filter((message) => !isAsked(name, message));
  return nearest(words(last, name), told) ?? NOT_HEARD;
}

/** Whether a message asks the one of this name. */
export function isAsked(name: string, message: string): boolean {
  const called = [...message.matchAll(VOCATIVE)]
    .map((match) => match[1] ?? match[2] ?? '')
    .filter((word) => !NOBODY.has(word.toLowerCase()));
  if (called.includes(name)) return ASKS.test(message);
  return called.length === 0 && ASKS_YOU.test(message);
}

/** The sentence that holds most of these words, the earlier one of equals, with what follows it; undefined when none holds any. */
function nearest(asked: ReadonlySet<string>, told: readonly string[]): string | undefined {
  let best: { readonly answer: string; readonly shared: number } | undefined;
  for (const message of told) {
    const said = sentences(message);
    for (const [i, sentence] of said.entries()) {
      const shared = [...words(sentence)].filter((word) => asked.has(word)).length;
      if (shared > (best?.shared ?? 0)) best = { answer: said.slice(i, i + 2).join(' '), shared };
    }
  }
  return best?.answer;
}

function sentences(message: string): string[] {
  return message.split(/(?<=[.?!])\s+/u).filter((sentence) => /\p{L}/u.test(sentence));
}

/** Words that carry a matter, without their endings, and without the name that is called. */
function words(text: string, name = ''): Set<string> {
  const all = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const own = all.filter((word) => word.length > 1 && word !== name.toLowerCase() && !COMMON.has(word));
  return new Set(own.map((word) => (word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/u, '') : word)));
}
