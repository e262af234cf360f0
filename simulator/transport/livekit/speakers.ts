/** The humans of one session speak: a voice a microphone, all of them paced together. */
import { TurnrigError } from '../../../src/error.js';
import type { SessionInput, SpeakerId } from '../../../src/schedule/events.js';
import { shift } from '../../../src/time/position.js';
import { Pacer } from '../../speaker/pacer.js';
import type { PacedTrack } from '../../speaker/pacer.js';
import { FRAME, Voice } from '../../speaker/voice.js';
import type { VoiceEvent } from '../../speaker/voice.js';
import type { OpenOptions, PlayRequest } from '../transport.js';
import type { Human } from './humans.js';
import type { LiveClock } from './live-clock.js';

/** A frame of the human with this identity left at this monotonic instant, ns. */
export type FramePushed = (identity: string, ns: bigint, samples: Int16Array) => void;

export class Speakers {
  readonly #voices = new Map<SpeakerId, Voice>();
  #pacer: Pacer | undefined;
  #played = false;

  constructor(
    readonly clock: LiveClock,
    readonly clip: OpenOptions['clip'],
    readonly input: (input: SessionInput) => void,
    readonly pushed: FramePushed | undefined,
  ) {}

  /** Silence leaves from here on. @param seated before the first frame of each */
  start(humans: readonly Human[], seated: (human: Human, index: number) => void): void {
    const from = shift(this.clock.now(), FRAME);
    const paced = humans.map((human, index): PacedTrack => {
      const { seat, participant } = human;
      const voice = new Voice(from);
      for (const speaker of seat.speakers) this.#voices.set(speaker, voice);
      seated(human, index);
      return {
        sink: participant,
        frame: () => {
          const { samples, events } = voice.frame();
          return {
            samples,
            sent: () => {
              this.pushed?.(seat.identity, process.hrtime.bigint(), samples);
              for (const event of events) this.#said(event);
            },
          };
        },
      };
    });
    this.#pacer = new Pacer(this.clock, from, paced, (trouble) => this.input(this.#judged(trouble)));
  }

  play(request: PlayRequest): void {
    const voice = this.#voices.get(request.speaker);
    if (voice === undefined)
      throw new TurnrigError('internal', `turn ${request.turn} wants to be said by ${request.speaker}, who is not in the scene`);
    const { turn, speaker, at, voicedEnd } = request;
    if (!this.#played) {
      this.#played = true;
      this.#pacer?.beginHealth();
    }
    voice.say({ turn, speaker, at, voicedEnd, samples: this.clip(request.clip) });
  }

  health(): ReturnType<Pacer['health']> {
    return this.#pacer?.health() ?? { frames: 0, lateFrames: 0, maxLateness: 0 };
  }

  /** Undefined where nobody streams. */
  stop(): Promise<void> | undefined {
    return this.#pacer?.stop();
  }

  /**
   * Before the first turn only silence leaves, late or not, and nothing is measured by it: such a trouble is drawn, but carries no amount
   * to be judged by. Joining rooms and loading models stalls a process.
   */
  #judged(trouble: SessionInput): SessionInput {
    if (this.#played || trouble.type !== 'rig-trouble') return trouble;
    return { type: 'rig-trouble', what: trouble.what, detail: trouble.detail };
  }

  #said(event: VoiceEvent): void {
    if (event.type === 'ended') {
      this.input({ type: 'turn-ended', turn: event.turn, voicedEnd: event.voicedEnd });
      return;
    }
    this.input({ type: 'turn-started', turn: event.turn, start: event.start });
    if (event.late > 0)
      this.input({ type: 'rig-trouble', what: 'late-frame', detail: `turn ${event.turn} was asked for too late`, amount: event.late });
  }
}
