/**
 * Pushes one 10 ms frame per track at every absolute deadline, and says how well that went.
 *
 * A frame is pushed when its last sample is due, as a sound card would deliver it: the frame that covers [p, p + 480) has its deadline at
 * p + 480, which is also how a receiver places a packet that arrives without delay. Deadlines are counted from the first one and never from
 * the last push: relative timers drift (facts.md, "Traps that others reported").
 *
 * After a stall every missed frame is pushed at once: RTP time is a pure counter of samples, and so comes back to the schedule
 * (facts.md, "how senders behave").
 */
import { messageOf } from '../../src/error.js';
import type { SessionInput } from '../../src/schedule/events.js';
import type { Cancel, Clock } from '../../src/time/clock.js';
import { msToSamples, samplesToMs, shift } from '../../src/time/position.js';
import type { RigPos, Samples } from '../../src/time/position.js';
import { FRAME } from './voice.js';

/** A frame is late once the next one's deadline has passed too: then the track has starved. */
export const LATE_FRAME: Samples = FRAME;
/** captureFrame can hang under load (facts.md): after this long it is left behind and the next frame goes out. */
export const HANG_AFTER: Samples = msToSamples(500);

/** Where frames go: one source of a track. */
export interface FrameSink {
  /** Resolves when the frame has been taken. */
  push(samples: Int16Array<ArrayBuffer>): Promise<void>;
}

/** One paced track: what makes its frames, and where they go. */
export interface PacedTrack {
  readonly sink: FrameSink;
  /** The frame for the next 10 ms. `sent` is called right after it was handed to the sink. */
  frame(): { readonly samples: Int16Array<ArrayBuffer>; readonly sent: () => void };
}

export interface PacerHealth {
  readonly frames: number;
  readonly lateFrames: number;
  readonly maxLateness: Samples;
}

type Trouble = Extract<SessionInput, { type: 'rig-trouble' }>;

export class Pacer {
  private readonly clock: Clock;
  private readonly tracks: readonly PacedTrack[];
  private readonly report: (trouble: Trouble) => void;
  private deadline: RigPos;
  private cancel: Cancel | undefined;
  private running = true;
  private working: Promise<void> = Promise.resolve();
  private frames = 0;
  private lateFrames = 0;
  private maxLateness: Samples = 0;
  /** Lateness of the stall that is being reported; undefined while frames are on time. */
  private stall: Samples | undefined;
  private readonly hanging = new Set<PacedTrack>();
  private readonly refusing = new Set<PacedTrack>();

  /** @param from position of the first sample of the first frame. */
  constructor(clock: Clock, from: RigPos, tracks: readonly PacedTrack[], report: (trouble: Trouble) => void) {
    this.clock = clock;
    this.tracks = tracks;
    this.report = report;
    this.deadline = shift(from, FRAME);
    this.schedule();
  }

  /** Begins to count anew: from here on lateness matters. */
  beginHealth(): void {
    this.frames = 0;
    this.lateFrames = 0;
    this.maxLateness = 0;
  }

  health(): PacerHealth {
    return { frames: this.frames, lateFrames: this.lateFrames, maxLateness: this.maxLateness };
  }

  /** Stops. Resolves when no frame is under way any more. */
  async stop(): Promise<void> {
    this.running = false;
    this.cancel?.();
    await this.working;
  }

  private schedule(): void {
    if (!this.running) return;
    this.cancel = this.clock.at(this.deadline, () => {
      this.working = this.due();
    });
  }

  /** Pushes every frame whose deadline has passed, in order. */
  private async due(): Promise<void> {
    while (this.running && this.deadline <= this.clock.now()) {
      this.note(this.clock.now() - this.deadline);
      this.deadline = shift(this.deadline, FRAME);
      await Promise.all(this.tracks.map((track) => this.push(track)));
    }
    this.schedule();
  }

  private async push(track: PacedTrack): Promise<void> {
    const { samples, sent } = track.frame();
    const taken = track.sink.push(samples).then(
      () => void this.refusing.delete(track),
      (error: unknown) => this.refused(track, error),
    );
    sent();
    // A source that hangs is not waited for again before it has answered: the other tracks' deadlines count too.
    if (this.hanging.has(track)) return;
    await this.guarded(track, taken);
  }

  /** A source that refuses goes on refusing: one report until it takes a frame again. */
  private refused(track: PacedTrack, error: unknown): void {
    if (!this.running || this.refusing.has(track)) return;
    this.refusing.add(track);
    this.report({ type: 'rig-trouble', what: 'stall', detail: `the audio source refuses frames: ${messageOf(error)}` });
  }

  private guarded(track: PacedTrack, taken: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.clock.at(shift(this.clock.now(), HANG_AFTER), () => {
        this.hanging.add(track);
        this.report({ type: 'rig-trouble', what: 'stall', detail: 'the audio source does not take frames', amount: HANG_AFTER });
        resolve();
      });
      void taken.then(() => {
        cancel();
        this.hanging.delete(track);
        resolve();
      });
    });
  }

  private note(lateness: Samples): void {
    this.frames += this.tracks.length;
    this.maxLateness = Math.max(this.maxLateness, lateness);
    if (lateness < LATE_FRAME) {
      this.stall = undefined;
      return;
    }
    this.lateFrames += this.tracks.length;
    // The first frame after a stall is the latest one: one report a stall, and another only when it gets worse.
    if (this.stall !== undefined && lateness <= this.stall) return;
    this.stall = lateness;
    this.report({
      type: 'rig-trouble',
      what: 'late-frame',
      detail: `frames left ${samplesToMs(lateness).toFixed(1)} ms late`,
      amount: lateness,
    });
  }
}
