/** Reads a suite: every problem of the file in one pass, or the suite ready to play. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { TurnrigError } from '../error.js';
import { Compiler } from './compile.js';
import { checkShape } from './explain.js';
import type { ScenarioIo } from './io.js';
import type { CompiledScene, PrimaryMeasure } from './model.js';
import { openClips } from './open-clips.js';
import { pairRules } from './pair-rules.js';
import { type Finding, type Path, type Problem } from './problem.js';
import { primaryRule } from './primary-rule.js';
import { sceneRules, spokenRules, type SceneContext } from './rules.js';
import { FORMAT_VERSION, sceneSchema, suiteSchema, type SceneFile, type SuiteFile } from './schema.js';
import { list, longForms, mapping } from './short-forms.js';
import { Sources, whyUnreadable } from './sources.js';
import { suiteRules } from './suite-rules.js';
import { substitute, unknownNames, variantsOf, type Variant } from './sweep.js';
import { readYaml, type YamlFile } from './yaml.js';

/** A suite ready to play. */
export interface CompiledSuite {
  readonly name: string;
  readonly title: string;
  /** The file as the user named it. */
  readonly file: string;
  /** SHA-256 of the file's bytes, hex. */
  readonly sha256: string;
  /** One for each scene and variant, in the order of the file. */
  readonly scenes: readonly CompiledScene[];
  /** 48 kHz mono by `ClipRef.hash`, exactly the 16-bit values the hash is made of. */
  readonly clips: ReadonlyMap<string, Float32Array>;
  /** The suite's own default; each scene carries its number. */
  readonly repeats: number;
  readonly arms: readonly string[] | undefined;
  /** What the suite is about; left out where it declares nothing. */
  readonly primary?: PrimaryMeasure;
}

export type LoadResult = { readonly suite: CompiledSuite } | { readonly problems: readonly Problem[] };

/** A file with more faults than this shows the first ones and says how many there are. */
const MOST_PROBLEMS = 200;

export interface LoadOptions {
  /** Only these scenes, by `isOne`, are opened and compiled; the whole file is checked all the same, but for the others' clips. All: none. */
  readonly scenes?: readonly string[];
}

/**
 * Reads, checks and compiles a scenario file.
 *
 * @returns the suite, or all problems of the file in the order of its lines. Never throws for what the file holds.
 */
export async function loadSuite(file: string, io: ScenarioIo, { scenes: wanted = [] }: LoadOptions = {}): Promise<LoadResult> {
  let bytes: Uint8Array;
  try {
    bytes = await io.readFile(file);
  } catch (error) {
    return {
      problems: [
        { file, line: 1, column: 1, path: '', value: undefined, message: `the file ${whyUnreadable(error)}`, hint: 'Check the path.' },
      ],
    };
  }
  const yaml = readYaml(bytes, file);
  if (!('value' in yaml)) return { problems: yaml.problems };
  const document = longForms(yaml.value);
  const newer = newerVersion(document);
  if (newer !== undefined) return { problems: [...yaml.problems, yaml.problem(newer)] };

  const { findings, variants } = check(document);
  const found = [...yaml.problems, ...reliable(yaml, findings)];
  if (mapping(document) === undefined) return { problems: inOrder(found) };
  const compiled = await compile(file, io, yaml, document, variants, wanted);
  const problems = inOrder([...found, ...reliable(yaml, compiled.findings)]);
  if (problems.length > 0) return { problems };
  const { suite } = compiled;
  if (suite === undefined) throw new TurnrigError('internal', `${file} has no problem and yet is no suite`);
  return {
    suite: {
      name: suite.suite,
      title: suite.title ?? '',
      file,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      scenes: compiled.scenes,
      clips: compiled.clips,
      repeats: suite.repeats ?? 1,
      arms: suite.arms,
      ...(suite.primary === undefined ? {} : { primary: suite.primary }),
    },
  };
}

/** A scene's variant by its names. */
export type NamedScene = Pick<CompiledScene, 'id' | 'scene'>;

