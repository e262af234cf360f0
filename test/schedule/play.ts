/** Plays a schedule against a scripted agent in simulated time; all times in milliseconds. */
import type { SessionCommand, SessionEvent, SessionInput } from '../../src/schedule/events.js';
import { advanceSchedule, scheduleDeadline, startSchedule } from '../../src/schedule/schedule.js';
import type { ScheduledScene, ScheduleState } from '../../src/schedule/state.js';
import { rigPos, samplesToMs, type RigPos } from '../../src/time/position.js';
import { ms } from './scene.js';

export interface AgentScript {
  /** Runs of speech [from, to), absolute. */
  readonly runs?: readonly (readonly [number, number])[];
  /** Sounds that are never confirmed. */
  readonly clicks?: readonly number[];
  readonly gateAfter?: number;
  readonly onAfter?: number;
  readonly offAfter?: number;
}

export interface Played {
  readonly outcome: ScheduleState['outcome'];
  /** Voiced start and end of each turn that played. */
  readonly turns: Readonly<Record<string, { readonly from: number; readonly to: number; readonly because: string }>>;
  readonly skipped: Readonly<Record<string, string>>;
  /** "mark turn" -> position. */
  readonly marks: Readonly<Record<string, number>>;
  readonly end: number;
  readonly commands: readonly SessionCommand[];
  readonly steps: number;
}

/** First moment of every scene played here: the schedule starts at 0 and gives itself a lead. */
export const ORIGIN = 100;

export function play(scene: ScheduledScene, agent: AgentScript = {}, lateness: (turn: string) => number = () => 0): Played {
  const queue: { at: RigPos; input: SessionInput }[] = [];
  const expect = (atMs: number, input: SessionInput): unknown => queue.push({ at: rigPos(ms(atMs)), input });
  for (const [from, to] of agent.runs ?? []) {
    expect(from + (agent.gateAfter ?? 20), { type: 'agent-sound', since: rigPos(ms(from)) });
    expect(from + (agent.onAfter ?? 200), { type: 'agent-speech-on', since: rigPos(ms(from)) });
    expect(Math.max(to, from + (agent.onAfter ?? 200)) + (agent.offAfter ?? 200), { type: 'agent-speech-off', since: rigPos(ms(to)) });
  }
  for (const at of agent.clicks ?? []) expect(at + (agent.gateAfter ?? 20), { type: 'agent-sound', since: rigPos(ms(at)) });

  const turns: Record<string, { from: number; to: number; because: string }> = {};
  const skipped: Record<string, string> = {};
  const marks: Record<string, number> = {};
  const all: SessionCommand[] = [];
  let now = rigPos(0);
  const obey = (commands: readonly SessionCommand[]): void => {
    for (const command of commands) {
      all.push(command);
      if (command.type === 'mark')
        marks[command.turn === undefined ? command.mark : `${command.mark} ${command.turn}`] = samplesToMs(command.at);
      if (command.type === 'skip') skipped[command.turn] = command.because;
      if (command.type !== 'play') continue;
      const turn = scene.turns.find(({ id }) => id === command.turn)!;
      const start = rigPos(Math.max(command.at, now) + ms(lateness(turn.id)));
      const voicedEnd = rigPos(start + turn.clip.voiced.to);
      if (turns[turn.id]) throw new Error(`${turn.id} is played twice`);
      turns[turn.id] = { from: samplesToMs(start + turn.clip.voiced.from), to: samplesToMs(voicedEnd), because: command.because };
      queue.push({ at: start, input: { type: 'turn-started', turn: turn.id, start } });
      queue.push({ at: voicedEnd, input: { type: 'turn-ended', turn: turn.id, voicedEnd } });
    }
  };

  let step = startSchedule(scene, now);
  obey(step.commands);
  let seq = 0;
  for (; step.state.outcome === 'running'; seq++) {
    if (seq > 10_000) throw new Error('the scene does not end');
    queue.sort((a, b) => a.at - b.at);
    const wake = scheduleDeadline(step.state, now);
    const next = queue[0];
    let event: SessionEvent;
    if (next && (wake === undefined || next.at <= wake)) {
      queue.shift();
      event = { ...next.input, seq, at: next.at };
    } else if (wake !== undefined) {
      if (wake <= now) throw new Error(`a wake at ${wake} is not after ${now}`);
      event = { type: 'woke', seq, at: wake };
    } else throw new Error('the schedule waits for nothing');
    now = event.at;
    step = advanceSchedule(step.state, event);
    obey(step.commands);
  }
  return { outcome: step.state.outcome, turns, skipped, marks, end: samplesToMs(now), commands: all, steps: seq };
}
