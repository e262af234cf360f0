/** A checked scene variant becomes what the schedule runs: defaults filled in, milliseconds to samples, clips joined. */
import { TurnrigError, messageOf } from '../error.js';
import { msToSamples, type Samples } from '../time/position.js';
import { joinParts, type JoinedClip, type SpokenPart } from './clip.js';
import { acrossOf, cueOf, expectationOf, goldOf, greetingOf, holdOf, limitsOf } from './defaults.js';
import type { ClipRef, CompiledScene, CompiledTurn } from './model.js';
import type { Finding, Path } from './problem.js';
import { ACTIVE_LEVEL_DB, ASSISTANT, TAIL_MS, TURN_GAP_MS } from './protocol-constants.js';
import { joinRecorded, type RecordedPiece } from './recorded-clip.js';
import { turnId } from './ruled-turn.js';
import type { SceneFile, SpokenFile, SuiteFile } from './schema.js';
import type { Source, Sources } from './sources.js';
import type { Variant } from './sweep.js';

export interface SceneToCompile {
  readonly suite: SuiteFile;
  readonly scene: SceneFile;
  readonly variant: Variant;
  /** Place of the scene in the document. */
  readonly path: Path;
  /** "quickstart.yaml:31:7" for a place in the document. */
  readonly place: (path: Path) => string;
}

/** Compiles scenes of one suite; clips that are the same are kept once. */
export class Compiler {
  readonly clips = new Map<string, Float32Array>();
  readonly findings: Finding[] = [];
  readonly #joined = new Map<string, ClipRef | undefined>();
  constructor(private readonly sources: Sources) {}

  /** The scene, or undefined when one of its clips is bad: the reasons are in `findings`. */
  async compile(what: SceneToCompile): Promise<CompiledScene | undefined> {
    const { suite, scene, variant, path } = what;
    const of = { ...suite.defaults, ...scene };
    const turns: (CompiledTurn | undefined)[] = [];
    if (of.preamble !== undefined) {
      const at: Path = scene.preamble === undefined ? ['defaults', 'preamble'] : [...path, 'preamble'];
      const clip = await this.#spoken(what, of.preamble, at);
      turns.push(
        clip && {
          id: 'preamble',
          label: 'user',
          speaker: of.preamble.speaker,
          text: textOf(of.preamble),
          clip,
          cue: { kind: 'next' },
          hold: { kind: 'gap', length: msToSamples(TURN_GAP_MS) },
          expect: { kind: of.preamble.expect ?? 'none' },
          source: what.place(at),
        },
      );
    }
    for (const [i, turn] of scene.turns.entries()) {
      const at = [...path, 'turns', i];
      const clip = await this.#spoken(what, turn, at);
      const noise = turn.kind === 'noise';
      turns.push(
        clip && {
          id: turnId(turn, i),
          label: turn.label ?? 'user',
          ...(noise ? { kind: 'noise' as const } : {}),
          speaker: turn.speaker,
          text: textOf(turn),
          clip,
          cue: cueOf(turn, i > 0 ? turnId(scene.turns[i - 1], i - 1) : of.preamble === undefined ? undefined : 'preamble'),
          hold: holdOf(turn),
          expect: expectationOf(turn),
          source: what.place(at),
        },
      );
    }
    const ready = turns.filter((turn) => turn !== undefined);
    if (ready.length < turns.length) return undefined;
    this.findings.push(...overlaps(ready, path, of.preamble === undefined ? 0 : 1));
    return {
      id: `${scene.id}${variant.suffix}`,
      scene: scene.id,
      suite: suite.suite,
      title: scene.title ?? '',
      variant: variant.values,
      arm: scene.arm,
      repeats: of.repeats ?? suite.repeats ?? 1,
      pair: scene.pair,
      language: of.language ?? 'en',
      ...(of.assistant === undefined && scene.gold === undefined ? {} : { assistant: of.assistant ?? ASSISTANT }),
      ...(scene.family === undefined ? {} : { family: scene.family }),
      ...(scene.gold === undefined ? {} : { gold: goldOf(scene.gold) }),
      layout: of.room ?? 'mixed',
      speakers: speakersOf(suite, ready),
      greeting: greetingOf(of.greeting),
      turns: ready,
      ...(scene.across === undefined ? {} : { across: scene.across.map(acrossOf) }),
      tail: msToSamples(of.tail ?? TAIL_MS),
      limits: limitsOf(of.limits),
    };
  }

