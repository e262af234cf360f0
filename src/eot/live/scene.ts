/**
 * A turn of a data set becomes a turn that is played: its own waveform with its own pauses, at one level (measurement.md, "Before the first
 * turn"). Labels of the data set say where its pauses lie and where it ends; the sound is not cut anywhere.
 */
import { TurnrigError } from '../../error.js';
import { activeLevelDb } from '../../media/active-level.js';
import { peak } from '../../media/mix.js';
import { voicedSpan } from '../../media/voiced.js';
import { quantise } from '../../scenario/clip.js';
import type { ClipRef, ClipSpan, CompiledScene, CompiledTurn, Hold } from '../../scenario/model.js';
import * as P from '../../scenario/protocol-constants.js';
import { msToSamples, SAMPLE_RATE, type Samples } from '../../time/position.js';
import { EotError } from '../error.js';
import { keptSpans, type KeptSpan } from '../spans.js';
import type { EotTurn, Word } from '../turn.js';
import type { LiveSpan, LiveTurn } from './plan.js';

export const LIVE_SUITE = 'eot-live';
const SPEAKER = 'user';
/** Rounding of labels: a span may reach so far past the sound, seconds (chosen: a tenth of the shortest span). */
const PAST_END_S = 0.01;
/** Speech in front of the first pause is at least so long; before that nothing has been said, and there is nothing to cut off (chosen). */
const LEAST_SPEECH_S = 0.02;
/** Observed beyond the timeout, so that an answer at its very end is still heard as one (a reply has 300 ms). */
const TAIL = msToSamples(1000);
/** Two spans that touch are one silence with two labels, seconds: two samples of the rig's clock. */
const LEAST_GAP_S = 2 / SAMPLE_RATE;
/** Words of a part that the data set does not tell; a recogniser that is told nothing would keep an agent silent (facts.md). */
const UNKNOWN_WORDS = '(speech)';

export interface PlayedTurn {
  readonly turn: CompiledTurn;
  /** Of `turn.clip`. */
  readonly samples: Float32Array;
  readonly holds: readonly LiveSpan[];
  readonly eot: LiveSpan | undefined;
}

export interface PlayOptions {
  readonly minSilenceSpan: number;
  readonly timeoutS: number;
  /** Turns follow one another in a session: what one waits for includes the end of its answer. */
  readonly several: boolean;
}

/** @param sound 48 kHz mono of the whole turn. @throws EotError that names the row and the rule. */
export function playedTurn(row: EotTurn, sound: Float32Array, options: PlayOptions): PlayedTurn {
  const spans = checkedSpans(row, sound.length / SAMPLE_RATE, options.minSilenceSpan);
  const { holds, end, eot } = spans;
  const at = (seconds: number): Samples => Math.min(sound.length, Math.round(seconds * SAMPLE_RATE));
  const parts = speechParts(at(spans.from), holds, at(end), at);
  const first = parts[0];
  if (first === undefined) throw new EotError(`Dataset row '${row.id}' has no speech before its end of turn at ${end} s`);
  const voiced = { from: first.from + leadOf(sound.subarray(first.from, first.to)), to: at(end) };
  const stretches = parts.map((part, i) => (i === 0 ? { from: voiced.from, to: part.to } : part));
  const { samples, hash, levelDb } = levelled(row.id, sound, stretches);
  const clip: ClipRef = {
    hash,
    length: samples.length,
    voiced,
    parts: stretches.map((part) => ({ ...part, text: textOf(row.words, part) })),
    activeLevelDb: levelDb,
    sources: [row.id],
  };
  return { turn: compiled(row, clip, options), samples, holds: holds.map(labelOf), eot: eot && labelOf(eot) };
}

const labelOf = ({ spanIndex, start, end }: KeptSpan): LiveSpan => ({ spanIndex, start, end });

interface CheckedSpans {
  /** Where speech may begin: behind silence in front of it. */
  readonly from: number;
  readonly holds: readonly KeptSpan[];
  /** Start of the last span: the end of the turn. */
  readonly end: number;
  readonly eot: KeptSpan | undefined;
}

function checkedSpans(row: EotTurn, length: number, minSilenceSpan: number): CheckedSpans {
  const where = `Dataset row '${row.id}'`;
  const last = row.silenceSpans.at(-1);
  if (last === undefined) {
    throw new EotError(`${where} has no silence span, so that nothing says where its turn ends`, {
      hint: 'Its last silence span is the end of the turn: give it one.',
    });
  }
  for (const [i, { start, end }] of row.silenceSpans.entries()) {
    if (end > length + PAST_END_S)
      throw new EotError(`${where}: silence_spans[${i}] ends at ${end} s, past the end of its sound at ${length.toFixed(3)} s`);
    const before = row.silenceSpans[i - 1];
    if (before !== undefined && start < before.end + LEAST_GAP_S)
      throw new EotError(`${where}: silence_spans[${i}] begins at ${start} s, before the one in front of it has ended`);
  }
  const kept = keptSpans(row, minSilenceSpan);
  const holds = kept.filter(({ label }) => label === 'hold');
  const leading = holds[0] !== undefined && holds[0].start < LEAST_SPEECH_S ? holds[0] : undefined;
  return {
    from: leading?.end ?? 0,
    holds: leading === undefined ? holds : holds.slice(1),
    end: last.start,
    eot: kept.find(({ label }) => label === 'eot'),
  };
}

