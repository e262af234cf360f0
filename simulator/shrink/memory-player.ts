/** Plays candidates against a reference agent in memory. */
import { isRandom, type ReferenceBehaviour } from '../../agent/reference/catalogue.js';
import type { AgentBehaviour } from '../../agent/reference/behaviour.js';
import { TurnrigError } from '../../src/error.js';
import { seedOf } from '../../src/stats/random.js';
import type { Builder, Built } from '../../src/shrink/document.js';
import { faultsOf, shows, type Shown } from '../../src/shrink/fault.js';
import type { Fault, FaultKind, Material } from '../../src/shrink/model.js';
import { Stopped, type Player, type Purpose } from '../../src/shrink/player.js';
import { rigPos } from '../../src/time/position.js';
import type { SpeechDetector } from '../../src/vad/detector.js';
import { Compiler } from './compile.js';
import { playInMemory, seconds, type PlayedSession } from './memory-session.js';

export interface MemoryPlayerOptions {
  readonly behaviour: ReferenceBehaviour;
  /** A core of one's own instead, made for each session with a seed. */
  readonly agent?: (seed: number) => AgentBehaviour;
  readonly name: string;
  readonly seed: number;
  readonly detector: SpeechDetector;
  readonly signal?: AbortSignal;
}

export class MemoryPlayer implements Player {
  readonly #compiler = new Compiler();

  constructor(
    private readonly material: Material,
    private readonly builder: Builder,
    private readonly options: MemoryPlayerOptions,
  ) {}

  async valid(built: Built): Promise<boolean> {
    return (await this.#compiler.compile(built)) !== undefined;
  }

  async session(built: Built, fault: Fault, purpose: Purpose, n: number): Promise<Shown> {
    const { score } = await this.#play(built, purpose, n);
    return shows(score, fault, built);
  }

  async faults(built: Built, kind: FaultKind, n: number): Promise<readonly Fault[] | 'spoiled'> {
    const { score } = await this.#play(built, 'find', n);
    return score.outcome === 'rig_invalid' ? 'spoiled' : faultsOf(this.material, score, kind, this.builder.turnIds);
  }

  /** The fault's turn in a session that shows it, from 1 s before it to 3 s after. Undefined where none of so many does. */
  async sound(built: Built, fault: Fault, purpose: Purpose, sessions: number): Promise<Uint8Array | undefined> {
    for (let n = 0; n < sessions; n++) {
      const played = await this.#play(built, purpose, n);
      const { score } = played;
      const turn = score.turns.find((one) => one.turn === built.turn);
      if (turn === undefined || shows(score, fault, built) !== 'yes') continue;
      return played.sound(rigPos(Math.max(0, turn.start - seconds(1))), rigPos(turn.end + seconds(3)));
    }
    return undefined;
  }

  async #play(built: Built, purpose: Purpose, n: number): Promise<PlayedSession> {
    const { options } = this;
    if (options.signal?.aborted) throw new Stopped('interrupted');
    const suite = await this.#compiler.compile(built);
    const scene = suite?.scenes[0];
    if (suite === undefined || scene === undefined) throw new TurnrigError('internal', 'a candidate that is no scenario was to be played');
    const seed = seedOf(options.seed, `${built.key} ${purpose} ${n}`);
    const { behaviour, agent } = options;
    const played = await playInMemory({
      scene,
      clip: (hash) => suite.clips.get(hash) ?? new Float32Array(0),
      // Each session draws anew; one without chance is the agent that was named, to the seed of its voice.
      behaviour: isRandom(behaviour) ? { ...behaviour, seed } : behaviour,
      ...(agent === undefined ? {} : { agent: () => agent(seed) }),
      name: options.name,
      detector: options.detector,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    if (played.end.reason === 'stopped') throw new Stopped('interrupted');
    return played;
  }
}