/** Whether a scene is the one that a user names: by its id with its variant, or by the scene's own for all of them. */
export const isOne = ({ id, scene }: NamedScene, wanted: string): boolean => id === wanted || scene === wanted;

/** Names of a file's scenes, without opening a clip; undefined where they are not to be told from the file. Never throws for what the file holds. */
export async function namedScenes(file: string, io: ScenarioIo): Promise<readonly NamedScene[] | undefined> {
  const yaml = await io.readFile(file).then(
    (bytes) => readYaml(bytes, file),
    () => undefined,
  );
  if (yaml === undefined || !('value' in yaml) || yaml.problems.length > 0) return undefined;
  const named: NamedScene[] = [];
  for (const [index, scene] of list(mapping(longForms(yaml.value))?.['scenes']).entries()) {
    const id = mapping(scene)?.['id'];
    const { variants, findings } = variantsOf(scene, ['scenes', index]);
    if (typeof id !== 'string' || findings.length > 0) return undefined;
    named.push(...variants.map(({ suffix }) => ({ id: `${id}${suffix}`, scene: id })));
  }
  return named.length === 0 ? undefined : named;
}

/** What is wrong with a suite given as plain data, but for its clips: the generators hold their scenes to the rules of the files. */
export function checkDocument(document: unknown): Finding[] {
  return check(longForms(document)).findings;
}

interface SceneVariants {
  readonly index: number;
  readonly variants: readonly { readonly variant: Variant; readonly scene: unknown }[];
}

/** All checks that need no clip. */
function check(document: unknown): { findings: Finding[]; variants: SceneVariants[] } {
  const suite = mapping(document) ?? {};
  const context = contextOf(suite);
  const findings: Finding[] = [];
  const variants: SceneVariants[] = [];
  for (const [index, scene] of list(suite['scenes']).entries()) {
    const path: Path = ['scenes', index];
    const swept = variantsOf(scene, path);
    const names = Object.keys(mapping(mapping(scene)?.['sweep']) ?? {});
    findings.push(...swept.findings, ...unknownNames(scene, path, names));
    variants.push({ index, variants: swept.variants.map((variant) => ({ variant, scene: substitute(scene, variant.values) })) });
  }
  findings.push(...unknownNames({ ...suite, scenes: [] }, [], []));
  // The shape of the whole with each scene's first variant, then the scenes' other variants by themselves.
  const firsts = variants.map(({ variants: [first] }) => first?.scene);
  findings.push(
    ...checkShape(suiteSchema, Array.isArray(suite['scenes']) ? { ...suite, scenes: firsts } : document),
    ...suiteRules(suite),
    ...pairRules(suite),
  );
  const preamble = mapping(mapping(suite['defaults'])?.['preamble']);
  if (preamble !== undefined) findings.push(...spokenRules(preamble, ['defaults', 'preamble'], context, false));
  for (const { index, variants: all } of variants)
    for (const [i, { scene }] of all.entries()) {
      const path: Path = ['scenes', index];
      if (i > 0) findings.push(...checkShape(sceneSchema, scene, path));
      findings.push(...sceneRules(scene, path, context));
    }
  return { findings, variants };
}

function contextOf(suite: Record<string, unknown>): SceneContext {
  const speakers = mapping(suite['speakers']) ?? {};
  return {
    speakers: Object.keys(speakers),
    voiced: Object.keys(speakers).filter((id) => mapping(speakers[id])?.['voice'] !== undefined),
    arms: list(suite['arms']).filter((arm) => typeof arm === 'string'),
    preamble: mapping(suite['defaults'])?.['preamble'] !== undefined,
  };
}

/** A scene without a usable id is always opened: its faults are told whatever was asked for. */
function isAsked(scene: unknown, { suffix }: Variant, wanted: readonly string[]): boolean {
  const id = mapping(scene)?.['id'];
  return wanted.length === 0 || typeof id !== 'string' || wanted.some((name) => isOne({ id: `${id}${suffix}`, scene: id }, name));
}