  async #spoken({ suite, scene }: SceneToCompile, turn: SpokenFile, path: Path): Promise<ClipRef | undefined> {
    const speaker = suite.speakers[turn.speaker];
    const voice = speaker?.voice === undefined ? undefined : suite.voices?.[speaker.voice];
    const language = voice?.language ?? scene.language ?? suite.defaults?.language ?? 'en';
    const level = (suite.level ?? ACTIVE_LEVEL_DB) + (turn.gain ?? 0);
    const key = JSON.stringify([turn.parts ?? [turn.text, turn.clip], turn.recorded ?? false, level, voice, language]);
    if (this.#joined.has(key) && this.#joined.get(key) !== undefined) return this.#joined.get(key);
    if (turn.recorded === true) return this.#recorded(turn, path, key);

    const parts: SpokenPart[] = [];
    let pauseBefore: Samples = 0;
    let bad = false;
    for (const [i, part] of (turn.parts ?? [{ text: turn.text, clip: turn.clip }]).entries()) {
      if ('pause' in part && part.pause !== undefined) {
        pauseBefore = msToSamples(part.pause);
        continue;
      }
      const at = turn.parts === undefined ? path : [...path, 'parts', i];
      const source = await this.#source(part.text, part.clip, voice, language, at);
      if (source === undefined) bad = true;
      else parts.push({ ...source, text: part.text ?? '', source: part.clip ?? `tts:${voice?.tts}/${voice?.voice}`, pauseBefore });
      pauseBefore = 0;
    }
    if (bad) return undefined;
    return this.#keep(() => joinParts(parts, level), path, key);
  }

  /** A turn whose clips are pieces of a recording. */
  async #recorded(turn: SpokenFile, path: Path, key: string): Promise<ClipRef | undefined> {
    const pieces: RecordedPiece[] = [];
    let bad = false;
    for (const [i, { text = '', clip, pause }] of (turn.parts ?? [{ text: turn.text, clip: turn.clip, pause: undefined }]).entries()) {
      const at = turn.parts === undefined ? path : [...path, 'parts', i];
      try {
        const samples = clip === undefined ? new Float32Array(0) : (await this.sources.sound(clip)).samples;
        pieces.push({ samples, text, source: clip ?? 'silence', ...(pause === undefined ? {} : { pause: msToSamples(pause) }) });
      } catch (error) {
        this.#found(error, [...at, 'clip'], clip);
        bad = true;
      }
    }
    return bad ? undefined : this.#keep(() => joinRecorded(pieces, turn.gain ?? 0), path, key);
  }

  #keep(join: () => JoinedClip, path: Path, key: string): ClipRef | undefined {
    try {
      const { clip, samples } = join();
      this.clips.set(clip.hash, samples);
      this.#joined.set(key, clip);
      return clip;
    } catch (error) {
      this.#found(error, path, undefined);
      return undefined;
    }
  }

  async #source(
    text: string | undefined,
    clip: string | undefined,
    voice: Parameters<Sources['line']>[1] | undefined,
    language: string,
    path: Path,
  ): Promise<Source | undefined> {
    try {
      if (clip !== undefined) return await this.sources.clip(clip);
      if (text === undefined || voice === undefined) throw new TurnrigError('input', 'there is neither a clip nor a voice');
      return await this.sources.line(text, voice, language);
    } catch (error) {
      this.#found(error, [...path, clip === undefined ? 'text' : 'clip'], clip ?? text);
      return undefined;
    }
  }

  #found(error: unknown, path: Path, value: unknown): void {
    const hint = error instanceof TurnrigError ? error.hint : '';
    this.findings.push({ path, ...(value === undefined ? {} : { value }), message: messageOf(error), hint });
  }
}

const textOf = (turn: SpokenFile): string => (turn.parts ?? [{ text: turn.text }]).flatMap(({ text }) => text ?? []).join(' ');

/** The speakers that have a turn, in the order of the file. */
function speakersOf(suite: SuiteFile, turns: readonly CompiledTurn[]): CompiledScene['speakers'] {
  const speaking = new Set(turns.map(({ speaker }) => speaker));
  return Object.entries(suite.speakers).flatMap(([id, { name }]) => (speaking.has(id) ? [{ id, name: name ?? id }] : []));
}

/** Turns of one speaker that would play at once whatever the agent does. */
function overlaps(turns: readonly CompiledTurn[], path: Path, first: number): Finding[] {
  return turns.flatMap((turn, i): Finding[] => {
    const { cue } = turn;
    const earlier = turns.slice(0, i);
    const other =
      cue.kind === 'after'
        ? earlier.find(
            ({ id, speaker, clip }) => id === cue.turn && speaker === turn.speaker && cue.edge === 'start' && cue.gap < length(clip),
          )
        : cue.kind === 'at'
          ? earlier.find((e) => e.speaker === turn.speaker && e.cue.kind === 'at' && cue.offset < e.cue.offset + length(e.clip))
          : undefined;
    if (other === undefined) return [];
    return [
      {
        path: [...path, 'turns', i - first, 'when'],
        message: `"${turn.id}" begins while "${other.id}" of the same speaker still plays`,
        hint: `"${other.id}" lasts ${Math.ceil(length(other.clip) / 48)} ms.`,
      },
    ];
  });
}

const length = ({ voiced }: ClipRef): Samples => voiced.to - voiced.from;
