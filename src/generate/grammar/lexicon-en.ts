/** English words for the slots of topics and talk. "nine forty|9:40": the first is said, the others are right answers too. */
const NUMBERS =
  'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const HOURS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const MINUTES: readonly (readonly [string, string])[] = [
  ['ten', '10'],
  ['fifteen', '15'],
  ['twenty', '20'],
  ['thirty', '30'],
  ['forty', '40'],
  ['fifty', '50'],
];
const number = NUMBERS.map((word, i) => `${word}|${i + 2}`);
const list = (text: string): readonly string[] => text.split(', ');

export const LEXICON_EN: Readonly<Record<string, readonly string[]>> = {
  n: number,
  n2: number,
  time: HOURS.flatMap((hour, h) => MINUTES.map(([minute, digits]) => `${hour} ${minute}|${h + 1}:${digits}|${h + 1}.${digits}`)),
  time2: HOURS.flatMap((hour, h) => MINUTES.map(([minute, digits]) => `${hour} ${minute}|${h + 1}:${digits}|${h + 1}.${digits}`)),
  day: list('Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday'),
  day2: list('Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday'),
  city: list('Bristol, Lyon, Geneva, Porto, Hamburg, Vienna, Dublin, Turin, Seville, Ghent, Bergen, Krakow, York, Basel, Malmo, Leeds'),
  color: list('red, blue, green, yellow, white, black, orange, purple, silver, brown'),
  color2: list('red, blue, green, yellow, white, black, orange, purple, silver, brown'),
  kin: list('cousin, neighbour, colleague, flatmate, best friend, boss, landlord, tutor, godchild, old classmate'),
  guest: list('Clara, Oliver, Judith, Anton, Bianca, Stefan, Lucy, Martin, Rosa, Walter, Elena, Jasper'),
  guest2: list('Clara, Oliver, Judith, Anton, Bianca, Stefan, Lucy, Martin, Rosa, Walter, Elena, Jasper'),
  food: list('soup, pasta, salad, rice, curry, bread, pie, stew, pancakes, noodles'),
  drink: list('coffee, tea, lemonade, cocoa, cider, apple juice'),
  thing: list('keys, glasses, gloves, charger, umbrella, notebook, scarf, wallet, headphones, map'),
  thing2: list('sandwiches, water bottles, blankets, candles, plates, napkins, batteries, raincoats, torches, chairs'),
  job: list(
    'a dentist|dentist, a pilot|pilot, a plumber|plumber, a librarian|librarian, a nurse|nurse, a carpenter|carpenter, a vet|vet, a translator|translator, a baker|baker, an electrician|electrician',
  ),
};
