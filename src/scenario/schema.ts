/**
 * The shape of a scenario file, format 1: what an editor knows (JSON Schema) and what is checked value by value.
 * Rules that look at several values together stand in rules.ts; short forms become their long forms first (short-forms.ts).
 *
 * `meta.short` names the scalar forms that short-forms.ts accepts in a mapping's place; `meta.sweepable` that `$name` may stand there.
 */
import { z } from 'zod';
import { ACROSS_MEASURES, FAMILIES, PRIMARY_MEASURES, TURN_LABELS } from './model.js';

/** The format this version reads and writes. */
export const FORMAT_VERSION = 1;
/** An hour: anything longer is a slip of the unit. */
const LONGEST_MS = 3_600_000;
const LONGEST_TEXT = 20_000;

const ID = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;
const id = (what: string) =>
  z
    .string()
    .max(64)
    .regex(ID, { error: 'may hold letters, digits, "_", "." and "-" only, and starts with a letter or digit' })
    .describe(what);

/** A name in a sweep, as used in "$name". */
export const SWEEP_NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

const ms = (what: string) => z.int().min(0).max(LONGEST_MS).describe(`${what} (ms)`).meta({ sweepable: true });
const decibel = (what: string, min: number, max: number) => z.number().min(min).max(max).describe(`${what} (dB)`).meta({ sweepable: true });
const line = (what: string) => z.string().min(1).max(LONGEST_TEXT).describe(what);
const clipFile = line('Audio file, relative to the folder `clips`: WAV, FLAC or Ogg Opus.');

const reply = z
  .strictObject({
    within: ms("The reply's onset comes so soon after the turn's last voiced sample").optional(),
    once: z.boolean().describe('A second reply in the window is a fault (default true).').optional(),
    max_gap: ms('No hole inside the reply may be longer').optional(),
  })
  .describe('One reply, which begins after the turn has ended.');

export const expectSchema = z
  .strictObject({
    reply: reply.optional(),
    silence: z.strictObject({}).describe("No agent speech in the turn's window.").optional(),
    yield: z
      .strictObject({
        within: ms("The agent is silent so soon after the turn's first voiced sample").optional(),
        quiet: ms('... and does not come back for so long').optional(),
      })
      .describe('The turn cuts into the agent, which gives way. May stand together with reply.')
      .optional(),
    continue: z
      .strictObject({
        max_gap: ms('Longest gap that still is going on').optional(),
        quiet_after: ms('Nothing more may begin in so long after the speech that went on').optional(),
      })
      .describe('A backchannel or a noise: the agent goes on.')
      .optional(),
    probe: z
      .strictObject({ within: ms('The agent begins to speak so soon after it').optional() })
      .describe('Says whether the agent hears the speaker at all. Judges nothing by itself: see silence in the layout `tracks`.')
      .optional(),
    may_answer: z.strictObject({}).describe('May answer, must yield to the N4R that follows.').optional(),
    none: z.strictObject({}).describe('Nothing is judged.').optional(),
  })
  .describe('What is right after the turn.')
  .meta({ short: ['reply', 'silence', 'yield', 'continue', 'probe', 'may_answer', 'none'] });

export const holdSchema = z
  .strictObject({
    gap: ms('So long after the voiced end').optional(),
    fixed: ms('Exactly so long, whatever the agent does').optional(),
    answer: z
      .strictObject({
        onset_within: ms('Wait so long for the agent to begin').optional(),
        silence: ms('... then for so much confirmed silence').optional(),
        cap: ms('... but at most so long').optional(),
      })
      .describe("Wait for the agent's answer and its end.")
      .optional(),
    observe: z
      .strictObject({
        after_start: ms("Until so long after the turn's first sample").optional(),
        after_end: ms('... and so long after its end, whichever is later').optional(),
      })
      .describe('Watch a resolution to its end.')
      .optional(),
  })
  .describe('What the schedule waits for after the turn before the next one plays.')
  .meta({ short: ['answer', 'observe'] });

