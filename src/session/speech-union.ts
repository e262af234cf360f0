import type { TrackId } from '../schedule/events.js';
import { rigPos, type RigPos } from '../time/position.js';

/** What a live VAD decided on one track. */
export interface TrackDecision {
  readonly type: 'agent-speech-on' | 'agent-speech-off' | 'agent-sound';
  readonly since: RigPos;
}

/**
 * Several agent tracks, one agent: it speaks while any of its tracks does (measurement.md, "Several agent tracks").
 * Passes on the decisions that change the whole; a level gate passes only while no track speaks.
 */
export class SpeechUnion {
  readonly #speaking = new Map<TrackId, boolean>();
  #lastOff: RigPos | undefined;

  push(track: TrackId, decision: TrackDecision): TrackDecision | undefined {
    const others = this.#othersSpeak(track);
    switch (decision.type) {
      case 'agent-sound':
        return others || this.#speaking.get(track) ? undefined : decision;
      case 'agent-speech-on':
        this.#speaking.set(track, true);
        return others ? undefined : decision;
      case 'agent-speech-off': {
        this.#speaking.set(track, false);
        this.#lastOff = rigPos(Math.max(this.#lastOff ?? decision.since, decision.since));
        // The last to be confirmed silent is not always the last that was heard.
        return others ? undefined : { type: 'agent-speech-off', since: this.#lastOff };
      }
    }
  }

  /** The track is gone: it does not speak any more. */
  remove(track: TrackId, at: RigPos): TrackDecision | undefined {
    return this.#speaking.get(track) ? this.push(track, { type: 'agent-speech-off', since: at }) : undefined;
  }

  #othersSpeak(track: TrackId): boolean {
    for (const [other, speaks] of this.#speaking) if (other !== track && speaks) return true;
    return false;
  }
}
