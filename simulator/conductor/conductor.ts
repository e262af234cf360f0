/**
 * Runs one session: the transport's reports become the machine's logged events, its commands are carried out, and all of it is
 * stored as it happens (design.md, rules 2 and 3). The conductor itself decides nothing.
 */
import { messageOf, TurnrigError } from '../../src/error.js';
import type { MediaPacket } from '../../src/media/packet.js';
import type { SessionEnd, SessionHealth, TrackManifest } from '../../src/recording/model.js';
import { NO_HEALTH } from '../../src/recording/no-health.js';
import type { EndReason, SessionCommand, SessionEvent, SessionInput, TrackId } from '../../src/schedule/events.js';
import { createSession, type SessionMachine } from '../../src/session/session.js';
import type { Cancel } from '../../src/time/clock.js';
import { spoiledBy } from '../../src/score/spoiled.js';
import { longestSession } from '../../src/session/longest.js';
import { msToSamples, rigPos, shift, type RigPos } from '../../src/time/position.js';
import { LiveVad } from '../../src/vad/live.js';
import type { SpeechDetector } from '../../src/vad/detector.js';
import type { OpenOptions, Transport, TransportHandler, TransportSession } from '../transport/transport.js';
import { Overdue, settled, within } from '../bounded.js';
import { LEAVING_MS, OPENING_MS, PLAYING_MARGIN_MS } from '../patience.js';
import { Hearing } from './hearing.js';
import type { SessionStore } from './store.js';

export type { SessionStore } from './store.js';

export interface RunSessionOptions {
  readonly transport: Transport;
  readonly options: OpenOptions;
  readonly store: SessionStore;
  /** A detector for each track of the agent: they remember what they heard. */
  readonly detector: () => SpeechDetector | Promise<SpeechDetector>;
  /** Stops the session (Ctrl-C); its evidence stays. A string as its reason is logged. */
  readonly signal?: AbortSignal;
  /** Called with every event as it is logged, for progress. */
  readonly onEvent?: (event: SessionEvent) => void;
  /** Called with what the session waits for from now on. */
  readonly onStep?: (step: string) => void;
  /** Bounds on what may stand still, ms; those of simulator/patience.ts by default. */
  readonly patience?: { readonly opening: number; readonly leaving: number };
}

/**
 * Resolves when the session is over and stored, however it went; `reason` says how.
 * @throws TurnrigError when the room cannot be had (what `Transport.open` throws; the attempt is ended in the store), and `store` when
 * the disk failed: what was written stays, without an end.
 */
export function runSession(run: RunSessionOptions): Promise<SessionEnd> {
  return new Conductor(run).run();
}

class Conductor implements TransportHandler {
  readonly #run: RunSessionOptions;
  readonly #patience: { readonly opening: number; readonly leaving: number };
  readonly #machine: SessionMachine;
  readonly #tracks = new Map<TrackId, TrackManifest>();
  readonly #packets = new Map<TrackId, number>();
  readonly #inputs: SessionInput[] = [];
  /** What was reported before `open` gave the session's clock, in order. */
  #early: (() => void)[] | undefined = [];
  #session: TransportSession | undefined;
  #hearing: Hearing | undefined;
  #seq = 0;
  /** What the rig said of itself, and whether a turn was played: what the session's end is judged by. */
  readonly #troubles: SessionEvent[] = [];
  #played = false;
  #lastPos: RigPos = rigPos(0);
  #draining = false;
  #storeTrouble = false;
  #ended = false;
  #wake: Cancel | undefined;
  #detail = '';
  #step = '';
  #closing: Promise<unknown> | undefined;
  #finish: (reason: EndReason) => void = () => undefined;

  constructor(run: RunSessionOptions) {
    this.#run = run;
    this.#patience = run.patience ?? { opening: OPENING_MS, leaving: LEAVING_MS };
    this.#machine = createSession(run.options.scene);
  }

  async run(): Promise<SessionEnd> {
    const finished = new Promise<EndReason>((resolve) => (this.#finish = resolve));
    const { transport, options, store, signal, detector } = this.#run;
    let session: TransportSession;
    this.step('opening the room');
    const opening = transport.open(options, this);
    try {
      session = await within(this.#patience.opening, 'the session stood still', opening);
    } catch (error) {
      this.#ended = true;
      // A room that comes after all is nobody's.
      void opening.then(
        (late) => late.close(),
        () => undefined,
      );
      const overdue = error instanceof Overdue;
      const end = this.#end('rig-trouble', overdue ? this.#stoodStill(error.message) : messageOf(error), NO_HEALTH);
      await store.end(end);
      if (overdue) return end;
      throw error;
    }
    this.#session = session;
    this.#hearing = new Hearing(session.clock, async () => new LiveVad(await detector()), {
      decision: (decision) => this.input(decision),
      failed: (error) => this.#trouble('recorder-gone', `the live ear failed: ${messageOf(error)}`),
    });
    // Not waited for: time runs from here on.
    const zeroed = store.zero(session.zeroNs).catch((error: unknown) => this.#trouble('store', messageOf(error)));
    const stop = (): void => this.input({ type: 'stop-requested', reason: reasonOf(signal) });
    signal?.addEventListener('abort', stop);
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const report of early) report();
    if (signal?.aborted) stop();
    this.step('playing');
    // A bound on the machine itself. In virtual time it is one in virtual time.
    const last = shift(session.clock.now(), longestSession(options.scene) + msToSamples(PLAYING_MARGIN_MS));
    const overLast = session.clock.at(last, () => this.#trouble('stood-still', 'the session went on beyond the longest time it can take'));
    const reason = await finished;
    overLast();
    signal?.removeEventListener('abort', stop);
    const whole = await settled(this.#patience.leaving, Promise.all([this.#closing, zeroed]));
    this.#ended = true;
    const log = session.agentLog();
    if (log.length > 0) store.agentLog(log);
    const wrong = whole ? session.trouble?.() : this.#stoodStill(`the session did not end within ${this.#patience.leaving / 1000} s`);
    const end = wrong === undefined ? this.#end(reason, this.#detail, session.health()) : this.#end('rig-trouble', wrong, session.health());
    this.step('storing');
    await store.end(end);
    return end;
  }

  step(what: string): void {
    this.#step = what;
    this.#run.onStep?.(what);
  }

  /** What an end says of a wait that did not end: where it stood. */
  #stoodStill(how: string): string {
    return `${how} (${this.#step})`;
  }

  input(input: SessionInput): void {
    this.#whenOpen(() => {
      this.#inputs.push(input);
      this.#drain();
    });
  }

