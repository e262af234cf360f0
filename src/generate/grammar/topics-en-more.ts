/** English topics of the families relation, devices and style. In `style` the manner of speaking carries the matter: who corrects herself means the second. */
import type { Topic } from './model.js';

const RELATION: readonly Topic[] = [
  {
    id: 'birthday',
    family: 'relation',
    slots: {
      month: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'],
    },
    evidence: [
      ['My {kin} {guest} has a birthday in {month}, on a {day}.'],
      ['{guest} is my {kin}, the one from {city}, and the birthday is in {month}.'],
      ['When is the birthday of your {kin}?', 'In {month}, {to}, and {guest} is already planning it.'],
    ],
    explicit: ['Aria, which month is that birthday in?', 'Aria, when was the birthday?'],
    implicit: ['Please remember it for us. In which month was the birthday?', 'Could you tell me the month again?'],
    answer: 'In {month}.',
    mention: ['month'],
  },
  {
    id: 'visitor',
    family: 'relation',
    evidence: [
      ['My {kin} {guest} is coming over from {city} on {day}.'],
      ['On {day} we have a guest, {guest}, the {kin} of our teacher.'],
      ['Who is it that comes on {day}?', '{guest}, {to}, that is my {kin} from {city}.'],
    ],
    explicit: ['Aria, on which day is our visitor coming?', 'Aria, what day was the visit?'],
    implicit: [
      'I need it for the calendar: which day did we say, please?',
      'Tell us again, what day was the visit, you have it all in mind?',
    ],
    answer: 'On {day}.',
    mention: ['day'],
  },
  {
    id: 'work',
    family: 'relation',
    evidence: [
      ['You know {guest}, my {kin}? {guest} has become {job} in {city}.'],
      ['{guest} is {job}, {to}, and has been for {n} years.'],
      ['What does your {kin} {guest} do these days?', '{guest} is {job} now, {to}, over in {city}.'],
    ],
    explicit: ['Aria, what work does {guest} do?', 'Aria, what did we hear about the work of {guest}?'],
    implicit: ['Help me out, please. What is it that {guest} does?', 'You followed that better than I did. What is the work of {guest}?'],
    answer: '{guest} is {job}.',
    mention: ['job'],
  },
  {
    id: 'family',
    family: 'relation',
    evidence: [
      ['{guest} is my {kin}, and {guest2} only works with us.'],
      ['The one in the {color} coat is {guest}, my {kin}. The other one is {guest2}.'],
      ['Which of them is your {kin}?', '{guest} is, {to}. {guest2} is a friend from {city}.'],
    ],
    explicit: ['Aria, who is the {kin}?', 'Aria, what was the name of the {kin}?'],
    implicit: ['I mix up the names, could you tell me who the {kin} is?', 'Say it once more for me, who is the {kin}?'],
    answer: '{guest}.',
    mention: ['guest'],
    not: ['guest2'],
  },
  {
    id: 'pickup',
    family: 'relation',
    evidence: [
      ['{guest} picks up the children at {time}, because my {kin} has to work.'],
      ['My {kin} cannot do it on {day}, so {guest} picks up the children.'],
      ['Who picks up the children on {day}?', '{guest} does, {to}, at {time}.'],
    ],
    explicit: ['Aria, who picks up the children?', 'Aria, who was it that gets the children?'],
    implicit: ['Just to be sure, please tell us who gets the children.', 'You heard it, so who is it that gets the children?'],
    answer: '{guest}.',
    mention: ['guest'],
  },
];

