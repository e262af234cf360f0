/**
 * Other names for those that somebody chose, the same one everywhere: P1, P2 for people, agent-1 for agents, scene-1, t1 and so on. Numbers follow
 * the order of the names that they replace, so that whatever goes by the order of names (statistics, pages) comes to the same.
 */
import type { CompiledScene } from '../scenario/model.js';
import type { RunManifest } from '../recording/model.js';
import { quotesPeople } from '../analysis/scene.js';
import type { Removes } from './model.js';

/** Ids that the rig itself gives. */
const OWN_TRACK = /^[ha]\d{1,3}$/;
const OWN_TURNS: ReadonlySet<string> = new Set(['', 'preamble']);

export class Names {
  readonly #agents: ReadonlyMap<string, string>;
  readonly #suites: ReadonlyMap<string, string>;
  readonly #scenes: ReadonlyMap<string, string>;
  readonly #ids: ReadonlyMap<string, string>;
  readonly #pairs: ReadonlyMap<string, string>;
  readonly #arms: ReadonlyMap<string, string>;
  readonly #speakers: ReadonlyMap<string, string>;
  readonly #values: ReadonlyMap<string, string>;
  readonly #keys: ReadonlyMap<string, string>;
  readonly #identities = new Map<string, string>();
  readonly #tracks = new Map<string, string>();
  /** Whether names of the scenario are replaced as well. */
  readonly #script: boolean;
  readonly #names: boolean;

  constructor(manifest: RunManifest, removes: Removes) {
    const { agents, plan, scenes, suites } = manifest;
    this.#names = removes.names;
    // The suite of a recording is its file's name, and its turns are nobody's scenario.
    this.#script = removes.names && (removes.script || quotesPeople(manifest));
    this.#agents = numbered('agent', [...agents.map(({ name }) => name), ...plan.map(({ agent }) => agent)], true);
    this.#suites = numbered('suite', [
      ...suites.map(({ name }) => name),
      ...scenes.map(({ suite }) => suite),
      ...plan.map((one) => one.suite),
    ]);
    this.#scenes = numbered('scene', [...scenes.map(({ scene }) => scene)]);
    this.#ids = numbered('variant', [...scenes.map(({ id }) => id), ...plan.map(({ scene }) => scene)]);
    this.#pairs = numbered(
      'pair',
      scenes.flatMap(({ pair }) => pair?.id ?? []),
    );
    this.#arms = numbered(
      'arm',
      scenes.flatMap(({ arm }) => arm ?? []),
    );
    const speakers = scenes.flatMap((scene) => [...scene.speakers.map(({ id }) => id), ...scene.turns.map(({ speaker }) => speaker)]);
    this.#speakers = numbered('P', speakers);
    const variants = scenes.flatMap(({ variant }) => Object.entries(variant));
    this.#keys = numbered(
      'sweep',
      variants.map(([key]) => key),
    );
    this.#values = numbered(
      'value',
      variants.flatMap(([, value]) => (typeof value === 'string' ? [value] : [])),
    );
  }

  agent(name: string): string {
    return this.#names ? (this.#agents.get(name) ?? 'agent') : name;
  }
  suite(name: string): string {
    return this.#of(this.#suites, name, 'suite');
  }
  /** A scene without its variant. */
  scene(name: string): string {
    return this.#of(this.#scenes, name, 'scene');
  }
  /** A scene's own id, with its variant. */
  variant(id: string): string {
    return this.#of(this.#ids, id, 'variant');
  }
  pair(id: string): string {
    return this.#of(this.#pairs, id, 'pair');
  }
  arm(name: string): string {
    return this.#of(this.#arms, name, 'arm');
  }
  speaker(id: string): string {
    return this.#of(this.#speakers, id, 'P');
  }
  sweepKey(key: string): string {
    return this.#of(this.#keys, key, 'sweep');
  }
  sweepValue(value: string | number): string | number {
    return typeof value === 'number' ? value : this.#of(this.#values, value, 'value');
  }

  /** Where a turn stands in its scene is its name. */
  turn(scene: Pick<CompiledScene, 'turns'>, id: string): string {
    if (!this.#script || OWN_TURNS.has(id)) return id;
    const place = scene.turns.findIndex((turn) => turn.id === id);
    return place < 0 ? '' : `t${place + 1 - (scene.turns[0]?.id === 'preamble' ? 1 : 0)}`;
  }

  /** Of a participant in a room. */
  identity(id: string): string {
    if (!this.#names) return id;
    const known = this.#identities.get(id) ?? `participant-${this.#identities.size + 1}`;
    this.#identities.set(id, known);
    return known;
  }

  track(id: string): string {
    if (!this.#names || OWN_TRACK.test(id)) return id;
    const known = this.#tracks.get(id) ?? `x${this.#tracks.size}`;
    this.#tracks.set(id, known);
    return known;
  }

  /** Of a planned session, made of its parts: "suite-1/variant-1#2@agent-1". */
  session(planned: {
    readonly id: string;
    readonly suite: string;
    readonly scene: string;
    readonly repeat: number;
    readonly agent: string;
  }): string {
    if (!this.#names) return planned.id;
    const { suite, scene, repeat, agent } = planned;
    return `${this.suite(suite)}/${this.variant(scene)}#${repeat}@${this.agent(agent)}`;
  }

  /** How many different names were replaced. */
  get replaced(): number {
    const script = [this.#suites, this.#scenes, this.#ids, this.#pairs, this.#arms, this.#speakers, this.#values, this.#keys];
    const sizes = [...(this.#names ? [this.#agents, this.#identities, this.#tracks] : []), ...(this.#script ? script : [])];
    return sizes.reduce((sum, { size }) => sum + size, 0);
  }

  #of(map: ReadonlyMap<string, string>, name: string, otherwise: string): string {
    return this.#script ? (map.get(name) ?? otherwise) : name;
  }
}

/** "scene-01" to "scene-12" in the order of the names; numbers of one length keep that order. */
function numbered(prefix: string, names: readonly string[], bare = false): ReadonlyMap<string, string> {
  const sorted = [...new Set(names)].sort();
  const digits = String(sorted.length).length;
  const dash = prefix === 'P' ? '' : '-';
  return new Map(
    sorted.map((name, i) => [name, bare && sorted.length === 1 ? prefix : `${prefix}${dash}${String(i + 1).padStart(digits, '0')}`]),
  );
}
