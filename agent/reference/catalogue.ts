/**
 * Every reference agent and its parameters: the one table that the command line, the docs' check, the manifest and the types are made of.
 * Times are in milliseconds here, where people write them; `behaviourOf` makes samples of them.
 */
import { msToSamples, samplesToMs } from '../../src/time/position.js';

/** A length of time. In a `ReferenceBehaviour` it is in samples. */
interface TimeParameter {
  readonly kind: 'time';
  readonly default: number;
  readonly least: number;
  readonly most: number;
  readonly says: string;
}
/** A probability, 0 to 1. */
interface ShareParameter {
  readonly kind: 'share';
  readonly default: number;
  readonly says: string;
}
interface ChoiceParameter {
  readonly kind: 'choice';
  readonly default: string;
  readonly of: readonly string[];
  readonly says: string;
}
export type Parameter = TimeParameter | ShareParameter | ChoiceParameter;

export interface BehaviourEntry {
  readonly says: string;
  /** The parameter that `NAME=VALUE` stands for; undefined where there is none. */
  readonly main?: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
}

const LONGEST_MS = 60_000;

function time(ms: number, says: string, least = 0, most = LONGEST_MS): TimeParameter {
  return { kind: 'time', default: ms, least, most, says };
}

const delay = time(700, 'from the last voiced sample it heard to its onset; under 60 it is late, since a silence must be heard first');
/** Speech shorter than 120 ms is no speech (selective-participation.md, VAD). */
const speak = (ms: number): TimeParameter => time(ms, 'length of what it says', 120);
const notice = (ms: number): TimeParameter =>
  time(ms, 'voiced time of a human over its own speech from which on it takes that for a barge-in', 20, 10_000);
const stop = (ms: number): TimeParameter =>
  time(ms, "from the barge-in's first voiced sample to the end of its speech; not before it has noticed", 20, 10_000);
/** How it answers and yields unless its fault says otherwise. */
const answering = { delay, speak: speak(1_500), notice: notice(500) };
/** What interrupts an agent comes seconds into its answer (live cases C10 to C14: up to 3 s). */
const LONG_ANSWER_MS = 6_000;
const blurting = (length: TimeParameter) => ({
  length,
  where: { kind: 'choice', default: 'talk', of: ['talk', 'pause'], says: 'while the user talks, or in the silence after' } as const,
  after: time(400, "from the first voiced sample (talk) or the last one (pause) to the sound's onset", 60),
  ...answering,
});

/** Participants among several people are told the scene beforehand (script.ts), and so answer to the sample. */
const participant = {
  delay: time(250, "from the answered turn's last voiced sample to its onset", 60),
  speak: speak(1_150),
};
const resolved = (ms: number): TimeParameter =>
  time(ms, "from the resolution's first voiced sample to the end of its speech, where it is speaking then", 60, 10_000);
const long = time(6_000, 'length of what it says to an N4Q', 120);

