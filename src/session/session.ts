/**
 * A session as a machine without I/O (design.md, rule 2): events at positions in, commands out.
 *
 *   gate (gate.ts) -> schedule (src/schedule) -> finished
 *
 * Its one input is the log of its events; the same log gives the same commands. It asks for time by a `wake` command, of which
 * the latest is in force, and is finished once, with a reason.
 */
import type { EndReason, SessionCommand, SessionEvent } from '../schedule/events.js';
import { advanceSchedule, scheduleDeadline, startSchedule } from '../schedule/schedule.js';
import type { ScheduledScene, ScheduleState } from '../schedule/state.js';
import type { RigPos } from '../time/position.js';
import { advanceGate, closedGate, gateVerdict, type GatedScene, type GateState } from './gate.js';

/** The part of a compiled scene that a session runs on. */
export type SessionScene = ScheduledScene & GatedScene;

export interface SessionMachine {
  /**
   * Applies the next event of the log. After `finish` it answers nothing any more.
   * @throws RangeError when `seq` leaves a gap or `at` goes back: then it is not the log.
   */
  handle(event: SessionEvent): readonly SessionCommand[];
  /** The position of the `wake` in force; undefined when the machine waits for events only. */
  deadline(): RigPos | undefined;
  /** Why the session is over; undefined while it is not. */
  readonly finished: EndReason | undefined;
}

export function createSession(scene: SessionScene): SessionMachine {
  return new Machine(scene);
}

/** Troubles without whose absence there is no session. */
const NO_SESSION: ReadonlySet<string> = new Set(['server-gone', 'recorder-gone', 'store', 'stood-still']);

class Machine implements SessionMachine {
  readonly #scene: SessionScene;
  readonly #agents = new Set<string>();
  #gate: GateState;
  #schedule: ScheduleState | undefined;
  #finished: EndReason | undefined;
  #wake: RigPos | undefined;
  #lastSeq = -1;
  #lastAt: RigPos | undefined;

  constructor(scene: SessionScene) {
    this.#scene = scene;
    this.#gate = closedGate(scene);
  }

  get finished(): EndReason | undefined {
    return this.#finished;
  }

  deadline(): RigPos | undefined {
    return this.#wake;
  }

  handle(event: SessionEvent): readonly SessionCommand[] {
    if (event.seq !== this.#lastSeq + 1) throw new RangeError(`event ${event.seq} follows event ${this.#lastSeq}`);
    if (this.#lastAt !== undefined && event.at < this.#lastAt) throw new RangeError(`event ${event.seq} goes back to ${event.at}`);
    this.#lastSeq = event.seq;
    this.#lastAt = event.at;
    if (this.#finished) return [];
    const commands: SessionCommand[] = [];
    const ending = this.#endingOf(event);
    if (ending) this.#finish(ending, commands);
    else if (this.#schedule) this.#follow(advanceSchedule(this.#schedule, event), commands);
    else this.#advanceGate(event, commands);
    this.#askForTime(event.at, commands);
    return commands;
  }

  /** What ends a session at any time, whatever it is doing. */
  #endingOf(event: SessionEvent): EndReason | undefined {
    switch (event.type) {
      case 'agent-joined':
        this.#agents.add(event.identity);
        return undefined;
      case 'agent-left':
        return this.#agents.delete(event.identity) && this.#agents.size === 0 ? 'agent-left' : undefined;
      case 'stop-requested':
        return 'stopped';
      case 'rig-trouble':
        // The other troubles may spoil a measurement; that is decided when scoring. Without these there is no session.
        return NO_SESSION.has(event.what) ? 'rig-trouble' : undefined;
      default:
        return undefined;
    }
  }

  #advanceGate(event: SessionEvent, commands: SessionCommand[]): void {
    const wasReady = this.#gate.readyAt !== undefined;
    this.#gate = advanceGate(this.#gate, event);
    if (!wasReady && this.#gate.readyAt !== undefined) commands.push({ type: 'mark', mark: 'agent-ready', at: this.#gate.readyAt });
    const verdict = gateVerdict(this.#gate, event.at);
    if (verdict.kind === 'wait') return;
    if (verdict.kind === 'failed') {
      commands.push({ type: 'mark', mark: `missing: ${verdict.missing}`, at: event.at });
      this.#finish(verdict.reason, commands);
      return;
    }
    if (verdict.greeting === 'truncated') commands.push({ type: 'mark', mark: 'greeting-truncated', at: event.at });
    this.#follow(startSchedule(this.#scene, event.at, this.#gate.speech), commands);
  }

  #follow(step: { readonly state: ScheduleState; readonly commands: readonly SessionCommand[] }, commands: SessionCommand[]): void {
    this.#schedule = step.state;
    commands.push(...step.commands);
    if (step.state.outcome === 'complete') this.#finish('complete', commands);
    if (step.state.outcome === 'lost') this.#finish('rig-trouble', commands);
  }

  #finish(reason: EndReason, commands: SessionCommand[]): void {
    this.#finished = reason;
    commands.push({ type: 'finish', reason });
  }

  #askForTime(now: RigPos, commands: SessionCommand[]): void {
    const wish = this.#wish(now);
    if (wish !== undefined && wish !== this.#wake) commands.push({ type: 'wake', at: wish });
    this.#wake = wish;
  }

  #wish(now: RigPos): RigPos | undefined {
    if (this.#finished) return undefined;
    if (this.#schedule) return scheduleDeadline(this.#schedule, now);
    const verdict = gateVerdict(this.#gate, now);
    return verdict.kind === 'wait' ? verdict.until : undefined;
  }
}
