/** What English scenes are about: five topics a family, told in several ways, asked for in several ways. */
import type { Topic } from './model.js';
import { MORE_TOPICS_EN } from './topics-en-more.js';

const PLACE: readonly Topic[] = [
  {
    id: 'platform',
    family: 'place',
    evidence: [
      ['The board says the train to {city} goes from platform {n} today.'],
      ['We want the {city} train, the one at {time}, and it is on platform {n}.'],
      ['Has anybody seen the {city} train yet?', 'It is over there on platform {n}, {to}, leaving at {time}.'],
    ],
    explicit: ['Aria, which platform did we say it is?', 'Aria, what platform do we have to go to?'],
    implicit: ['Sorry, I was not listening. Could you tell us the platform again?', 'You heard all of that, so what platform do we go to?'],
    answer: 'Platform {n}.',
    mention: ['n'],
  },
  {
    id: 'parking',
    family: 'place',
    evidence: [
      ['I left the {color} car on level {n}, right beside the lift.'],
      ['The car is on level {n} of the garage in {city}, next to that {color} van.'],
      ['Where did you leave the car, {to}?', 'Level {n}, close to the {color} door.'],
    ],
    explicit: ['Aria, on which level is the car?', 'Aria, where in the garage did we park?'],
    implicit: [
      'We have to find the car later, so please remind us of the level.',
      'You keep track of these things for us, so which level was the car on?',
    ],
    answer: 'On level {n}.',
    mention: ['n'],
  },
  {
    id: 'room',
    family: 'place',
    slots: {
      room: ['library', 'workshop', 'garden house', 'music room', 'old kitchen', 'attic', 'meeting room', 'gym', 'studio', 'cellar'],
    },
    evidence: [
      ['The {day} class has moved to the {room}, because of the {color} paint everywhere.'],
      ['They told me that we meet in the {room} on {day} at {time}.'],
      ['Are we in the usual room on {day}?', 'No, {to}, this time it is the {room}, at {time}.'],
    ],
    explicit: ['Aria, which room are we in on that day?', 'Aria, where is it that we meet?'],
    implicit: ['Can you say again which room that was?', 'One for you, since you heard it all: which room do we meet in?'],
    answer: 'In the {room}.',
    mention: ['room'],
  },
  {
    id: 'shelf',
    family: 'place',
    slots: {
      spot: [
        'cupboard under the stairs',
        'drawer by the door',
        'box under the bed',
        'basket in the hall',
        'top shelf in the kitchen',
        'trunk of the car',
        'cabinet in the bathroom',
      ],
    },
    evidence: [
      ['I put the spare {thing} into the {spot}, behind the {color} tin.'],
      ['The {thing} that {guest} gave us went into the {spot}.'],
      ['Did anybody move the spare {thing}?', 'Yes, {to}, into the {spot}, with the {color} bags.'],
    ],
    explicit: ['Aria, where did the spare things go?', 'Aria, where would I have to look for them?'],
    implicit: ['Please tell me once more where I should look.', 'You were told where they went, so where do I look?'],
    answer: 'In the {spot}.',
    mention: ['spot'],
  },
  {
    id: 'exit',
    family: 'place',
    slots: {
      landmark: ['post office', 'bakery', 'fountain', 'museum', 'bridge', 'cinema', 'pharmacy', 'town hall', 'bus station', 'market'],
    },
    evidence: [
      ['We get off after {n} stops, and the house is opposite the {landmark}.'],
      ['{guest} lives in {city}, just behind the {landmark}, with the {color} door.'],
      ['How do we find the place in {city}?', 'Look for the {landmark}, {to}. It is right across from it.'],
    ],
    explicit: ['Aria, what was the house close to?', 'Aria, what do we have to look for there?'],
    implicit: [
      'Could you remind us what we are looking for there?',
      'I forgot it already. What did they say the house is near to, please, you wrote it down?',
    ],
    answer: 'It is by the {landmark}.',
    mention: ['landmark'],
  },
];

const ACTIVITY: readonly Topic[] = [
  {
    id: 'score',
    family: 'activity',
    slots: { game: ['darts', 'cards', 'bowling', 'table tennis', 'dominoes', 'mini golf'] },
    evidence: [
      ['After that round of {game} I have {n} points, and {to} is still far behind.'],
      ['Write this down for {game}: {n} points for the {color} team.'],
      ['So how many points is that in {game}?', '{n} for us, {to}, counting the last round at {time}.'],
    ],
    explicit: ['Aria, how many points was that?', 'Aria, what is the score that we wrote down?'],
    implicit: ['Please read the points back to us.', 'You keep the score, so how many points was it?'],
    answer: '{n} points.',
    mention: ['n'],
  },
  {
    id: 'recipe',
    family: 'activity',
    slots: { part: ['eggs', 'spoons of sugar', 'cups of flour', 'cloves of garlic', 'potatoes', 'lemons', 'slices of bread', 'tomatoes'] },
    evidence: [
      ['For the {food} we need {n} {part}, that is what the {color} book says.'],
      ['My {kin} always puts {n} {part} into the {food}.'],
      ['How much of it goes into the {food}?', '{n} {part}, {to}, not more.'],
    ],
    explicit: ['Aria, how many {part} do I take?', 'Aria, what was the number of {part}?'],
    implicit: ['My hands are full, so could you tell me how many {part} again?', 'Read it back to me, please. How many {part} was it?'],
    answer: '{n} {part}.',
    mention: ['n'],
  },
  {
    id: 'turns',
    family: 'activity',
    evidence: [
      ['This week {guest} does the shopping, and {guest2} cleans the kitchen.'],
      ['On {day} it is {guest} who does the shopping, I have checked with {guest2}.'],
      ['Who does the shopping on {day}?', 'That is {guest}, {to}. It was {guest2} last time.'],
    ],
    explicit: ['Aria, who does the shopping then?', 'Aria, whose turn is the shopping?'],
    implicit: ['You have the list. Who was it that does the shopping?', 'Please tell us again who goes shopping.'],
    answer: '{guest}.',
    mention: ['guest'],
    not: ['guest2'],
  },
  {
    id: 'meeting',
    family: 'activity',
    slots: { sport: ['choir', 'swimming', 'climbing', 'chess', 'rehearsal', 'yoga', 'football', 'the hike'] },
    evidence: [
      ['On {day} we start with {sport} at {time}, so do not be late.'],
      ['{guest} has changed it: {sport} begins at {time} on {day}.'],
      ['When do we begin with {sport} on {day}?', 'At {time}, {to}, like {guest} said.'],
    ],
    explicit: ['Aria, what time does it start?', 'Aria, when do we have to be there?'],
    implicit: ['Remind us, please, what time was that?', 'You noted it for us, so at what time does it start?'],
    answer: 'At {time}.',
    mention: ['time'],
  },
  {
    id: 'packing',
    family: 'activity',
    evidence: [
      ['For the trip to {city} I bring {n} {thing2}, {to} brings the rest.'],
      ['We need {n} {thing2} on {day}, one for each of us and some more.'],
      ['What do we still have to pack for {city}?', '{n} {thing2}, {to}, and that is all.'],
    ],
    explicit: ['Aria, how many {thing2} did we say?', 'Aria, what is on the list for {thing2}?'],
    implicit: ['Could you give me the number of {thing2} again?', 'You have our list, so how many {thing2} is it?'],
    answer: '{n} {thing2}.',
    mention: ['n'],
  },
];

export const TOPICS_EN: readonly Topic[] = [...PLACE, ...ACTIVITY, ...MORE_TOPICS_EN];