export const BEHAVIOURS = {
  'answer-after': {
    says: 'answers every turn once, so long after its end; yields to a barge-in and answers it; speaks on through a backchannel',
    main: 'delay',
    parameters: answering,
  },
  silent: { says: 'hears and says nothing', parameters: {} },
  'always-on': { says: 'talks from its first frame to its last', parameters: {} },
  premature: {
    says: 'takes pauses for the end of a turn and replies into them; never yields',
    main: 'pause',
    parameters: {
      pause: time(300, 'how long a pause must be; its onset lies so long after the last voiced sample'),
      probability: { kind: 'share', default: 1, says: 'how probably it is taken in by a pause; drawn anew for each' },
      delay: time(1_500, 'its wait where it was not taken in'),
      speak: speak(1_500),
    },
  },
  blip: {
    says: 'answers, and makes a sound too short for speech where it should be silent',
    main: 'length',
    parameters: blurting(time(60, 'length of the sound', 30, 100)),
  },
  burst: {
    says: 'answers, and says something too short for a reply where it should be silent',
    main: 'length',
    parameters: blurting(time(200, 'length of the sound', 120, 299)),
  },
  deaf: {
    says: 'answers, and speaks on whoever talks over it; answers the barge-in when it has finished',
    main: 'delay',
    parameters: { delay, speak: speak(LONG_ANSWER_MS), notice: notice(500) },
  },
  'stops-after': {
    says: 'stops so long after a barge-in began, and does not answer it',
    main: 'stop',
    parameters: { stop: stop(600), delay, speak: speak(LONG_ANSWER_MS), notice: notice(400) },
  },
  'stops-on-backchannel': {
    says: 'stops at whatever a human says over it, and does not go on',
    main: 'stop',
    parameters: { stop: stop(300), delay, speak: speak(LONG_ANSWER_MS), notice: notice(100) },
  },
  resumes: {
    says: 'stops at whatever a human says over it and goes on where it was, once an answer',
    main: 'resume',
    parameters: {
      resume: time(800, 'from where it stopped to where it goes on'),
      stop: stop(300),
      delay,
      speak: speak(LONG_ANSWER_MS),
      notice: notice(100),
    },
  },
  restarts: {
    says: 'stops at whatever a human says over it and begins its answer again from the top, once an answer',
    main: 'restart',
    parameters: {
      restart: time(800, 'from where it stopped to where it begins again'),
      stop: stop(300),
      delay,
      speak: speak(LONG_ANSWER_MS),
      notice: notice(100),
    },
  },
  double: {
    says: 'answers every turn twice',
    main: 'gap',
    parameters: { gap: time(1_000, 'from the end of the first reply to the onset of the second'), ...answering },
  },
  dies: {
    says: 'is gone in the middle of its first answer, at the frame that follows',
    main: 'after',
    parameters: {
      after: time(500, "from its first answer's onset"),
      how: { kind: 'choice', default: 'leave', of: ['leave', 'track'], says: 'it leaves the room, or its track is gone' },
      ...answering,
    },
  },
  stuck: {
    says: 'answers, yields to a barge-in, and never speaks again after it',
    main: 'delay',
    parameters: { delay, speak: speak(LONG_ANSWER_MS), notice: notice(500) },
  },
  greets: {
    says: 'speaks first, then answers',
    main: 'after',
    parameters: {
      after: time(600, 'from the first sample it heard to the onset of its greeting'),
      greeting: time(1_500, 'length of its greeting', 120),
      ...answering,
    },
  },
  'two-tracks': {
    says: 'answers, beside a second track that carries no speech',
    main: 'delay',
    parameters: {
      ...answering,
      ambience: { kind: 'choice', default: 'typing', of: ['typing', 'hum'], says: 'what the second track carries' },
    },
  },
  'cuts-in': {
    says: 'cuts into the pauses that fit its rule and waits through all others; told the words, so in virtual time only',
    main: 'pause',
    parameters: {
      pause: time(600, 'longest pause that it waits through; its onset lies so long after the last voiced sample', 200),
      after: { kind: 'choice', default: 'any', of: ['any', 'digit', 'hesitation', 'unfinished'], says: 'the word before the pause' },
      nth: { kind: 'choice', default: 'any', of: ['any', 'first', 'second', 'third'], says: "which of the turn's pauses" },
      turn: { kind: 'choice', default: 'any', of: ['any', 'first', 'second', 'third'], says: "which of the scene's turns" },
      words: {
        kind: 'choice',
        default: 'any',
        of: ['any', 'two', 'three', 'four'],
        says: 'how many words of the turn came before it at least',
      },
      other: { kind: 'choice', default: 'any', of: ['any', 'before'], says: 'whether somebody else must have spoken before' },
      noise: { kind: 'choice', default: 'any', of: ['any', 'on'], says: 'whether a noise must sound when the pause begins' },
      probability: { kind: 'share', default: 1, says: 'how probably it cuts into a pause that fits; drawn anew for each' },
      delay: time(700, "from the turn's last voiced sample to its answer", 60),
      speak: speak(1_500),
    },
  },
  'answers-t': {
    says: 'among several people, answers the request (T) and nothing else',
    main: 'delay',
    parameters: participant,
  },
  'answers-all': {
    says: 'among several people, answers every turn after the duty',
    main: 'delay',
    parameters: participant,
  },
  'answers-name': {
    says: 'among several people, answers every turn in which the assistant is named',
    main: 'delay',
    parameters: participant,
  },
  'yields-in-time': {
    says: 'among several people, answers T and N4Q, and stops soon after a resolution (N4R) began',
    main: 'stop',
    parameters: { stop: resolved(700), long, ...participant },
  },
  'yields-late': {
    says: 'among several people, answers T and N4Q, and stops too late after a resolution began',
    main: 'stop',
    parameters: { stop: resolved(2_650), long, ...participant },
  },
  'pauses-resumes': {
    says: 'among several people, answers T and N4Q, stops after a resolution began, and goes on before its observation is over',
    main: 'resume',
    parameters: {
      stop: resolved(400),
      resume: time(1_150, 'from where it stopped to where it goes on', 20, 10_000),
      rest: time(1_100, 'how long it then goes on', 120),
      long,
      ...participant,
    },
  },
} as const satisfies Readonly<Record<string, BehaviourEntry>>;

