/** The rig's ears on all of the agent's tracks: a stage in front of the session, whose decisions become its logged inputs. */
import { createDecoder } from '../../src/media/decode.js';
import type { MediaPacket } from '../../src/media/packet.js';
import type { TrackManifest } from '../../src/recording/model.js';
import type { TrackId } from '../../src/schedule/events.js';
import { SpeechUnion, type TrackDecision } from '../../src/session/speech-union.js';
import type { Cancel, Clock } from '../../src/time/clock.js';
import { msToSamples, shift } from '../../src/time/position.js';
import { InOrder } from './in-order.js';
import { TrackHearing, type Decisions, type LiveEar } from './track-hearing.js';

/** How often a silent sender is looked after. */
const LOOK_AFTER = msToSamples(100);

export interface HearingHandler {
  decision(decision: TrackDecision): void;
  failed(error: unknown): void;
}

export class Hearing {
  readonly #clock: Clock;
  readonly #newEar: (track: TrackManifest) => LiveEar | Promise<LiveEar>;
  readonly #handler: HearingHandler;
  readonly #order: InOrder;
  readonly #union = new SpeechUnion();
  readonly #tracks = new Map<TrackId, TrackHearing>();
  readonly #known = new Set<TrackId>();
  #look: Cancel | undefined;
  #over = false;

  constructor(clock: Clock, newEar: (track: TrackManifest) => LiveEar | Promise<LiveEar>, handler: HearingHandler) {
    this.#clock = clock;
    this.#newEar = newEar;
    this.#handler = handler;
    this.#order = new InOrder(clock, (error) => this.#fail(error));
  }

  /** Listens to an agent's track from now on. The same track again, with what is better known by now, changes nothing. */
  add(track: TrackManifest): void {
    if (this.#known.has(track.id)) return;
    this.#known.add(track.id);
    this.#order.push(
      async () => new TrackHearing(track, await createDecoder(track.codec), await this.#newEar(track)),
      (hearing) => {
        if (this.#over) hearing.free();
        else this.#tracks.set(track.id, hearing);
      },
    );
    this.#look ??= this.#clock.at(shift(this.#clock.now(), LOOK_AFTER), () => this.#lookAfter());
  }

  packet(track: TrackId, packet: MediaPacket): void {
    if (this.#over || !this.#known.has(track)) return;
    this.#now(() => {
      const hearing = this.#tracks.get(track);
      if (hearing) this.#listen(track, hearing.packet(packet));
    });
  }

  /** The server muted or unmuted the track. */
  muted(track: TrackId): void {
    this.#now(() => this.#tracks.get(track)?.muted());
  }

  /** The track is gone. */
  remove(track: TrackId): void {
    this.#now(() => {
      this.#tracks.get(track)?.free();
      this.#tracks.delete(track);
      this.#decided(this.#union.remove(track, this.#clock.now()));
    });
  }

  /** Hears nothing any more; resolves when what is under way has come to its end. What it has not got round to is left out. */
  async close(): Promise<void> {
    this.#over = true;
    this.#look?.();
    this.#order.stop();
    await this.#order.idle();
    for (const hearing of this.#tracks.values()) hearing.free();
    this.#tracks.clear();
  }

  /** At once when nothing is under way, else behind it. */
  #now(run: () => void): void {
    if (this.#order.busy) this.#order.push(() => undefined, run);
    else run();
  }

  /** Applies what the ear of a track decides: at once when it knows at once, else in the order of asking. */
  #listen(track: TrackId, decisions: Decisions): void {
    const apply = (all: readonly TrackDecision[]): void => {
      for (const decision of all) this.#decided(this.#union.push(track, decision));
    };
    if (decisions instanceof Promise) this.#order.push(() => decisions, apply);
    else apply(decisions);
  }

  #lookAfter(): void {
    this.#look = this.#clock.at(shift(this.#clock.now(), LOOK_AFTER), () => this.#lookAfter());
    this.#now(() => {
      for (const [track, hearing] of this.#tracks) this.#listen(track, hearing.idle(this.#clock.now()));
    });
  }

  #decided(decision: TrackDecision | undefined): void {
    if (decision && !this.#over) this.#handler.decision(decision);
  }

  #fail(error: unknown): void {
    if (!this.#over) this.#handler.failed(error);
  }
}
