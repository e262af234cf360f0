/**
 * What the stand-in LLM says: rules on the words of the user's last message. It answers the questions of the suites that come
 * with turnrig, so that a session sounds like a conversation; what is said is never scored.
 *
 * Each answer is one sentence, because the framework sends a reply to the TTS sentence by sentence, and was recorded: its
 * clip lies in scenarios/clips/agent (scenarios/authoring tells how it was made).
 */
export interface Answer {
  readonly say: string;
  /** File of the recorded answer. */
  readonly clip: string;
}

interface Rule extends Answer {
  readonly when: RegExp;
}

const DIGIT = '(?:oh|zero|one|two|three|four|five|six|seven|eight|nine)';

/** The first rule that matches speaks. */
const RULES: readonly Rule[] = [
  { when: /\b(?:stop|that is enough|never mind)\b/i, say: 'All right.', clip: 'all-right.flac' },
  { when: /\bopen\b.*\bsunday\b/i, say: 'On Sunday we open at ten.', clip: 'sunday.flac' },
  { when: /\bbook a table\b/i, say: 'Your table for four is booked.', clip: 'table.flac' },
  { when: /\bcancel my order\b/i, say: 'Your order is cancelled.', clip: 'order.flac' },
  { when: /\bcancel my appointment\b.*\btravel\b|^i have to travel/i, say: 'It is cancelled, have a good trip.', clip: 'appointment.flac' },
  { when: /\bblue one\b/i, say: 'The blue one it is.', clip: 'blue.flac' },
  { when: /\blarge coffee\b/i, say: 'One large coffee is coming.', clip: 'coffee.flac' },
  { when: /\bmy office address\b/i, say: 'I will send it to your office.', clip: 'invoice.flac' },
  {
    when: /\breturn policy\b/i,
    say: 'You can return anything within thirty days, unused and in its box, we pay for the parcel, and the money is back on your card within a week.',
    clip: 'return-policy.flac',
  },
  {
    when: /\bdelivery\b/i,
    say: 'We deliver on every working day between eight and six, and you get a message on the evening before.',
    clip: 'delivery.flac',
  },
  { when: /\bferry\b.*\bleave\b/i, say: 'Your ferry leaves at nine forty.', clip: 'ferry.flac' },
  {
    when: /\bcrossing\b/i,
    say: 'The crossing takes about two hours, but it can take longer when the sea is rough, so bring something to read.',
    clip: 'crossing.flac',
  },
  { when: /\bmuseum\b/i, say: 'The museum is closed on Monday.', clip: 'museum.flac' },
  { when: /\blast bus\b/i, say: 'The last bus leaves at half past eleven.', clip: 'last-bus.flac' },
  { when: /\bhear me\b/i, say: 'Yes, I can hear you.', clip: 'hear.flac' },
  { when: /\bplatform\b/i, say: 'It leaves from platform four.', clip: 'platform.flac' },
  { when: /\bfor two people\b/i, say: 'A table for two, then.', clip: 'for-two.flac' },
  { when: /\bharbou?r\b/i, say: 'The number nine goes to the harbor.', clip: 'harbor.flac' },
  {
    when: /\bfour steps\b/i,
    say: 'First you unpack the router and plug it in, second you wait until the light turns green, third you join the network whose name is on the label, and fourth you open the app and choose a password of your own.',
    clip: 'four-steps.flac',
  },
  { when: new RegExp(`\\b${DIGIT}(?:\\W+${DIGIT})+\\b|\\d{2,}`, 'i'), say: 'Thank you, I have the number.', clip: 'number.flac' },
];

/** Said when no rule matches. */
export const FALLBACK: Answer = { say: 'Sure, I can help you with that.', clip: 'sure.flac' };

export function answerTo(message: string): string {
  const words = message.replace(/\s+/g, ' ').trim();
  return (RULES.find((rule) => rule.when.test(words)) ?? FALLBACK).say;
}

/** Everything that can be said. */
export const ALL_ANSWERS: readonly Answer[] = [...RULES, FALLBACK];