interface Compiled {
  /** Undefined when the suite's head is not what the schema says. Its scenes are not those of the file. */
  readonly suite: SuiteFile | undefined;
  readonly scenes: CompiledScene[];
  readonly clips: ReadonlyMap<string, Float32Array>;
  readonly findings: readonly Finding[];
}

/** Compiles every variant that is asked for and right, and opens the clips of those that are not right: bad clips show beside other faults. */
async function compile(
  file: string,
  io: ScenarioIo,
  yaml: YamlFile,
  document: unknown,
  variants: readonly SceneVariants[],
  wanted: readonly string[],
): Promise<Compiled> {
  // The suite's own texts may hold "$$" too.
  const plain = mapping(substitute({ ...mapping(document), scenes: [] }, {}));
  const head = suiteSchema.safeParse({ ...plain, scenes: [PLACEHOLDER] });
  const folder = mapping(document)?.['clips'];
  const sources = new Sources(io, file, typeof folder === 'string' ? folder : '.');
  const compiler = new Compiler(sources);
  const scenes: CompiledScene[] = [];
  const findings = await openClips(mapping(document)?.['defaults'], ['defaults'], sources);
  const place = (path: Path): string => {
    const { line, column } = yaml.problem({ path, message: '' });
    return `${basename(file)}:${line}:${column}`;
  };
  const context = contextOf(mapping(document) ?? {});
  for (const { index, variants: all } of variants)
    for (const { variant, scene } of all) {
      if (!isAsked(scene, variant, wanted)) continue;
      const path: Path = ['scenes', index];
      const parsed = sceneSchema.safeParse(scene);
      if (!head.success || !parsed.success || sceneRules(scene, path, context).length > 0) {
        findings.push(...(await openClips(scene, path, sources)));
        continue;
      }
      const compiled = await compiler.compile({ suite: head.data, scene: parsed.data, variant, path, place });
      if (compiled !== undefined) scenes.push(compiled);
    }
  if (head.success)
    findings.push(
      ...primaryRule(
        head.data,
        variants.flatMap(({ variants: all }) => all.map(({ scene }) => scene)),
      ),
    );
  return { suite: head.data, scenes, clips: compiler.clips, findings: [...findings, ...compiler.findings] };
}

const PLACEHOLDER: SceneFile = { id: 'placeholder', turns: [{ speaker: 'placeholder', text: 'placeholder' }] };

function newerVersion(document: unknown): Finding | undefined {
  const version = mapping(document)?.['version'];
  if (typeof version !== 'number' || !(version > FORMAT_VERSION)) return undefined;
  return {
    path: ['version'],
    value: version,
    message: `the file is of format version ${version}, newer than this turnrig reads (${FORMAT_VERSION})`,
    hint: 'Update turnrig.',
  };
}

/** What the checks found, without what only follows from the YAML itself being wrong there. */
function reliable(yaml: YamlFile, findings: readonly Finding[]): Problem[] {
  const broken = new Set(yaml.problems.map(({ line, column }) => `${line}:${column}`));
  return findings
    .filter(({ missing }) => missing !== true || yaml.brokenFrom === Infinity)
    .map(yaml.problem)
    .filter(({ line, column }) => line < yaml.brokenFrom && !broken.has(`${line}:${column}`));
}

/** By place, each once, and not endlessly many. */
function inOrder(problems: readonly Problem[]): Problem[] {
  const seen = new Set<string>();
  const once = problems.filter((problem) => {
    const key = `${problem.line}:${problem.column}:${problem.message}`;
    return !seen.has(key) && seen.add(key);
  });
  once.sort((a, b) => a.line - b.line || a.column - b.column);
  const last = once[MOST_PROBLEMS];
  if (last === undefined) return once;
  return [
    ...once.slice(0, MOST_PROBLEMS),
    { ...last, path: '', value: undefined, message: `and ${once.length - MOST_PROBLEMS} more problems from here on`, hint: '' },
  ];
}
