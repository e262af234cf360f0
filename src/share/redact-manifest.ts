/** run.json without what was taken away. Every field is named here: one that is not known does not get through. */
import { ANALYSIS_CONSTANTS } from '../analysis/constants.js';
import { quotesPeople } from '../analysis/scene.js';
import type { Calibration } from '../calibration/model.js';
import { RUN_VERSION, type AgentDescription, type LatencyBasis, type RunManifest } from '../recording/model.js';
import type { AcrossExpectation, ClipRef, CompiledScene, CompiledTurn, Cue, PlannedSession } from '../scenario/model.js';
import { PROTOCOL_CONSTANTS } from '../scenario/protocol-constants.js';
import { VAD_CONSTANTS } from '../vad/constants.js';
import type { Removes } from './model.js';
import type { Names } from './names.js';
import { dayOf, isOwnWord, languageTag, platformWords, serverWords, transportWord, versionWord, type Texts } from './texts.js';

/** Stands where a hash would say what a file that is gone was. */
export const NO_HASH = '0'.repeat(64);
/** Settings of an agent that say how it was heard, and nothing of who it was. */
const OWN_SETTINGS: ReadonlySet<string> = new Set(['rate', 'userChannel', 'agentChannel']);

export interface Redacting {
  readonly removes: Removes;
  readonly names: Names;
  readonly texts: Texts;
}

export interface ManifestParts {
  /** Of the plan, what is kept. */
  readonly plan: readonly PlannedSession[];
  /** Hashes of the clips that the new run holds. */
  readonly clips: ReadonlySet<string>;
  readonly redacted: RunManifest['redacted'];
}

export function redactManifest(manifest: RunManifest, parts: ManifestParts, redacting: Redacting): RunManifest {
  const { removes, names, texts } = redacting;
  const { plan, clips, redacted } = parts;
  const played = new Set(plan.map(({ suite, scene }) => JSON.stringify([suite, scene])));
  const scenes = manifest.scenes.filter(({ suite, id }) => played.has(JSON.stringify([suite, id])));
  const agents = new Set(plan.map(({ agent }) => agent));
  const suites = new Set(plan.map(({ suite }) => suite));
  // Texts of such scenes are what a person said in a recording.
  const quoted = quotesPeople(manifest);
  const scriptNamed = removes.names && (removes.script || quoted);
  return {
    format: manifest.format,
    version: RUN_VERSION,
    id: texts.name(manifest.id, 'redacted'),
    createdAt: removes.names ? dayOf(manifest.createdAt) : manifest.createdAt,
    turnrig: versionWord(manifest.turnrig),
    node: versionWord(manifest.node),
    platform: platformWords(manifest.platform),
    cpus: manifest.cpus,
    transport: transportWord(manifest.transport),
    server: serverWords(manifest.server),
    seed: manifest.seed,
    suites: manifest.suites
      .filter(({ name }) => suites.has(name))
      .map(({ name, file, sha256, primary }) => ({
        name: names.suite(name),
        file: scriptNamed ? texts.name(file, `${names.suite(name)}.yaml`) : fileName(file),
        sha256: scriptNamed ? NO_HASH : sha256,
        ...(primary === undefined ? {} : { primary }),
      })),
    agents: manifest.agents.filter(({ name }) => agents.has(name)).map((agent) => redactAgent(agent, redacting)),
    scenes: scenes.map((scene) => redactScene(scene, clips, quoted, redacting)),
    plan: plan.map((one) => redactPlanned(one, names)),
    models: Object.fromEntries(Object.entries(manifest.models).filter(([key, value]) => isOwnWord(key) && /^[0-9a-f]{64}$/.test(value))),
    constants: Object.fromEntries(Object.entries(manifest.constants).filter(([key, value]) => isOwnConstant(key, value))),
    ...(manifest.latency === undefined ? {} : { latency: redactLatency(manifest.latency, texts) }),
    ...(redacted === undefined ? {} : { redacted }),
  };
}

/** The name of a file, without the folders of a machine. */
const fileName = (file: string): string => file.split(/[\\/]/).at(-1) ?? '';

const CONSTANTS: ReadonlySet<string> = new Set(Object.keys({ ...PROTOCOL_CONSTANTS, ...VAD_CONSTANTS, ...ANALYSIS_CONSTANTS }));
const DETECTORS: ReadonlySet<number | string> = new Set(['silero', 'energy', 'none']);

const isOwnConstant = (key: string, value: number | string): boolean =>
  key === 'liveDetector' ? DETECTORS.has(value) : CONSTANTS.has(key) && typeof value === 'number';

export function redactPlanned(planned: PlannedSession, names: Names): PlannedSession {
  const { scene, suite, agent, repeat, block, seed } = planned;
  return {
    id: names.session(planned),
    scene: names.variant(scene),
    suite: names.suite(suite),
    agent: names.agent(agent),
    repeat,
    block,
    seed,
  };
}

