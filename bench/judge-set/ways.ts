/**
 * Ways of saying things, written by hand. `open` ones may be looked at while a judge's rules are made; `held` ones are what the figures are
 * from. They share no wording, and the generator gives them other matters too, so that what was learnt from the one is not in the other.
 *
 * Slots: {gold} the gold answer as a sentence, {lower} the same inside a sentence and without its full stop, {value} what must be mentioned and
 * nothing else; {wrong}, {wronglower}, {wrongvalue} the same of another matter of the kind, whose answer is another one.
 */

export interface Way {
  readonly way: string;
  readonly text: string;
}
export interface Ways {
  readonly right: readonly Way[];
  readonly wrong: readonly Way[];
  readonly acknowledgement: readonly Way[];
  readonly intrusion: readonly Way[];
}

const ways = (way: string, ...texts: readonly string[]): Way[] => texts.map((text) => ({ way, text }));

export const OPEN: Ways = {
  right: [
    ...ways('bare', '{gold}', '{value}.'),
    ...ways('polite', 'Sure! {gold}', '{gold} Happy to help.'),
    ...ways(
      'long',
      '{gold} I heard that a moment ago, when the two of you were talking about it. Let me know if there is anything else that you need.',
    ),
    ...ways('denies what is wrong', 'Not {wronglower}. {gold}'),
  ],
  wrong: [
    ...ways('other', '{wrong}', 'Sure! {wrong}'),
    ...ways(
      'other, long',
      '{wrong} I heard that a moment ago, when the two of you were talking about it. Let me know if there is anything else that you need.',
    ),
    ...ways('refusal', 'I am sorry, I do not know that.'),
    ...ways('leaves it open', 'Either {lower} or {wronglower}.'),
    ...ways('takes it back', '{gold} No, wait. {wrong}'),
    ...ways(
      'beside the point',
      'Thank you for asking. There are a few things that one could say about this, and I would be glad to go through them with you.',
    ),
  ],
  acknowledgement: [
    ...ways('sound', 'Mm-hm.', 'Hmm.'),
    ...ways('word', 'Okay.', 'Sure.', 'Right.'),
    ...ways('phrase', 'Got it.', 'I see.', 'Okay, sorry.'),
  ],
  intrusion: [
    ...ways('answer', '{gold}', '{value}.'),
    ...ways('offer', 'Can I help you with that?', 'I could look that up for you.'),
    ...ways('advice', 'You should write that down before you forget it.'),
    ...ways('comment', 'That sounds like a lovely plan.'),
    ...ways('explanation', 'I think that is because there was so much traffic this morning, and everybody came late.'),
    ...ways('repetition', 'Okay, okay, okay, okay, okay, okay, okay, okay.'),
  ],
};

export const HELD: Ways = {
  right: [
    ...ways('bare', 'That is {lower}.', '{value}, I believe.'),
    ...ways('polite', 'Of course. {gold} Anything else?', 'Good question: {lower}. You are welcome!', 'Yes, happy to tell you. {gold}'),
    ...ways(
      'long',
      'So, from what I picked up over the last minute or so, and please stop me if I got any of it wrong, the answer to that is {lower}, and that was said before the talk went on to other things.',
      '{gold} It came up earlier in your conversation, shortly before somebody changed the subject, so I am fairly confident about it, but do check it if it matters.',
    ),
    ...ways('hedged', 'I am not completely sure, but as far as I heard, {lower}.', 'If I heard that right, {lower}.'),
    ...ways(
      'denies what is wrong',
      'It is certainly not {wrongvalue}. {gold}',
      '{gold} It has nothing to do with {wrongvalue}, by the way.',
    ),
    ...ways('mends itself', '{wrong} Sorry, I mean {lower}.'),
    ...ways('says it twice', '{gold} Once more: {lower}.'),
  ],
  wrong: [
    ...ways('other', 'That is {wronglower}.', '{wrongvalue}, I believe.', 'Of course. {wrong} Anything else?'),
    ...ways(
      'other, long',
      'So, from what I picked up over the last minute or so, and please stop me if I got any of it wrong, the answer to that is {wronglower}, and that was said before the talk went on to other things.',
    ),
    ...ways(
      'refusal',
      'I could not hear that, could you say it again?',
      'Sorry, I have no information about that.',
      'I would rather not guess.',
    ),
    ...ways('counter-question', 'Do you mean the thing from before, or the one after that?', 'Which one are you asking about?'),
    ...ways(
      'leaves it open',
      '{gold} Or was it {wronglower}? One of the two.',
      'I heard two things: {lower}, and then {wronglower}. I cannot tell which of them holds.',
    ),
    ...ways('takes it back', '{gold} Hang on, that is not right. {wrong}', '{gold} Oh no, my mistake, {wronglower}.'),
    ...ways('denies what is right', 'Anything but {value}.', 'It is definitely not {value}.'),
    ...ways(
      'beside the point',
      'You were talking about all sorts of things just now, and it was a pleasure to listen to all of you.',
      'Great question! It depends on many things, such as the weather, the season and who is coming along.',
    ),
    ...ways('acknowledges only', 'Okay.', 'Mm-hm, sure.'),
  ],
  acknowledgement: [
    ...ways('sound', 'Uh-huh.', 'Mm.', 'Ah.', 'Mhm, mhm.'),
    ...ways('word', 'Alright.', 'Understood.', 'Noted.', 'Sorry.', 'Fine.'),
    ...ways(
      'phrase',
      'Oh, okay.',
      'Ah, I see.',
      'No problem.',
      'Yeah, okay.',
      'All right then.',
      'Very well.',
      'Okay, thanks.',
      'Got you.',
      'Fair enough.',
    ),
    ...ways('courtesy', 'Oh, sorry about that.', 'My mistake.', 'Carry on.', 'Pardon me, go on.'),
  ],
  intrusion: [
    ...ways('answer', 'That is {lower}.', '{value}, I believe.', '{wrongvalue}.', 'Twelve euros.', 'Half past nine.'),
    ...ways(
      'offer',
      'Would you like me to remind you later?',
      'Just say my name if you want me to look into it.',
      'I am here whenever you need me.',
    ),
    ...ways('advice', 'Better take the earlier one.', 'Try turning it off and on again.', 'I would call them first.'),
    ...ways('comment', 'How nice, I am sure that everybody will enjoy it.', 'Interesting choice.', 'Well, that was unexpected.'),
    ...ways(
      'explanation',
      'They changed it last week because too many people complained, and since then it has been the other way round.',
      'I only listen when somebody says my name, so I will not say anything to that, and you can go on talking among yourselves.',
    ),
    ...ways('counter-question', 'Who said that?', 'What exactly do you mean?', 'Sorry, was that for me?'),
    ...ways('repetition', 'Right, right, right, right, right, right.', 'Sure, sure, yes, sure, okay, sure, yes, sure, okay, sure.'),
    ...ways(
      'acknowledges and goes on',
      'Okay, and do not forget the keys.',
      'Got it, I will add that to the list for tomorrow morning.',
      'Mm-hm, {lower}.',
    ),
  ],
};
