/** What is odd about a recording's channels, said in words: silent, swapped, leaking, clipped. */
import type { AgentSpeech } from '../vad/model.js';
import { intersect, samplesToMs, spanLength, type Samples, type Span } from '../time/position.js';
import type { Leak } from './leak.js';
import { NOTHING_DB, quantileDb } from './power.js';
import type { RecordedTurn } from './turns.js';

/** Louder than this at its loudest hundredth, a channel holds some sound, dB: 16-bit dither lies 20 dB lower. */
const SILENT_DB = -75;
/** A track that software makes is digital silence between words for this share, a microphone never for that (chosen). */
const MADE_SHARE = 0.3;
const MICROPHONE_SHARE = 0.02;

export interface ChannelFacts {
  readonly channel: number;
  readonly speech: AgentSpeech;
  readonly power: Int8Array;
  readonly leak: Leak | undefined;
  readonly clipped: number;
}

export function isSilentChannel(power: Int8Array): boolean {
  return quantileDb(power, 0.99) < SILENT_DB;
}

/** @param given turns that a person gave; undefined where they were found. */
export function channelNotes(user: ChannelFacts, agent: ChannelFacts, given: readonly RecordedTurn[] | undefined): string[] {
  const notes: string[] = [];
  const told = (facts: ChannelFacts, role: string): string => `channel ${facts.channel} (${role})`;
  if (isSilentChannel(user.power)) notes.push(`${told(user, 'user')} is silent: no turn can be found on it. Is it the right channel?`);
  if (isSilentChannel(agent.power))
    notes.push(`${told(agent, 'agent')} is silent all through: every expected answer is missing. Is it the right channel?`);
  const swapped = swappedBecause(user, agent, given);
  if (swapped !== undefined) notes.push(`the channels look swapped: ${swapped}. Try --user ${agent.channel} --agent ${user.channel}.`);
  for (const [facts, role, from] of [
    [agent, 'agent', 'user'],
    [user, 'user', 'agent'],
  ] as const)
    if (facts.leak !== undefined)
      notes.push(
        `the ${from} is heard in ${told(facts, role)}, ${Math.round(-facts.leak.gainDb)} dB quieter and ${samplesToMs(facts.leak.delay).toFixed(1)} ms later: what this explains is not taken for speech of the ${role}`,
      );
  for (const [facts, role] of [
    [user, 'user'],
    [agent, 'agent'],
  ] as const)
    if (facts.clipped > 0) notes.push(`${told(facts, role)} reaches full scale in ${facts.clipped} samples`);
  return notes;
}

function swappedBecause(user: ChannelFacts, agent: ChannelFacts, given: readonly RecordedTurn[] | undefined): string | undefined {
  if (given !== undefined) {
    const spans = given.filter(({ noise }) => !noise).flatMap(({ parts }) => parts);
    const all = spans.reduce((sum, span) => sum + spanLength(span), 0);
    const [own, other] = [spokenIn(spans, user.speech.runs) / all, spokenIn(spans, agent.speech.runs) / all];
    return all > 0 && other > 0.5 && own < 0.25
      ? `the given turns are spoken on channel ${agent.channel}, not on channel ${user.channel}`
      : undefined;
  }
  const [made, microphone] = [nothingShare(user.power), nothingShare(agent.power)];
  if (user.speech.runs.length === 0 || agent.speech.runs.length === 0) return undefined;
  return made > MADE_SHARE && microphone < MICROPHONE_SHARE
    ? `channel ${user.channel} is digital silence between words, as a track that software makes, and channel ${agent.channel} has a room's noise, as a microphone has`
    : undefined;
}

function spokenIn(spans: readonly Span[], runs: readonly Span[]): Samples {
  let sum = 0;
  for (const span of spans)
    for (const run of runs) {
      const common = intersect(span, run);
      if (common) sum += spanLength(common);
    }
  return sum;
}

/** Share of a channel that is digital silence. */
function nothingShare(power: Int8Array): number {
  let count = 0;
  for (const db of power) if (db === NOTHING_DB) count++;
  return count / Math.max(1, power.length);
}