export const whenSchema = z
  .strictObject({
    at: ms("So long after the scene's first moment").optional(),
    after: line('Id of an earlier turn.').optional(),
    edge: z.enum(['start', 'end']).describe("Which edge of that turn's speech counts (default end).").optional(),
    gap: ms('So long after that edge').optional(),
    agent: z.enum(['onset', 'offset']).describe("Follow the agent's own speech.").optional(),
    since: line('Id of the turn after whose start the edge is looked for (default: the turn before).').optional(),
    offset: ms("So long after the agent's edge. It cannot be negative: a cue comes after what it reacts to").optional(),
    tolerance: ms('Later than this and the turn is not scored').optional(),
    timeout: ms('Give up so long after the end of `since`').optional(),
    otherwise: z.enum(['skip', 'play']).describe('What happens then (default skip).').optional(),
  })
  .describe('When the turn plays. Left out: when the hold of the turn before is over.')
  .meta({ short: ['next'] });

const partSchema = z
  .strictObject({
    text: line('What is said.').optional(),
    clip: clipFile.optional(),
    pause: ms(
      'Silence between the parts around it, from last voiced to first voiced sample; in a recorded turn the sound of its clip',
    ).optional(),
  })
  .describe('A spoken part, or a pause.');

const spoken = {
  speaker: line('Id of a speaker.'),
  text: line('What is said. Rendered by the voice of the speaker when there is no clip.').optional(),
  clip: clipFile.optional(),
  parts: z.array(partSchema).min(1).describe('Speech in parts with exact pauses, instead of text and clip.').optional(),
  recorded: z
    .boolean()
    .describe('The clips are a recording as it is: laid end to end sample by sample, not cut at their edges and not brought to a level.')
    .optional(),
  gain: decibel("Louder or softer than the suite's level; of a recorded turn than it was recorded", -60, 20).optional(),
};

export const turnSchema = z
  .strictObject({
    id: id('Unique in the scene (default t1, t2, ...).').optional(),
    ...spoken,
    label: z.enum(TURN_LABELS).describe('Role of the turn (default user).').optional(),
    kind: z.enum(['speech', 'noise']).describe("noise: a cough, a door, room noise; nobody's turn (default speech).").optional(),
    when: whenSchema.optional(),
    hold: holdSchema.optional(),
    expect: expectSchema.optional(),
  })
  .describe('A turn.');

const preambleSchema = z
  .strictObject({
    ...spoken,
    expect: z.enum(['none', 'silence']).describe('Whether the agent must be silent in it (default none).').optional(),
  })
  .describe('Spoken before the first turn: who the agent is, when to answer.');

export const greetingSchema = z
  .strictObject({
    policy: z
      .enum(['expected', 'ignored', 'forbidden'])
      .describe(
        'expected: the scene starts 1 s after it ended; ignored: waited for if it comes; forbidden: speech before the first turn fails.',
      ),
    within: ms('How long the gate waits for it to begin').optional(),
  })
  .describe('What becomes of an agent that speaks first.')
  .meta({ short: ['expected', 'ignored', 'forbidden'] });

const limitsSchema = z
  .strictObject({
    late_frame: ms('A frame that leaves later spoils the session').optional(),
    packet_loss: z.number().min(0).max(1).describe('A larger share of lost packets spoils the session.').optional(),
    ready_within: ms('An agent that is not ready by then has failed').optional(),
  })
  .describe('Limits on the rig: beyond them a session counts for nobody.');

/** Settings that `defaults` gives to every scene and a scene may set itself. */
const settings = {
  language: z
    .string()
    .max(35)
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/, { error: 'must be a BCP 47 tag such as "en" or "zh-CN"' })
    .describe('BCP 47 tag (default en).')
    .optional(),
  room: z
    .enum(['mixed', 'tracks'])
    .describe('mixed: one microphone for all; tracks: one participant and track a speaker (default mixed).')
    .meta({ sweepable: true })
    .optional(),
  greeting: greetingSchema.optional(),
  preamble: preambleSchema.optional(),
  limits: limitsSchema.optional(),
  assistant: line('Name by which people speak of the agent (default Aria).').optional(),
  tail: ms("Silence streamed and watched after the last turn's hold").optional(),
  repeats: z.int().min(1).max(10_000).describe('How often each variant is played (default: that of the suite).').optional(),
};

const percentile = (what: string) => z.number().min(0).max(100).describe(`${what} (percentile)`);