const DEVICES: readonly Topic[] = [
  {
    id: 'heating',
    family: 'devices',
    slots: {
      degrees: ['seventeen|17', 'eighteen|18', 'nineteen|19', 'twenty|20', 'twenty one|21', 'twenty two|22', 'twenty three|23'],
      zone: ['living room', 'kitchen', 'hall', 'bedroom', 'bathroom', 'office', 'nursery'],
    },
    evidence: [
      ['I have set the heating in the {zone} to {degrees} degrees until {time}.'],
      ['The display in the {zone} shows {degrees} degrees, the one with the {color} frame.'],
      ['How warm is it in the {zone}?', 'I turned it to {degrees} degrees at {time}, {to}.'],
    ],
    explicit: ['Aria, what is the heating in the {zone} set to?', 'Aria, how many degrees was it in the {zone}?'],
    implicit: ['Could you tell us the degrees for the {zone} again?', 'You know the settings. How warm did we make the {zone}?'],
    answer: '{degrees} degrees.',
    mention: ['degrees'],
  },
  {
    id: 'timer',
    family: 'devices',
    slots: { oven: ['oven', 'washing machine', 'dishwasher', 'dryer', 'rice cooker', 'bread machine', 'sauna'] },
    evidence: [
      ['The {oven} is done at {time}, it says so on the {color} display.'],
      ['I started the {oven} for the {food}, and it stops at {time}.'],
      ['Is the {oven} still running?', 'Yes, {to}, until {time}, it has {n} minutes more.'],
    ],
    explicit: ['Aria, when is the {oven} done?', 'Aria, at what time does the {oven} stop?'],
    implicit: ['Please tell us when to go and look at the {oven}.', 'You can help here: at what time did we say the {oven} stops?'],
    answer: 'At {time}.',
    mention: ['time'],
  },
  {
    id: 'speaker',
    family: 'devices',
    evidence: [
      ['The printer with the paper is the {color} one, the {color2} one is broken.'],
      ['On {day} somebody repaired the {color} printer, but not the {color2} one.'],
      ['Which of the printers works?', 'The {color} one, {to}. Leave the {color2} one alone.'],
    ],
    explicit: ['Aria, which printer can I use?', 'Aria, what colour was the printer that works?'],
    implicit: ['I want to print this, so tell me, please, which one works.', 'Could you say again which printer is fine?'],
    answer: 'The {color} one.',
    mention: ['color'],
    not: ['color2'],
  },
  {
    id: 'code',
    family: 'devices',
    slots: {
      gate: ['bike shed', 'garage', 'front gate', 'roof terrace', 'letter box', 'store room'],
      code: [
        'two nine four|294|2 9 4',
        'five one eight|518|5 1 8',
        'seven three six|736|7 3 6',
        'four four one|441|4 4 1',
        'nine two five|925|9 2 5',
        'six eight three|683|6 8 3',
        'three seven nine|379|3 7 9',
        'eight one two|812|8 1 2',
      ],
    },
    evidence: [
      ['The lock of the {gate} has a new code, {code}, since {day}.'],
      ['{guest} changed the code of the {gate} to {code}.'],
      ['Has the code of the {gate} changed?', 'It is {code} now, {to}, from {day} on.'],
    ],
    explicit: ['Aria, what is the code for the {gate}?', 'Aria, which numbers open the {gate}?'],
    implicit: ['I am standing in front of it, so the code again, please?', 'Could you repeat the code for us?'],
    answer: '{code}.',
    mention: ['code'],
  },
  {
    id: 'battery',
    family: 'devices',
    slots: { gadget: ['tablet', 'camera', 'lawn mower', 'drill', 'bike light', 'radio', 'vacuum cleaner', 'telescope'] },
    evidence: [
      ['The {gadget} still runs for {n} hours, I charged it on {day}.'],
      ['{guest} says the battery of the {gadget} lasts {n} hours.'],
      ['How long does the {gadget} last?', '{n} hours, {to}, if it is not too cold in {city}.'],
    ],
    explicit: ['Aria, how long does the {gadget} last?', 'Aria, how many hours does the {gadget} have?'],
    implicit: [
      'Will that be enough? Tell us the hours for the {gadget} again, please.',
      'You heard about the {gadget}. How many hours was it?',
    ],
    answer: '{n} hours.',
    mention: ['n'],
  },
];

