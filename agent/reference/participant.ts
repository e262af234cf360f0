/**
 * A participant among several people whose rule is known to the letter: which turns it answers, how soon and how long, and what it does when
 * somebody resolves a question that it is answering (selective-participation.md, N4R). The four scores follow from the rule.
 *
 * It answers `delay` after a turn's last voiced sample, unless it is speaking just then. What it says to an N4Q goes on for `long` where
 * it has one, so that it is still speaking when the resolution comes.
 */
import { shift, type RigPos, type Samples } from '../../src/time/position.js';
import type { AgentAction, AgentBehaviour } from './behaviour.js';
import type { BehaviourOf, ParticipantName } from './catalogue.js';
import { Mouth } from './mouth.js';
import { ScriptedEar, type HeardTurn } from './scripted-ear.js';
import type { Script, ScriptTurn } from './script.js';

type Options = { [N in ParticipantName]: BehaviourOf<N> }[ParticipantName];

interface Due {
  readonly at: RigPos;
  readonly end: RigPos;
  readonly length: Samples;
}

export class Participant implements AgentBehaviour {
  readonly actions: AgentAction[] = [];
  readonly #mouth = new Mouth(this.actions);
  readonly #ear: ScriptedEar;
  readonly #options: Options;
  /** As long as the longest that it says. */
  readonly #voice: Float32Array;
  /** In order of time: with a long delay a turn may begin before the one before it is answered. */
  readonly #dues: Due[] = [];
  #resume: RigPos | undefined;

  constructor(options: Options, script: Script, voice: Float32Array) {
    this.#options = options;
    this.#ear = new ScriptedEar(script);
    this.#voice = voice;
  }

  hear(at: RigPos, pcm: Float32Array): void {
    const turn = this.#ear.push(at, pcm);
    if (turn === undefined) return;
    this.actions.push({ what: 'heard-onset', at: turn.start });
    if (turn.label === 'N4R' && this.#mouth.speaking) this.#resolved(turn, shift(at, pcm.length));
    if (answers(this.#options.name, turn))
      this.#dues.push({ at: shift(turn.end, this.#options.delay), end: turn.end, length: this.#lengthOf(turn) });
  }

  speak(at: RigPos, pcm: Float32Array): void {
    const to = at + pcm.length;
    if (this.#resume !== undefined && this.#resume < to && !this.#mouth.speaking) this.#goOn(at, this.#resume);
    const [due] = this.#dues;
    if (due !== undefined && due.at < to) this.#answer(at, due);
    this.#mouth.fill(at, pcm);
  }

  #answer(at: RigPos, { at: due, end, length }: Due): void {
    this.#dues.shift();
    if (this.#mouth.speaking) {
      this.actions.push({ what: 'ignore', at: due });
      return;
    }
    this.actions.push({ what: 'heard-end', at: end });
    this.#mouth.say(Math.max(at, due) as RigPos, this.#voice.subarray(0, length));
  }

  #goOn(at: RigPos, resume: RigPos): void {
    this.#resume = undefined;
    const { name } = this.#options;
    if (name === 'pauses-resumes') this.#mouth.say(Math.max(at, resume) as RigPos, this.#voice.subarray(0, this.#options.rest), 'resume');
  }

  #resolved({ start }: HeardTurn, now: RigPos): void {
    const options = this.#options;
    if (!('stop' in options)) return;
    this.actions.push({ what: 'yield', at: now });
    this.#mouth.interrupt(shift(start, options.stop));
    if (options.name === 'pauses-resumes') this.#resume = shift(start, options.stop + options.resume);
  }

  #lengthOf({ label }: ScriptTurn): Samples {
    return label === 'N4Q' && 'long' in this.#options ? this.#options.long : this.#options.speak;
  }
}

/** The duty is nobody's question. */
function answers(name: ParticipantName, { label, named }: ScriptTurn): boolean {
  switch (name) {
    case 'answers-t':
      return label === 'T';
    case 'answers-all':
      return label !== 'user';
    case 'answers-name':
      return label !== 'user' && named;
    case 'yields-in-time':
    case 'yields-late':
    case 'pauses-resumes':
      return label === 'T' || label === 'N4Q';
  }
}

/** The longest that it says in one go. */
export function longestOf(options: Options): Samples {
  return 'long' in options ? Math.max(options.long, options.speak) : options.speak;
}