const acrossSchema = z
  .strictObject({
    turn: line('Id of the turn whose value it is.'),
    measure: z.enum(ACROSS_MEASURES).describe('Whose value: reply (the end wait, default) or yield (the time to the stop).').optional(),
    spread: z
      .strictObject({
        low: percentile('Lower end of the spread, default 10').optional(),
        high: percentile('Upper end of the spread, default 90').optional(),
        within: ms('The distance between the two is at most'),
      })
      .describe('How far apart the values may lie: one tight cluster, not two.'),
    least: z.int().min(2).max(10_000).describe('With fewer values nothing is decided (default 10).').optional(),
  })
  .describe('What is right of all sessions of a variant against one agent together.');

const goldSchema = z
  .strictObject({
    answer: line('The right answer, short.'),
    must_mention: z
      .array(
        z.array(line('A way to say it.')).min(1).describe('Ways to say one thing; a plain text is the only one.').meta({ short: true }),
      )
      .min(1)
      .describe('All of these are in a right answer.'),
    must_not_mention: z.array(line('What a right answer does not say.')).describe('None of these is in a right answer.').optional(),
    evidence: z.array(line('Id of a turn.')).min(1).describe('Turns before T that say what the answer needs.'),
  })
  .describe("The right answer to the scene's T, and how to know one.");

export const sceneSchema = z
  .strictObject({
    id: id('Unique in the suite.'),
    title: line('One line for people.').optional(),
    arm: line('One of `arms`.').optional(),
    pair: z
      .strictObject({
        id: id('Same in both scenes of the pair.'),
        condition: id('explicit: the request names the assistant; implicit: only context shows that it is asked.'),
      })
      .describe('The scene is one of a pair.')
      .optional(),
    family: z
      .enum(FAMILIES)
      .describe('What the answer hangs on: place, joint activity, social relation, devices around, speaking style.')
      .optional(),
    gold: goldSchema.optional(),
    sweep: z
      .record(z.string(), z.array(z.union([z.number(), z.string()])).min(1))
      .describe('Names and their values; the scene is played for every combination. Use them as $name.')
      .optional(),
    ...settings,
    across: z.array(acrossSchema).min(1).describe('What is right over the repeats of each variant.').optional(),
    turns: z.array(turnSchema).min(1).describe('The turns in the order in which they play.'),
  })
  .describe('A scene: one session in a fresh room for each variant and repeat.');

const voiceSchema = z
  .strictObject({
    tts: line('The engine: flite, openai.'),
    voice: line("One of the engine's voices."),
    language: settings.language,
  })
  .describe('A voice that renders text without a clip.');

const speakerSchema = z
  .strictObject({ name: line('As others call the speaker (default: the id).').optional(), voice: line('Id of a voice.').optional() })
  .describe('A human of the scene; a plain text is the name.')
  .meta({ short: true });

export const suiteSchema = z
  .strictObject({
    version: z.literal(FORMAT_VERSION).describe('Version of this format.'),
    suite: id('Name of the suite.'),
    title: line('One line for people.').optional(),
    clips: line('Folder of the clips, relative to this file (default: beside it).').optional(),
    level: z
      .number()
      .min(-60)
      .max(-10)
      .describe('Active speech level of every turn, ITU-T P.56, dB relative to full scale (default -26).')
      .optional(),
    voices: z.record(z.string(), voiceSchema).describe('Only needed where text is rendered.').optional(),
    speakers: z.record(z.string(), speakerSchema).describe('Who speaks.'),
    defaults: z.strictObject(settings).describe('What every scene has that does not say otherwise.').optional(),
    repeats: z.int().min(1).max(10_000).describe('How often each variant is played (default 1).').optional(),
    primary: z
      .enum(PRIMARY_MEASURES)
      .describe("What the suite is about: claims of a run are about it, the other measures' are corrected for being many.")
      .optional(),
    arms: z.array(id('Name of an arm.')).min(2).describe('Arms that alternate in randomised blocks.').optional(),
    scenes: z.array(sceneSchema).min(1).describe('The scenes.'),
  })
  .describe('A suite of scenes for turnrig.');

export type SuiteFile = z.infer<typeof suiteSchema>;
export type SceneFile = z.infer<typeof sceneSchema>;
export type TurnFile = z.infer<typeof turnSchema>;
export type PreambleFile = z.infer<typeof preambleSchema>;
export type AcrossFile = z.infer<typeof acrossSchema>;
export type SpokenFile = Pick<TurnFile, 'speaker' | 'text' | 'clip' | 'parts' | 'recorded' | 'gain'>;
export type VoiceFile = z.infer<typeof voiceSchema>;
export type SceneSettings = NonNullable<SuiteFile['defaults']>;