const STYLE: readonly Topic[] = [
  {
    id: 'corrected-time',
    family: 'style',
    slots: { event: ['dinner', 'the film', 'the concert', 'the bus', 'the tour', 'the call', 'the lesson', 'the party'] },
    evidence: [
      ['So, {event} is at {time2}, no, wait, I am wrong, at {time}, on {day}.'],
      ['Let me see, {time2}, hm, that was last week. {event} is at {time}.'],
      ['When is {event} on {day}, {time2}?', 'Oh no, {to}, no, no. It is at {time}.'],
    ],
    explicit: ['Aria, so what time is it in the end?', 'Aria, which time is the right one?'],
    implicit: [
      'Now I am confused. Which time is right, could you sort that out?',
      'Please clear that up for us, what time was it in the end?',
    ],
    answer: 'At {time}.',
    mention: ['time'],
    not: ['time2'],
  },
  {
    id: 'corrected-day',
    family: 'style',
    slots: { what: ['plumber', 'parcel', 'window cleaner', 'piano tuner', 'new sofa', 'inspector', 'gardener', 'washing machine'] },
    evidence: [
      ['The {what} comes on {day2}, I mean, sorry, on {day}, around {time}.'],
      ['It was {day2}, or, oh, never mind that, the {what} comes on {day}.'],
      ['Is the {what} coming on {day2}?', 'Well, not quite, {to}. They moved it, and it is {day} now, at {time}.'],
    ],
    explicit: ['Aria, which day is it now?', 'Aria, on what day does the {what} come?'],
    implicit: ['I lost the thread. What day is it, please, you have been listening?', 'Could you tell us which of the days it is now?'],
    answer: 'On {day}.',
    mention: ['day'],
    not: ['day2'],
  },
  {
    id: 'hedged-number',
    family: 'style',
    evidence: [
      ['Um, so, people, let me count, we will be {n2}, no, hang on, {n} people in {city}.'],
      ['I would say {n2}. Oh, but then {guest} comes too, so make it {n} people on {day}.'],
      ['We are {n2} people on {day}, right?', 'Not any more, {to}. It is {n} people, I counted twice.'],
    ],
    explicit: ['Aria, how many people are we then?', 'Aria, what is the last count?'],
    implicit: ['So for how many do I book, can you tell me?', 'You followed the counting. How many people is it now?'],
    answer: '{n} people.',
    mention: ['n'],
    not: ['n2'],
  },
  {
    id: 'whispered-colour',
    family: 'style',
    slots: { gift: ['scarf', 'bicycle', 'teapot', 'lamp', 'backpack', 'hammock', 'vase', 'pair of boots'] },
    evidence: [
      ['Shh, do not tell {guest}. The {gift} is {color}, not {color2}.'],
      ['Between us, the {gift} for {guest} is going to be {color}. I only said {color2} so that nobody guesses.'],
      ['Did you get the {color2} {gift}?', 'Quiet, {to}. No. We took the {color} one for {guest}.'],
    ],
    explicit: ['Aria, what colour is the {gift} really?', 'Aria, which colour did they take?'],
    implicit: ['Quietly, please, which colour is it really?', 'You can keep a secret. What colour did they take?'],
    answer: '{color}.',
    mention: ['color'],
    not: ['color2'],
  },
  {
    id: 'wordy-price',
    family: 'style',
    slots: { item: ['tent', 'ticket', 'carpet', 'painting', 'kettle', 'ladder', 'mirror', 'suitcase'] },
    evidence: [
      ['Well, you know me, I talked and talked, and in {city} I got the {item} for {n} euros.'],
      ['Guess what, the {item}, the {color} one, you will not believe it, was {n} euros.'],
      ['And, and, how much for the {item}?', 'Ha. {n} euros, {to}. {n} euros for the whole thing.'],
    ],
    explicit: ['Aria, what did the {item} cost?', 'Aria, how many euros was the {item}?'],
    implicit: [
      'With all that talk I missed the price. Could you give it to me?',
      'You listened to the whole story. What did the {item} cost?',
    ],
    answer: '{n} euros.',
    mention: ['n'],
  },
];

export const MORE_TOPICS_EN: readonly Topic[] = [...RELATION, ...DEVICES, ...STYLE];
