/** A recording as a session that might have been played: one scene, its turns where they lie, and the log of a session that ran through. */
import type { PlannedSession, CompiledScene, CompiledTurn, Expectation } from '../scenario/model.js';
import type { RunManifest } from '../recording/model.js';
import type { SessionCommand, SessionEvent, SessionInput } from '../schedule/events.js';
import type { PlacedTurn } from '../score/model.js';
import { rigPos, shift, type RigPos, type Samples } from '../time/position.js';
import { IGNORE_GAP, IGNORE_REACTION, REPLY_WITHIN, YIELD_QUIET, YIELD_WITHIN } from './constants.js';
import type { RecordedTurn, TurnKind } from './turns.js';

/** The transport that the manifest of an analysed recording names. */
export const RECORDING = 'recording';
/** Ends the name of a scenario file that `turnrig replay` made of a recording. */
export const REPLAYED_FILE = 'scenario/replay.yaml';

/** Whether the texts of a run's scenes are what a person said in a recording, and not what somebody wrote for a suite. */
export function quotesPeople({ transport, suites }: Pick<RunManifest, 'transport' | 'suites'>): boolean {
  return transport === RECORDING || suites.some(({ file }) => file.replaceAll('\\', '/').endsWith(REPLAYED_FILE));
}

export const USER = 'user';
export const ATTEMPT = 's0000-a1';

export interface Recording {
  /** The file's name, without its folder. */
  readonly name: string;
  readonly sha256: string;
  readonly agent: string;
  readonly length: Samples;
}

const EXPECT: Readonly<Record<TurnKind, Expectation>> = {
  respond: { kind: 'reply', within: REPLY_WITHIN, once: false },
  stop: { kind: 'yield', within: YIELD_WITHIN, quiet: YIELD_QUIET, mayReply: true },
  ignore: { kind: 'continue', maxGap: IGNORE_GAP, reaction: IGNORE_REACTION },
};

/** The kind that an expectation was made of. */
export function kindOf(expect: Expectation): TurnKind {
  if (expect.kind === 'yield') return 'stop';
  return expect.kind === 'continue' ? 'ignore' : 'respond';
}

export function sceneOf(recording: Recording, turns: readonly RecordedTurn[]): CompiledScene {
  return {
    id: 'recording',
    scene: 'recording',
    suite: recording.name,
    title: recording.name,
    variant: {},
    arm: undefined,
    repeats: 1,
    pair: undefined,
    language: 'und',
    // One microphone: whether the agent heard it is not a question that a recording answers.
    layout: 'mixed',
    speakers: [{ id: USER, name: 'User' }],
    greeting: { policy: 'ignored', within: 0 },
    turns: turns.map((turn) => compiled(recording, turn)),
    tail: 0,
    limits: { lateFrame: 0, packetLossShare: 0, readyWithin: 0 },
  };
}

function compiled(recording: Recording, turn: RecordedTurn): CompiledTurn {
  const within = ({ from, to }: { readonly from: number; readonly to: number }) => ({ from: from - turn.from, to: to - turn.from });
  return {
    id: turn.id,
    label: 'user',
    ...(turn.noise ? { kind: 'noise' as const } : {}),
    speaker: USER,
    text: turn.text,
    // No clip was played: the turn is a stretch of the recording, whose hash stands here.
    clip: {
      hash: recording.sha256,
      length: turn.to - turn.from,
      voiced: within(turn),
      parts: turn.parts.map((part) => ({ ...within(part), text: '' })),
      activeLevelDb: 0,
      sources: [recording.name],
    },
    cue: { kind: 'at', offset: turn.from },
    hold: { kind: 'gap', length: 0 },
    expect: EXPECT[turn.kind],
    plusMinus: turn.plusMinus,
    source: turn.source,
  };
}

export function plannedOf(recording: Recording): PlannedSession {
  const { name, agent } = recording;
  return { id: `${name}/recording#1@${agent}`, scene: 'recording', suite: name, agent, repeat: 1, block: 0, seed: 0 };
}

/** Events and commands of the session in the order of the log. */
export function logOf(
  recording: Recording,
  turns: readonly RecordedTurn[],
): { readonly event: SessionEvent; readonly commands: readonly SessionCommand[] }[] {
  const end = rigPos(recording.length);
  const inputs: { at: RigPos; input: SessionInput; commands: SessionCommand[] }[] = [
    { at: rigPos(0), input: { type: 'session-opened' }, commands: [{ type: 'mark', mark: 'scene-start', at: rigPos(0) }] },
    ...turns
      .flatMap(({ id, from, to }) => [
        { at: from, input: { type: 'turn-started', turn: id, start: from } as const, commands: [] },
        { at: to, input: { type: 'turn-ended', turn: id, voicedEnd: to } as const, commands: [] },
      ])
      .sort((a, b) => a.at - b.at),
    {
      at: end,
      input: { type: 'woke' },
      commands: [
        { type: 'mark', mark: 'scene-end', at: end },
        { type: 'finish', reason: 'complete' },
      ],
    },
  ];
  return inputs.map(({ at, input, commands }, seq) => ({ event: { ...input, seq, at }, commands }));
}

/** Where the turns lie: as the scene has them, since both channels have one clock and nothing needs to be placed. */
export function placedTurns(scene: CompiledScene, events: readonly SessionEvent[]): PlacedTurn[] {
  const starts = new Map(events.flatMap((event) => (event.type === 'turn-started' ? [[event.turn, event.start] as const] : [])));
  return scene.turns.flatMap((turn): PlacedTurn[] => {
    const start = starts.get(turn.id);
    if (start === undefined) return [];
    const parts = turn.clip.parts.map(({ from, to }) => ({ from: shift(start, from), to: shift(start, to) }));
    return [
      {
        turn: turn.id,
        speaker: turn.speaker,
        start,
        end: shift(start, turn.clip.voiced.to),
        plusMinus: turn.plusMinus ?? 0,
        pauses: parts.slice(1).flatMap((part, i) => {
          const from = parts[i]?.to;
          return from !== undefined && from < part.from ? [{ from, to: part.from }] : [];
        }),
        parts,
        by: 'recorder',
      },
    ];
  });
}
