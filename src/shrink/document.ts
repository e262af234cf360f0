/** A candidate as a scenario file: every cue, hold and expectation in its long form, so that nothing hangs on labels, pairs or defaults any more. */
import { createHash } from 'node:crypto';
import { yamlOf } from '../generate/index.js';
import type { CompiledTurn, Cue, Expectation, Hold, ReplyLimits } from '../scenario/model.js';
import { FORMAT_VERSION } from '../scenario/schema.js';
import { samplesToMs, type Samples } from '../time/position.js';
import { leftPauses } from './candidate.js';
import { emit, type EmittedPart, type EmittedTurn } from './emit.js';
import type { Candidate, Fault, Material } from './model.js';

export interface Built {
  /** The file's text. */
  readonly yaml: string;
  /** Its clips by name, below the folder `clips`: 48 kHz mono. */
  readonly clips: ReadonlyMap<string, Float32Array>;
  /** Id of the fault's turn in it, and its pause from the turn's first voiced sample. */
  readonly turn: string;
  readonly anchor: EmittedTurn['anchor'];
  /** SHA-256 of the text, which names the clips by their sound. */
  readonly key: string;
}

const CLIPS = 'clips';
const PLAIN_ID = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const AMBIGUOUS = /^(true|false|yes|no|on|off|null|y|n)$/i;

export class Builder {
  /** Ids of the material's turns in every file that is built of it. */
  readonly turnIds: readonly string[];
  readonly #speakerIds: ReadonlyMap<string, string>;

  constructor(private readonly material: Material) {
    this.turnIds = turnIdsOf(material);
    this.#speakerIds = new Map(
      material.scene.speakers.map(({ id }, i) => [id, PLAIN_ID.test(id) && !AMBIGUOUS.test(id) ? id : `speaker-${i + 1}`]),
    );
  }

  build(candidate: Candidate, fault: Fault): Built {
    const clips = new Map<string, Float32Array>();
    let anchor: EmittedTurn['anchor'];
    const turns = candidate.turns.flatMap((one) => {
      const of = this.material.turns[one.turn];
      if (of === undefined) return [];
      const emitted = emit(one.turn, of, one, leftPauses(this.material, fault, candidate, one), fault);
      for (const { name, samples } of emitted.parts) clips.set(name, samples);
      anchor ??= emitted.anchor;
      return [this.#turn(one.turn, of.turn, emitted, candidate)];
    });
    const yaml = yamlOf(this.#suite(candidate, turns), []);
    return { yaml, clips, turn: this.turnIds[fault.turn] ?? '', anchor, key: createHash('sha256').update(yaml).digest('hex') };
  }

  #suite(candidate: Candidate, turns: readonly object[]): Record<string, unknown> {
    const { scene, suite } = this.material;
    const said = new Set(candidate.turns.map(({ turn }) => scene.turns[turn]?.speaker));
    return {
      version: FORMAT_VERSION,
      suite: `${suite.slice(0, 56)}-shrunk`,
      clips: CLIPS,
      speakers: Object.fromEntries(scene.speakers.flatMap(({ id, name }) => (said.has(id) ? [[this.#speaker(id), { name }]] : []))),
      scenes: [
        {
          id: scene.scene.slice(0, 64),
          ...(scene.title === '' ? {} : { title: scene.title }),
          language: scene.language,
          room: scene.layout,
          greeting: { policy: scene.greeting.policy, within: ms(scene.greeting.within) },
          tail: ms(scene.tail),
          limits: {
            late_frame: ms(scene.limits.lateFrame),
            packet_loss: scene.limits.packetLossShare,
            ready_within: ms(scene.limits.readyWithin),
          },
          turns,
        },
      ],
    };
  }

  #turn(index: number, turn: CompiledTurn, { parts }: EmittedTurn, { waits }: Candidate): object {
    const noise = turn.kind === 'noise';
    const when = this.#when(turn.cue, waits[`${index}:cue`]);
    return {
      id: this.turnIds[index],
      speaker: this.#speaker(turn.speaker),
      ...(noise ? { kind: 'noise' } : {}),
      recorded: true,
      parts: parts.map(partFile),
      ...(when === undefined ? {} : { when }),
      hold: holdFile(turn.hold, waits[`${index}:hold`]),
      expect: expectFile(turn.expect),
    };
  }

  #speaker(id: string): string {
    return this.#speakerIds.get(id) ?? 'speaker';
  }

  #when(cue: Cue, wait: number | undefined): object | undefined {
    switch (cue.kind) {
      case 'next':
        return undefined;
      case 'at':
        return { at: wait ?? ms(cue.offset) };
      case 'after':
        return { after: this.#named(cue.turn), edge: cue.edge, gap: wait ?? ms(cue.gap) };
      case 'agent':
        return {
          agent: cue.edge,
          ...(cue.since === undefined ? {} : { since: this.#named(cue.since) }),
          offset: ms(cue.offset),
          tolerance: ms(cue.tolerance),
          timeout: ms(cue.timeout),
          otherwise: cue.otherwise,
        };
    }
  }

  #named(id: string): string {
    return this.turnIds[this.material.turns.findIndex(({ turn }) => turn.id === id)] ?? id;
  }
}

/** The id "preamble" is kept for a scene's preamble, which is a turn like another here. */
function turnIdsOf({ turns }: Material): string[] {
  const taken = new Set(turns.map(({ turn }) => turn.id));
  let preamble = 'before';
  while (taken.has(preamble)) preamble += '-';
  return turns.map(({ turn: { id } }) => (id === 'preamble' ? preamble : id));
}

const partFile = ({ name, text, pause }: EmittedPart): object =>
  pause === undefined ? { ...(text === '' ? {} : { text }), clip: name } : { pause, clip: name };

function holdFile(hold: Hold, wait: number | undefined): object {
  switch (hold.kind) {
    case 'gap':
      return { gap: wait ?? ms(hold.length) };
    case 'fixed':
      return { fixed: wait ?? ms(hold.length) };
    case 'answer':
      return { answer: { onset_within: ms(hold.onsetWithin), silence: ms(hold.silence), cap: ms(hold.cap) } };
    case 'observe':
      return { observe: { after_start: ms(hold.afterStart), after_end: ms(hold.afterEnd) } };
  }
}

function expectFile(expect: Expectation): object {
  switch (expect.kind) {
    case 'reply':
      return { reply: replyFile(expect) };
    case 'silence':
      return { silence: {} };
    case 'yield': {
      const { within, quiet, reply } = expect;
      return { yield: { within: ms(within), quiet: ms(quiet) }, ...(reply === undefined ? {} : { reply: replyFile(reply) }) };
    }
    case 'continue':
      return {
        continue: { max_gap: ms(expect.maxGap), ...(expect.quietAfter === undefined ? {} : { quiet_after: ms(expect.quietAfter) }) },
      };
    case 'probe':
      return { probe: { within: ms(expect.within) } };
    case 'may-answer':
    case 'none':
      return { none: {} };
  }
}

const replyFile = ({ within, once, maxGap }: ReplyLimits): object => ({
  within: ms(within),
  once,
  ...(maxGap === undefined ? {} : { max_gap: ms(maxGap) }),
});

const ms = (length: Samples): number => Math.round(samplesToMs(length));
