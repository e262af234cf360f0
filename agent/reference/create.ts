import { msToSamples } from '../../src/time/position.js';
import { AlwaysOn } from './always-on.js';
import { AnswerAfter } from './answer-after.js';
import type { AgentBehaviour, ReferenceBehaviour } from './behaviour.js';
import { Premature } from './premature.js';
import { Silent } from './silent.js';
import { speechLike } from './speech-like.js';
import { fitVoice } from './voice.js';

/** The agent that never stops repeats itself after so long. */
const LOOP = msToSamples(10 * 190);

/**
 * The behaviour core of a reference agent.
 *
 * @param clip a recorded voice, mono 48 kHz, which it then speaks with; the synthetic one is used without it.
 */
export function createBehaviour(spec: ReferenceBehaviour, clip?: Float32Array): AgentBehaviour {
  const voice = (length: number): Float32Array => (clip ? fitVoice(clip, length) : speechLike(length, spec.seed));
  switch (spec.name) {
    case 'answer-after':
      return new AnswerAfter(spec, voice(spec.speak));
    case 'premature':
      return new Premature(spec, voice(spec.speak));
    case 'always-on':
      return new AlwaysOn(clip ?? voice(LOOP));
    case 'silent':
      return new Silent();
  }
}
