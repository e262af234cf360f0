/** Feeds a session its log: inputs at milliseconds, wakes in between, turns reported as they were commanded. */
import type { SessionCommand, SessionEvent, SessionInput } from '../../src/schedule/events.js';
import { createSession, type SessionScene } from '../../src/session/session.js';
import { rigPos, samplesToMs, type RigPos } from '../../src/time/position.js';
import { ms } from '../schedule/scene.js';

export interface Ran {
  readonly log: readonly SessionEvent[];
  /** Commands of each event. */
  readonly answers: readonly (readonly SessionCommand[])[];
  readonly commands: readonly SessionCommand[];
  readonly reason: string | undefined;
  readonly endMs: number;
  markMs(mark: string): number | undefined;
}

export type Script = readonly (readonly [atMs: number, input: SessionInput])[];

/** Everything that is needed for the gate: joined at 200 ms, all in place at 1500 ms. */
export const READY: Script = [
  [0, { type: 'session-opened' }],
  [200, { type: 'agent-joined', identity: 'agent' }],
  [300, { type: 'agent-track', track: 'a0', name: 'voice', tracks: 1 }],
  [350, { type: 'agent-subscribed', speaker: 'ann' }],
  [1500, { type: 'agent-flowing' }],
];

export const on = (sinceMs: number): SessionInput => ({ type: 'agent-speech-on', since: rigPos(ms(sinceMs)) });
export const off = (sinceMs: number): SessionInput => ({ type: 'agent-speech-off', since: rigPos(ms(sinceMs)) });

export function run(scene: SessionScene, script: Script): Ran {
  const machine = createSession(scene);
  const queue = script.map(([at, input]) => ({ at: rigPos(ms(at)), input }));
  const log: SessionEvent[] = [];
  const answers: (readonly SessionCommand[])[] = [];
  let now: RigPos = rigPos(0);
  while (!machine.finished) {
    queue.sort((a, b) => a.at - b.at);
    const next = queue[0];
    const wake = machine.deadline();
    if (!next && wake === undefined) break;
    const fromQueue = next !== undefined && (wake === undefined || next.at <= wake);
    const input = fromQueue ? queue.shift()!.input : ({ type: 'woke' } as const);
    now = fromQueue ? next.at : wake!;
    const event: SessionEvent = { ...input, seq: log.length, at: now };
    log.push(event);
    const commands = machine.handle(event);
    answers.push(commands);
    if (log.length > 5000) throw new Error('the session does not end');
    for (const command of commands) {
      if (command.type !== 'play') continue;
      const turn = scene.turns.find(({ id }) => id === command.turn)!;
      const voicedEnd = rigPos(command.at + turn.clip.voiced.to);
      queue.push({ at: command.at, input: { type: 'turn-started', turn: turn.id, start: command.at } });
      queue.push({ at: voicedEnd, input: { type: 'turn-ended', turn: turn.id, voicedEnd } });
    }
  }
  const commands = answers.flat();
  return {
    log,
    answers,
    commands,
    reason: machine.finished,
    endMs: samplesToMs(now),
    markMs: (mark) => {
      const found = commands.find((command) => command.type === 'mark' && command.mark === mark);
      return found?.type === 'mark' ? samplesToMs(found.at) : undefined;
    },
  };
}
