/** When a reference agent speaks, from the voices it hears: a pure core over positions, the same for every transport. */
import { msToSamples } from '../../src/time/position.js';
import type { RigPos, Samples } from '../../src/time/position.js';
import type { ReferenceBehaviour } from '../../simulator/transport/transport.js';
import type { VoiceEdge } from './voice-edges.js';

export interface Reply {
  readonly at: RigPos;
  readonly length: Samples;
  /** The end of voice that it answers to. */
  readonly after: RigPos | undefined;
}

/** `always-on` talks in stretches of this length, one right after the other. */
const STRETCH: Samples = msToSamples(2_000);

export class Replies {
  private readonly behaviour: ReferenceBehaviour;
  private readonly talking = new Set<string>();
  private planned: Reply | undefined;
  private talkedUntil: RigPos | undefined;

  constructor(behaviour: ReferenceBehaviour) {
    this.behaviour = behaviour;
  }

  /** A voice on one of the humans' tracks began or ended. With several tracks only a quiet room counts as an end. */
  heard(track: string, edge: VoiceEdge): void {
    if (edge.type === 'on') {
      this.talking.add(track);
      // Who goes on speaking is not answered, unless the answer has begun.
      this.planned = undefined;
      return;
    }
    this.talking.delete(track);
    const wait = this.wait();
    if (wait !== undefined && this.talking.size === 0)
      this.planned = { at: (edge.at + wait) as RigPos, length: this.behaviour.speak, after: edge.at };
  }

  /** What begins before `until`. Each reply is handed out once. */
  due(until: RigPos): Reply[] {
    if (this.behaviour.name === 'always-on') {
      const at = this.talkedUntil ?? until;
      if (at > until) return [];
      this.talkedUntil = (at + STRETCH) as RigPos;
      return [{ at, length: STRETCH, after: undefined }];
    }
    const reply = this.planned;
    if (reply === undefined || reply.at >= until) return [];
    this.planned = undefined;
    return [reply];
  }

  private wait(): Samples | undefined {
    switch (this.behaviour.name) {
      case 'answer-after':
        return this.behaviour.delay;
      case 'premature':
        return this.behaviour.pause;
      case 'silent':
      case 'always-on':
        return undefined;
    }
  }
}