function redactAgent({ name, way, settings, reported }: AgentDescription, { removes, names }: Redacting): AgentDescription {
  if (!removes.names) return { name, way, settings, reported };
  const own = Object.entries(settings).filter(([key, value]) => OWN_SETTINGS.has(key) && typeof value === 'number');
  return { name: names.agent(name), way, settings: Object.fromEntries(own), reported: {} };
}

/** What is known of the rig's own error stays; the machine that it was measured on has no name. */
function redactLatency({ may, reason, calibration, roundTrip }: LatencyBasis, texts: Texts): LatencyBasis {
  const instead = may ? 'as the run was judged' : 'as in the run: its latencies were not judged';
  return {
    may,
    reason: texts.sentence(reason, instead),
    ...(calibration === undefined ? {} : { calibration: withoutMachine(calibration) }),
    ...(roundTrip === undefined ? {} : { roundTrip }),
  };
}

function withoutMachine(calibration: Calibration): Calibration {
  const { transport, server, serverVersion, turnrig, conditions } = calibration;
  return {
    ...calibration,
    machine: '',
    turnrig: versionWord(turnrig),
    transport: transportWord(transport),
    server: serverWords(server),
    serverVersion: versionWord(serverVersion),
    conditions: conditions.map((one) => ({ ...one, name: isOwnWord(one.name) ? one.name : '', note: '' })),
  };
}

function redactScene(scene: CompiledScene, clips: ReadonlySet<string>, quoted: boolean, redacting: Redacting): CompiledScene {
  const { removes, names, texts } = redacting;
  const { pair, arm, family, gold, assistant, across } = scene;
  const turn = (id: string): string => names.turn(scene, id);
  const named = removes.names && (removes.script || quoted);
  const withoutTexts = removes.transcripts && (removes.script || quoted);
  return {
    id: names.variant(scene.id),
    scene: names.scene(scene.scene),
    suite: names.suite(scene.suite),
    title: named || withoutTexts ? names.variant(scene.id) : scene.title,
    variant: Object.fromEntries(Object.entries(scene.variant).map(([key, value]) => [names.sweepKey(key), names.sweepValue(value)])),
    arm: arm === undefined ? undefined : names.arm(arm),
    repeats: scene.repeats,
    pair: pair === undefined ? undefined : { id: names.pair(pair.id), condition: conditionOf(pair.condition) },
    language: languageTag(scene.language),
    ...(assistant === undefined || named ? {} : { assistant }),
    ...(family === undefined ? {} : { family }),
    ...(gold === undefined || named || withoutTexts ? {} : { gold }),
    layout: scene.layout,
    speakers: scene.speakers.map(({ id, name }) => (named ? { id: names.speaker(id), name: names.speaker(id) } : { id, name })),
    greeting: scene.greeting,
    turns: scene.turns.map((one) => redactTurn(one, { turn, clips, quoted, named, hidden: named || withoutTexts, names, texts })),
    ...(across === undefined ? {} : { across: across.map((one): AcrossExpectation => ({ ...one, turn: turn(one.turn) })) }),
    tail: scene.tail,
    limits: scene.limits,
  };
}

const conditionOf = (condition: string): string => (condition === 'explicit' || condition === 'implicit' ? condition : 'explicit');

interface TurnContext {
  readonly turn: (id: string) => string;
  readonly clips: ReadonlySet<string>;
  readonly quoted: boolean;
  readonly named: boolean;
  /** The hash of a clip that is gone would tell, to who can render it again, what is said in it. */
  readonly hidden: boolean;
  readonly names: Names;
  readonly texts: Texts;
}

function redactTurn(one: CompiledTurn, { turn, clips, quoted, named, hidden, names, texts }: TurnContext): CompiledTurn {
  const { clip } = one;
  const text = (words: string): string => texts.script(words, quoted);
  const redacted: ClipRef = {
    hash: hidden && !clips.has(clip.hash) ? NO_HASH : clip.hash,
    length: clip.length,
    voiced: clip.voiced,
    parts: clip.parts.map(({ from, to, text: words }) => ({ from, to, text: text(words) })),
    activeLevelDb: clip.activeLevelDb,
    sources: named ? [] : clip.sources.map(fileName),
  };
  return {
    id: turn(one.id),
    label: one.label,
    ...(one.kind === undefined ? {} : { kind: one.kind }),
    speaker: names.speaker(one.speaker),
    text: text(one.text),
    clip: redacted,
    cue: redactCue(one.cue, turn),
    hold: one.hold,
    expect: one.expect,
    ...(one.plusMinus === undefined ? {} : { plusMinus: one.plusMinus }),
    source: named ? '' : fileName(one.source),
  };
}

function redactCue(cue: Cue, turn: (id: string) => string): Cue {
  if (cue.kind === 'after') return { ...cue, turn: turn(cue.turn) };
  if (cue.kind === 'agent') return { ...cue, since: cue.since === undefined ? undefined : turn(cue.since) };
  return cue;
}
