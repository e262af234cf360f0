/**
 * Turns and silences of a call as an annotator's labels part them: a turn is over where a silence is labelled eot, and goes on over every hold, also
 * over one in which the agent cut in and a detector parted two turns.
 */
import { agentFrom } from './draft.js';
import { MAY_REPLY_IN, type Reason, type SilenceSpan, type TurnStatus, type UserTurn } from './model.js';
import { verdictOf, type ReviewLabel } from './review-json.js';

type Written<T> = Omit<T, 'at'>;

export interface LabelledCall {
  readonly callId: string;
  /** In time order. */
  readonly turns: readonly UserTurn[];
  /** Silences of a turn, in time order. */
  readonly silencesOf: (turn: UserTurn) => readonly SilenceSpan[];
  readonly labelOf: (silence: SilenceSpan) => ReviewLabel | undefined;
  /** The agent's stretches of speech. */
  readonly agent: readonly { readonly startMs: number; readonly endMs: number }[];
  /** Labelled points of the call: what may be replied at. */
  readonly points: readonly { readonly decisionMs: number; readonly canReply: boolean | undefined }[];
  readonly annotator: string;
  /** Of what nobody has labelled. */
  readonly nobody: string;
}

export interface PartedCall {
  readonly turns: readonly Written<UserTurn>[];
  readonly spans: readonly Written<SilenceSpan>[];
}

interface OpenTurn {
  readonly turnId: string;
  readonly startMs: number;
  readonly spans: Written<SilenceSpan>[];
}

export function partByLabels(call: LabelledCall): PartedCall {
  return new Parting(call).parted();
}

class Parting {
  readonly #turns: Written<UserTurn>[] = [];
  readonly #spans: Written<SilenceSpan>[] = [];
  readonly #names: Set<string>;
  #open: OpenTurn | undefined;

  constructor(private readonly call: LabelledCall) {
    this.#names = new Set(call.turns.map(({ turnId }) => turnId));
  }

  parted(): PartedCall {
    for (const [i, turn] of this.call.turns.entries()) this.#turn(turn, this.call.turns[i + 1]?.startMs);
    this.#close('uncertain');
    return { turns: this.#turns, spans: this.#spans };
  }

  #turn(turn: UserTurn, next: number | undefined): void {
    this.#open ??= { turnId: turn.turnId, startMs: turn.startMs, spans: [] };
    const silences = this.call.silencesOf(turn);
    for (const [k, silence] of silences.entries()) {
      const label = this.call.labelOf(silence);
      const verdict = label && verdictOf(label.reason);
      const last = k === silences.length - 1;
      const endMs =
        verdict === 'eot'
          ? (agentFrom(this.call.agent, silence) ?? silence.endMs)
          : verdict === 'hold' && last
            ? this.#resumedMs(silence, next)
            : silence.endMs;
      this.#open ??= { turnId: this.#freshName(turn.turnId), startMs: silences[k - 1]?.endMs ?? turn.startMs, spans: [] };
      this.#open.spans.push(this.#span(this.#open, silence, endMs, label));
      if (verdict === 'eot' || (last && verdict !== 'hold')) this.#close('uncertain');
    }
    // Of a turn without a silence nobody can say how it ended.
    if (silences.length === 0) this.#close(turn.status === 'complete' ? 'uncertain' : turn.status);
  }

  /** A hold lasts until the user goes on, also where the agent spoke meanwhile; not over a point that says something else. */
  #resumedMs({ startMs, endMs }: SilenceSpan, next: number | undefined): number {
    if (next === undefined || next <= startMs) return endMs;
    const between = this.call.points.filter(({ decisionMs }) => decisionMs >= endMs && decisionMs < next);
    return between.every(({ canReply }) => canReply === MAY_REPLY_IN.hold) ? next : endMs;
  }

  #span(turn: OpenTurn, silence: SilenceSpan, endMs: number, label: ReviewLabel | undefined): Written<SilenceSpan> {
    const verdict = label && verdictOf(label.reason);
    return {
      callId: this.call.callId,
      turnId: turn.turnId,
      spanIndex: turn.spans.length,
      startMs: silence.startMs,
      endMs,
      label: verdict === 'uncertain' ? undefined : verdict,
      confidence: label?.confidence ?? undefined,
      reason: label?.reason,
      annotator: label === undefined ? this.call.nobody : this.call.annotator,
    };
  }

  /** @param without the status of a turn whose silences are all holds, or that has none. */
  #close(without: TurnStatus): void {
    const turn = this.#open;
    this.#open = undefined;
    if (turn === undefined) return;
    const end = turn.spans.at(-1);
    const status = statusOf(turn.spans, without);
    // Where the speech of another turn ends is the best that is known, and may be left empty.
    const speechEndMs = end === undefined || end.label === 'hold' || end.startMs <= turn.startMs ? undefined : end.startMs;
    const annotator = status === 'draft' ? this.call.nobody : this.call.annotator;
    this.#turns.push({ callId: this.call.callId, turnId: turn.turnId, startMs: turn.startMs, speechEndMs, status, annotator });
    this.#spans.push(...turn.spans);
  }

  #freshName(name: string): string {
    for (let n = 2; ; n++) {
      const made = `${name}.${n}`;
      if (this.#names.has(made)) continue;
      this.#names.add(made);
      return made;
    }
  }
}

const STATUS_OF: Readonly<Partial<Record<Reason, TurnStatus>>> = {
  uncertain: 'uncertain',
  audio_issue: 'audio_issue',
  interrupted_unclear: 'interrupted_unclear',
};

/** A turn is complete when all its silences have a label and the last one ends it. */
function statusOf(spans: readonly Written<SilenceSpan>[], without: TurnStatus): TurnStatus {
  if (spans.some(({ reason }) => reason === undefined)) return 'draft';
  const unclear = spans.find(({ label }) => label === undefined);
  if (unclear?.reason !== undefined) return STATUS_OF[unclear.reason] ?? 'uncertain';
  return spans.at(-1)?.label === 'eot' ? 'complete' : without;
}
