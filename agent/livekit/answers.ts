/**
 * What the stand-in LLM says: rules on the words of the user's last message. It answers the questions of the suites that come
 * with turnrig, so that a session sounds like a conversation; what is said is never scored.
 */
interface Rule {
  readonly when: RegExp;
  readonly say: string;
}

/** The first rule that matches speaks. */
const RULES: readonly Rule[] = [
  { when: /\b(stop|that is enough|never mind)\b/i, say: 'All right.' },
  { when: /\bopen\b.*\bsunday\b/i, say: 'On Sunday we open at ten.' },
  { when: /\bbook a table\b/i, say: 'Your table for four is booked.' },
  { when: /\bcancel my order\b/i, say: 'Your order is cancelled.' },
  { when: /\bcancel my appointment\b.*\btravel\b|^i have to travel/i, say: 'I have cancelled it. Have a good trip.' },
  { when: /\bblue one\b/i, say: 'The blue one it is.' },
  { when: /\blarge coffee\b/i, say: 'One large coffee is coming.' },
  { when: /\bview of the sea\b/i, say: 'We have one on the third floor.' },
  { when: /\binvoice\b.*\boffice\b|\bmy office address\b/i, say: 'I will send it to your office.' },
  {
    when: /\breturn policy\b/i,
    say: 'You can return anything within thirty days, unused, and in the box it came in. We pay for the parcel, and your money is back on your card within a week.',
  },
  {
    when: /\bdelivery\b/i,
    say: 'We deliver on every working day between eight and six. You get a message with the hour the evening before, and the driver rings twice before he leaves.',
  },
  { when: /\bferry\b.*\bleave\b/i, say: 'Your ferry leaves at nine forty.' },
  {
    when: /\bcrossing\b/i,
    say: 'The crossing takes about two hours, but it can take longer when the sea is rough, so bring something to read.',
  },
  {
    when: /\b(oh|zero|one|two|three|four|five|six|seven|eight|nine)\b(\s+(oh|zero|one|two|three|four|five|six|seven|eight|nine)\b){1,}/i,
    say: 'Thank you, I have the number.',
  },
];

/** Said when no rule matches. */
export const FALLBACK = 'Sure, I can help you with that.';

export function answerTo(message: string): string {
  const words = message.replace(/\s+/g, ' ').trim();
  return RULES.find((rule) => rule.when.test(words))?.say ?? FALLBACK;
}

/** Everything that can be said, for rendering it before the first question. */
export const ALL_ANSWERS: readonly string[] = [...new Set([...RULES.map((rule) => rule.say), FALLBACK])];