export type BehaviourName = keyof typeof BEHAVIOURS;
/** Those that are told their scene, and answer by its labels. */
export const PARTICIPANTS = ['answers-t', 'answers-all', 'answers-name', 'yields-in-time', 'yields-late', 'pauses-resumes'] as const;
export type ParticipantName = (typeof PARTICIPANTS)[number];
export const isParticipant = (name: BehaviourName): name is ParticipantName => (PARTICIPANTS as readonly string[]).includes(name);
/** Whether what it does hangs on its seed: one without chance does the same in every session of a scene. */
export function isRandom(behaviour: ReferenceBehaviour): boolean {
  const entry: BehaviourEntry = BEHAVIOURS[behaviour.name];
  const values = behaviour as unknown as Readonly<Record<string, string | number>>;
  return Object.entries(entry.parameters).some(([key, { kind }]) => kind === 'share' && Number(values[key]) > 0 && Number(values[key]) < 1);
}
/** Those that are told the words (behaviour.ts, `told`), which a room cannot do. */
export const isTold = (name: BehaviourName): boolean => name === 'cuts-in';
export const BEHAVIOUR_NAMES = Object.keys(BEHAVIOURS) as readonly BehaviourName[];

type ParametersOf<N extends BehaviourName> = (typeof BEHAVIOURS)[N]['parameters'];
type ValueOf<P> = P extends { readonly kind: 'choice'; readonly of: readonly (infer C)[] } ? C : number;

/** One reference agent: times in samples, shares 0 to 1, choices as written. */
export type BehaviourOf<N extends BehaviourName> = { readonly name: N; readonly seed: number } & {
  readonly [P in keyof ParametersOf<N>]: ValueOf<ParametersOf<N>[P]>;
};
/** What a reference agent is to do. */
export type ReferenceBehaviour = { [N in BehaviourName]: BehaviourOf<N> }[BehaviourName];

/** Values as people write them: milliseconds, shares, choices. */
export type Given<N extends BehaviourName> = { readonly [P in keyof ParametersOf<N>]?: ValueOf<ParametersOf<N>[P]> };

/** A reference agent with what is given in milliseconds, and the defaults for the rest. The values are not checked here (src/cli/agent-spec.ts). */
export function behaviourOf<N extends BehaviourName>(name: N, given: Given<N> = {}, seed = 1): BehaviourOf<N> {
  return filled(name, given, seed) as BehaviourOf<N>;
}

/** The same where only the run knows which one it is: from the command line, or a row of the table. */
export function anyBehaviour(name: BehaviourName, given: Readonly<Record<string, number | string>>, seed = 1): ReferenceBehaviour {
  return filled(name, given, seed) as ReferenceBehaviour;
}

/** The table is where the types come from: what it lists is what they ask for. */
function filled(name: BehaviourName, given: object, seed: number): object {
  const values = new Map(Object.entries(given) as [string, number | string | undefined][]);
  const entry: BehaviourEntry = BEHAVIOURS[name];
  const parameters = Object.entries(entry.parameters).map(([key, parameter]): [string, number | string] => {
    const value = values.get(key) ?? parameter.default;
    return [key, parameter.kind === 'time' ? msToSamples(Number(value)) : value];
  });
  return { name, seed, ...Object.fromEntries<number | string>(parameters) };
}

/** A reference agent's parameters as a manifest shows them: times in milliseconds under `delayMs` and the like. */
export function settingsOf(behaviour: ReferenceBehaviour): Record<string, string | number> {
  const entry: BehaviourEntry = BEHAVIOURS[behaviour.name];
  const values = behaviour as unknown as Readonly<Record<string, string | number>>;
  const settings: Record<string, string | number> = { behaviour: behaviour.name, seed: behaviour.seed };
  for (const [key, { kind }] of Object.entries(entry.parameters)) {
    const value = values[key];
    if (typeof value === 'number') settings[kind === 'time' ? `${key}Ms` : key] = kind === 'time' ? samplesToMs(value) : value;
    else if (value !== undefined) settings[key] = value;
  }
  return settings;
}
