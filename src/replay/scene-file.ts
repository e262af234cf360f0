/** A call as an ordinary scenario file with its clips: what `turnrig run` plays as well, and `turnrig shrink` makes smaller. */
import { stringify } from 'yaml';
import { REPLAYED_FILE } from '../analysis/scene.js';
import { writeFlac } from '../media/flac-write.js';
import { ANSWER_CAP_MS, ANSWER_SILENCE_MS } from '../scenario/protocol-constants.js';
import { SAMPLE_RATE, msToSamples } from '../time/position.js';
import type { Chosen } from './choose.js';
import { EDGE_MS, FADE_MS, LEAST_GAP_MS, MOST_GAP_MS, UNKNOWN_WORDS } from './constants.js';
import { gapBefore, type MsSpan, type ReplayTurn } from './turn.js';

/** Inside the run folder. */
export const SCENE_FILE = REPLAYED_FILE;
export const CLIPS_FOLDER = 'clips';
export const SUITE = 'replay';
export const SCENE = 'call';
const SPEAKER = 'user';

export interface SceneRequest extends Chosen {
  /** Of the recording, for people. Hostile text. */
  readonly title: string;
  /** BCP 47; undefined where nobody said. */
  readonly language: string | undefined;
  /** All turns of the call, for how much room there is around one. */
  readonly turns: readonly ReplayTurn[];
  /** Where the agent spoke in the recording. */
  readonly agent: readonly MsSpan[];
  /** A reply is waited for so long after each turn. */
  readonly windowMs: number;
  /** The user's channel, 48 kHz, from and to in ms of the recording; zeros outside of it. */
  readonly sound: (span: MsSpan) => Promise<Float32Array>;
}

export interface SceneFile {
  readonly yaml: string;
  /** FLAC by name, in the folder of clips. */
  readonly clips: ReadonlyMap<string, Uint8Array>;
  /** Ids that the played turns have in the scene. */
  readonly ids: ReadonlyMap<ReplayTurn, string>;
}

interface Piece extends MsSpan {
  readonly part: object;
  /** Which end is faded: sound outside of the turn. */
  readonly outer?: 'front' | 'back';
}

export async function sceneFile(request: SceneRequest): Promise<SceneFile> {
  const { played, title, language, windowMs, agent, sound } = request;
  const ids = turnIds(played);
  const clips = new Map<string, Uint8Array>();
  const turns: object[] = [];
  for (const [i, turn] of played.entries()) {
    const id = ids.get(turn) ?? '';
    const parts: object[] = [];
    for (const [k, piece] of piecesOf(turn, request.turns).entries()) {
      const clip = `${id}-${k}.flac`;
      clips.set(clip, writeFlac(faded(await sound(piece), piece.outer), SAMPLE_RATE));
      parts.push({ ...piece.part, clip });
    }
    const next = played[i + 1];
    const silence = next === undefined ? ANSWER_SILENCE_MS : Math.min(MOST_GAP_MS, Math.max(LEAST_GAP_MS, gapBefore(next, turn, agent)));
    turns.push({
      id,
      speaker: SPEAKER,
      recorded: true,
      parts,
      hold: { answer: { onset_within: windowMs, silence, cap: ANSWER_CAP_MS } },
      expect: { reply: { within: windowMs, once: false } },
    });
  }
  const document = {
    version: 1,
    suite: SUITE,
    title: line(title),
    clips: CLIPS_FOLDER,
    primary: 'false-cutoff',
    speakers: { [SPEAKER]: 'User' },
    scenes: [{ id: SCENE, title: line(title), language: language ?? 'und', turns }],
  };
  return { yaml: `${HEAD}${stringify(document, { lineWidth: 0 })}`, clips, ids };
}

const HEAD = '# A recorded call as a scene, made by turnrig replay. Times are ms; clips are pieces of the recording, sample by sample.\n';

/** What may stand in a scenario file: one line, and dollar signs doubled (docs/scenario-format.md, "Sweeps"). */
function line(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim().slice(0, 2000).replaceAll('$', '$$$$');
  return plain === '' ? UNKNOWN_WORDS : plain;
}

/** Labels are anybody's text: plain names stay, others become numbers. */
function turnIds(played: readonly ReplayTurn[]): Map<ReplayTurn, string> {
  const taken = new Set<string>(['preamble']);
  const ids = new Map<ReplayTurn, string>();
  for (const [i, turn] of played.entries()) {
    let id = /^[A-Za-z0-9][A-Za-z0-9_-]{0,47}$/.test(turn.label) ? turn.label : `t${i + 1}`;
    for (let n = 2; taken.has(id.toLowerCase()); n++) id = `t${i + 1}-${n}`;
    taken.add(id.toLowerCase());
    ids.set(turn, id);
  }
  return ids;
}

/** A turn from a little before its first voiced sample to a little after its last: words, pauses with their sound, and the edges. */
function piecesOf(turn: ReplayTurn, all: readonly ReplayTurn[]): Piece[] {
  const before = all.filter(({ toMs }) => toMs <= turn.fromMs).reduce((latest, { toMs }) => Math.max(latest, toMs), 0);
  const after = all.filter(({ fromMs }) => fromMs >= turn.toMs).reduce((first, { fromMs }) => Math.min(first, fromMs), Infinity);
  const lead = Math.min(EDGE_MS, Math.floor((turn.fromMs - before) / 2));
  const tail = Math.min(EDGE_MS, Math.floor((after - turn.toMs) / 2));
  const pieces: Piece[] = [];
  if (lead > 0) pieces.push({ fromMs: turn.fromMs - lead, toMs: turn.fromMs, part: { pause: lead }, outer: 'front' });
  for (const [i, { fromMs, toMs, text }] of turn.parts.entries()) {
    const end = turn.parts[i - 1]?.toMs;
    if (end !== undefined) pieces.push({ fromMs: end, toMs: fromMs, part: { pause: fromMs - end } });
    pieces.push({ fromMs, toMs, part: { text: line(text) } });
  }
  if (tail > 0) pieces.push({ fromMs: turn.toMs, toMs: turn.toMs + tail, part: { pause: tail }, outer: 'back' });
  return pieces;
}

function faded(samples: Float32Array, outer: Piece['outer']): Float32Array {
  if (outer === undefined) return samples;
  const fade = Math.min(samples.length, msToSamples(FADE_MS));
  for (let i = 0; i < fade; i++) {
    const at = outer === 'front' ? i : samples.length - 1 - i;
    samples[at] = ((samples[at] ?? 0) * (1 - Math.cos((Math.PI * (i + 0.5)) / fade))) / 2;
  }
  return samples;
}