/** The stretches between the pauses. */
function speechParts(from: Samples, holds: readonly KeptSpan[], end: Samples, at: (seconds: number) => Samples): ClipSpan[] {
  const starts = [from, ...holds.map((hold) => at(hold.end))];
  const ends = [...holds.map((hold) => at(hold.start)), end];
  return starts.flatMap((start, i) => {
    const to = ends[i] ?? end;
    return start < to ? [{ from: start, to }] : [];
  });
}

/** Samples of the first stretch before its first voiced one; 0 where nothing in it stands out. */
function leadOf(speech: Float32Array): Samples {
  try {
    return voicedSpan(speech).from;
  } catch (error) {
    if (error instanceof TurnrigError && error.code === 'audio') return 0;
    throw error;
  }
}

/** One gain for the whole sound; less of it where its peaks would clip. */
function levelled(id: string, sound: Float32Array, parts: readonly ClipSpan[]): { samples: Float32Array; hash: string; levelDb: number } {
  const speech = new Float32Array(parts.reduce((sum, { from, to }) => sum + to - from, 0));
  let length = 0;
  for (const { from, to } of parts) {
    speech.set(sound.subarray(from, to), length);
    length += to - from;
  }
  // A word too short for P.56 has a level all the same.
  const measured = activeLevelDb(speech, SAMPLE_RATE) ?? rmsDb(speech);
  if (measured === undefined) throw new EotError(`the audio of turn '${id}' has no speech in front of its end of turn to measure`);
  const wanted = 10 ** ((P.ACTIVE_LEVEL_DB - measured) / 20);
  const loudest = peak(sound);
  const gain = Math.min(wanted, loudest > 0 ? 1 / loudest : wanted);
  return { ...quantise(sound.map((x) => x * gain)), levelDb: measured + 20 * Math.log10(gain) };
}

/** Undefined of digital silence. */
function rmsDb(samples: Float32Array): number | undefined {
  const power = samples.reduce((sum, x) => sum + x * x, 0) / samples.length;
  return power > 0 ? 10 * Math.log10(power) : undefined;
}

/** Words by the middle of each: words of the data set reach over the edges of pauses by what their alignment is off. */
function textOf(words: readonly Word[], { from, to }: ClipSpan): string {
  const inside = words.filter(({ start, end }) => {
    const middle = ((start + end) / 2) * SAMPLE_RATE;
    return middle >= from && middle < to;
  });
  const text = inside.map((word) => word.text.trim()).join(' ');
  return text.trim() === '' ? UNKNOWN_WORDS : text;
}

function compiled(row: EotTurn, clip: ClipRef, { timeoutS, several }: PlayOptions): CompiledTurn {
  const within = msToSamples(timeoutS * 1000);
  const hold: Hold = several
    ? { kind: 'answer', onsetWithin: within, silence: msToSamples(P.ANSWER_SILENCE_MS), cap: msToSamples(P.ANSWER_CAP_MS) }
    : { kind: 'fixed', length: within };
  return {
    id: 't1',
    label: 'user',
    speaker: SPEAKER,
    text: clip.parts.map(({ text }) => text).join(' '),
    clip,
    cue: { kind: 'next' },
    hold,
    expect: { kind: 'reply', within, once: false },
    source: row.id,
  };
}

/** Turns as the scenes that are played, `perSession` of them in each, in the data set's order. */
export function liveScenes(
  rows: readonly { readonly row: EotTurn; readonly played: PlayedTurn }[],
  perSession: number,
): { readonly scenes: readonly CompiledScene[]; readonly turns: readonly LiveTurn[] } {
  const scenes: CompiledScene[] = [];
  const turns: LiveTurn[] = [];
  for (let from = 0; from < rows.length; from += perSession) {
    const group = rows.slice(from, from + perSession).map(({ row, played }, i) => ({ row, played, id: `t${i + 1}` }));
    const scene = sceneId(
      group.map(({ row }) => row.id),
      scenes.length,
    );
    for (const { row, played, id } of group) {
      const { holds, eot } = played;
      turns.push({ id: row.id, language: row.language, scene, turn: id, holds: [...holds], ...(eot === undefined ? {} : { eot }) });
    }
    scenes.push(sceneOf(scene, group));
  }
  return { scenes, turns };
}

/** Ids of the data set are anybody's text: those that are plain names stay, others become numbers. */
function sceneId(ids: readonly string[], index: number): string {
  const [first = ''] = ids;
  return ids.length === 1 && /^[\w.-]{1,80}$/.test(first) ? first : `turns-${index + 1}`;
}

function sceneOf(id: string, group: readonly { readonly row: EotTurn; readonly played: PlayedTurn; readonly id: string }[]): CompiledScene {
  return {
    id,
    scene: id,
    suite: LIVE_SUITE,
    title: group.map(({ row }) => row.id).join(', '),
    variant: {},
    arm: undefined,
    repeats: 1,
    pair: undefined,
    language: group[0]?.row.language ?? 'und',
    layout: 'mixed',
    speakers: [{ id: SPEAKER, name: 'User' }],
    greeting: { policy: 'ignored', within: msToSamples(P.GREETING_WITHIN_MS) },
    turns: group.map(({ played, id: turn }) => ({ ...played.turn, id: turn })),
    tail: TAIL,
    limits: {
      lateFrame: msToSamples(P.LATE_FRAME_MS),
      packetLossShare: P.PACKET_LOSS_SHARE,
      readyWithin: msToSamples(P.READY_WITHIN_MS),
    },
  };
}
