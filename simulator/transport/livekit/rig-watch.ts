/** Looks once a second whether the rig still hears: packets lost for good, and humans' tracks of which nothing comes any more. */
import type { SessionInput } from '../../../src/schedule/events.js';
import { msToSamples, samplesToMs, type RigPos, type Samples } from '../../../src/time/position.js';

type Trouble = Extract<SessionInput, { readonly type: 'rig-trouble' }>;

const EVERY_MS = 1_000;
/**
 * Humans stream without a pause, silence too. What has not come for so long does not come: the server or the way to it stands still.
 * Longer than any stall that a session survives (measurement.md, Outcomes: late frames).
 */
const QUIET_AFTER: Samples = msToSamples(3_000);

export interface RigEars {
  /** Packets lost for good so far, of all tracks. */
  lost(): number;
  /** The human's track that has been heard and then, longest of all, has not; undefined before any was heard. */
  quietest(): { readonly track: string; readonly heardAt: RigPos } | undefined;
}

export class RigWatch {
  private reported = 0;
  private suspected = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly ears: RigEars,
    private readonly now: () => RigPos,
    private readonly report: (trouble: Trouble) => void,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.look(), EVERY_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  look(): void {
    const lost = this.ears.lost();
    if (lost > this.reported) this.report({ type: 'rig-trouble', what: 'packet-loss', detail: `${lost - this.reported} packets lost` });
    this.reported = lost;
    const quietest = this.ears.quietest();
    const silence = quietest === undefined ? 0 : this.now() - quietest.heardAt;
    // Seen twice: after a stall of this process the timer may come before the packets that waited with it.
    if (quietest !== undefined && silence > QUIET_AFTER && this.suspected) {
      this.stop();
      const detail = `nothing came of the human track ${quietest.track} for ${(samplesToMs(silence) / 1000).toFixed(1)} s`;
      this.report({ type: 'rig-trouble', what: 'recorder-gone', detail });
    }
    this.suspected = silence > QUIET_AFTER;
  }
}
