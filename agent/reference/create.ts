import { msToSamples } from '../../src/time/position.js';
import { AlwaysOn } from './always-on.js';
import { ambience } from './ambience.js';
import { Answering } from './answering.js';
import type { AgentBehaviour } from './behaviour.js';
import { Blurts } from './blurts.js';
import type { ReferenceBehaviour } from './catalogue.js';
import { CutsIn } from './cuts-in.js';
import { Deaf } from './deaf.js';
import { Dies } from './dies.js';
import { Double } from './double.js';
import { Greets } from './greets.js';
import { longestOf, Participant } from './participant.js';
import { Premature } from './premature.js';
import { Returns } from './returns.js';
import type { Script } from './script.js';
import { Silent } from './silent.js';
import { speechLike } from './speech-like.js';
import { Stops } from './stops.js';
import { Stuck } from './stuck.js';
import { TwoTracks } from './two-tracks.js';
import { fitVoice } from './voice.js';

/** The agent that never stops repeats itself after so long. */
const LOOP = msToSamples(10 * 190);

/**
 * The behaviour core of a reference agent.
 *
 * @param clip a recorded voice, mono 48 kHz, which it then speaks with; the synthetic one is used without it.
 * @param script what is said in the scene, for participants; one without it never hears a turn that it knows.
 */
export function createBehaviour(spec: ReferenceBehaviour, clip?: Float32Array, script: Script = []): AgentBehaviour {
  const voice = (length: number): Float32Array => (clip ? fitVoice(clip, length) : speechLike(length, spec.seed));
  switch (spec.name) {
    case 'answer-after':
      return new Answering(spec, voice(spec.speak));
    case 'silent':
      return new Silent();
    case 'always-on':
      return new AlwaysOn(clip ?? voice(LOOP));
    case 'premature':
      return new Premature(spec, voice(spec.speak));
    case 'blip':
    case 'burst':
      return new Blurts(spec, voice(spec.speak), voice(spec.length));
    case 'deaf':
      return new Deaf(spec, voice(spec.speak));
    case 'stops-after':
    case 'stops-on-backchannel':
      return new Stops(spec, voice(spec.speak));
    case 'resumes':
    case 'restarts':
      return new Returns(spec, voice(spec.speak));
    case 'double':
      return new Double(spec, voice(spec.speak));
    case 'dies':
      return new Dies(spec, voice(spec.speak));
    case 'stuck':
      return new Stuck(spec, voice(spec.speak));
    case 'greets':
      return new Greets(spec, voice(spec.speak), voice(spec.greeting));
    case 'two-tracks':
      return new TwoTracks(spec, voice(spec.speak), ambience(spec.ambience, spec.seed));
    case 'cuts-in':
      return new CutsIn(spec, voice(spec.speak));
    case 'answers-t':
    case 'answers-all':
    case 'answers-name':
    case 'yields-in-time':
    case 'yields-late':
    case 'pauses-resumes':
      return new Participant(spec, script, voice(longestOf(spec)));
  }
}