  track(track: TrackManifest): void {
    this.#whenOpen(() => {
      this.#tracks.set(track.id, track);
      this.#run.store.track(track);
      if (track.owner.kind === 'agent') this.#hearing?.add(track);
    });
  }

  packet(track: TrackId, packet: MediaPacket): void {
    this.#whenOpen(() => {
      this.#packets.set(track, (this.#packets.get(track) ?? 0) + 1);
      this.#guard('recorder-gone', () => {
        this.#run.store.packet(track, packet);
        this.#hearing?.packet(track, packet);
      });
      this.#checkStore();
    });
  }

  #whenOpen(report: () => void): void {
    if (this.#ended) return;
    if (this.#early) this.#early.push(report);
    else report();
  }

  /** One event after another: what a command brings about at once comes after the command's own event. */
  #drain(): void {
    if (this.#draining) return;
    this.#draining = true;
    try {
      for (let input = this.#inputs.shift(); input; input = this.#inputs.shift()) this.#apply(input);
    } finally {
      this.#draining = false;
    }
  }

  #apply(input: SessionInput): void {
    const session = this.#session;
    if (!session) return;
    this.#lastPos = Math.max(this.#lastPos, session.clock.now()) as RigPos;
    const event: SessionEvent = { ...input, seq: this.#seq++, at: this.#lastPos };
    this.#run.store.event(event);
    this.#noteDetail(input);
    this.#noteRig(event);
    const commands = this.#machine.handle(event);
    for (const command of commands) this.#run.store.command(command);
    for (const command of commands) this.#guard('server-gone', () => this.#obey(session, command));
    if (input.type === 'agent-track-ended') this.#hearing?.remove(input.track);
    if (input.type === 'agent-track-muted') this.#hearing?.muted(input.track);
    this.#run.onEvent?.(event);
    this.#checkStore();
  }

  #obey(session: TransportSession, command: SessionCommand): void {
    switch (command.type) {
      case 'play': {
        const turn = this.#run.options.scene.turns.find(({ id }) => id === command.turn);
        if (!turn) throw new TurnrigError('internal', `there is no turn ${command.turn}`);
        const { speaker, clip } = turn;
        session.play({ turn: turn.id, speaker, clip: clip.hash, at: command.at, voicedEnd: clip.voiced.to });
        return;
      }
      case 'wake':
        this.#wake?.();
        this.#wake = session.clock.at(command.at, () => this.input({ type: 'woke' }));
        return;
      case 'finish':
        this.#wake?.();
        // At once, not when the promise gets round to it: in virtual time a room that is not closed goes on for ever.
        this.#closing = Promise.allSettled([session.close(), this.#hearing?.close()]);
        this.#finish(command.reason);
        return;
      case 'mark':
        if (command.mark.startsWith('missing: ')) this.#detail = command.mark;
        if (command.mark === 'turn-lost') this.#detail = `the room never reported turn ${command.turn ?? ''}`;
        return;
      case 'skip':
        return;
    }
  }

  /** What a report of the session's end has to say beyond its reason. */
  #noteDetail(input: SessionInput): void {
    if (this.#machine.finished) return;
    if (input.type === 'agent-left' || input.type === 'stop-requested') this.#detail = input.reason;
    if (input.type === 'rig-trouble') this.#detail = `${input.what}: ${input.detail}`;
  }

  #noteRig(event: SessionEvent): void {
    if (event.type === 'rig-trouble') this.#troubles.push(event);
    if (event.type === 'turn-started') this.#played = true;
  }

  #guard(what: 'server-gone' | 'recorder-gone', run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#trouble(what, messageOf(error));
    }
  }

  #trouble(what: 'server-gone' | 'recorder-gone' | 'store' | 'stood-still', detail: string): void {
    if (!this.#machine.finished) this.input({ type: 'rig-trouble', what, detail });
  }

  /** The store does not throw: it is looked at, and a session that cannot be kept is ended. */
  #checkStore(): void {
    const { failure } = this.#run.store;
    if (!failure || this.#storeTrouble) return;
    this.#storeTrouble = true;
    this.#trouble('store', failure.message);
  }

  #end(reason: EndReason, detail: string, health: SessionHealth): SessionEnd {
    const end = {
      reason,
      detail: reason === 'complete' ? '' : detail,
      tracks: [...this.#tracks.values()],
      lastPos: this.#lastPos,
      packets: Object.fromEntries(this.#packets),
      health,
    };
    const spoiled = spoiledBy(end, this.#troubles, this.#run.options.scene.limits, this.#played);
    return spoiled === undefined ? end : { ...end, spoiled };
  }
}

function reasonOf(signal: AbortSignal | undefined): string {
  return typeof signal?.reason === 'string' ? signal.reason : 'interrupted';
}
