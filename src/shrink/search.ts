/**
 * The search for the smallest scenario that still shows the fault: hierarchical delta debugging (Misherghi and Su, "HDD", ICSE 2006) over
 * speakers, turns and pieces by ddmin, then bisection of pauses and waits, round after round until nothing more goes.
 *
 * It knows nothing of agents: a candidate reproduces or does not. Given the same answers it asks the same questions, so a journal of answers
 * is all that is needed to go on.
 */
import { everything, leftPauses, leftWaits, sizeOf, withoutTurns, withPause, withPieces, withWait } from './candidate.js';
import { ddmin } from './ddmin.js';
import { CONFIRM_ERROR, CONFIRM_SESSIONS, decide, SEARCH_ERROR } from './decide.js';
import type { Builder, Built } from './document.js';
import type { Answer, Candidate, Fault, Material, Size, Step, StepKind } from './model.js';
import { Stopped, type Player } from './player.js';
import { shorten } from './shorten.js';

export interface SearchOptions {
  readonly rate: number;
  /** An agent without chance in virtual time: one session a candidate. */
  readonly certain: boolean;
  /** Pauses and waits are whole multiples of this, ms. */
  readonly resolutionMs: number;
  /** Called with every candidate that was tried, and where the search stands after it. */
  readonly onStep?: (step: Step, best: Size) => void;
}

export interface Accepted {
  readonly candidate: Candidate;
  readonly built: Built;
  readonly answer: Answer;
}

export interface SearchResult {
  /** Undefined: the whole does not reproduce at the rate, or nothing was played. */
  readonly best: Accepted | undefined;
  /** How often the whole input reproduced. */
  readonly baseline: Answer | undefined;
  /** Nothing more goes, and it was confirmed. */
  readonly minimal: boolean;
  readonly stopped: Stopped['why'] | undefined;
  /** Fresh sessions of the result, which it was not chosen by; those of the search where the agent has no chance in it. */
  readonly confirmed: Answer | undefined;
  readonly steps: readonly Step[];
  /** Pauses and waits of which a shorter length reproduced where a longer one did not. */
  readonly notMonotone: readonly string[];
}

export class Search {
  readonly #steps: Step[] = [];
  readonly #verdicts = new Map<string, boolean>();
  readonly #chain: Accepted[] = [];
  readonly #notMonotone = new Set<string>();
  /** Pauses and waits that were shortened, by their keys. */
  readonly #settled = new Set<string>();
  #baseline: Answer | undefined;
  #confirmed: Answer | undefined;

  constructor(
    private readonly material: Material,
    private readonly builder: Builder,
    private readonly fault: Fault,
    private readonly player: Player,
    private readonly options: SearchOptions,
  ) {}

  async run(): Promise<SearchResult> {
    let minimal = false;
    let stopped: Stopped['why'] | undefined;
    try {
      minimal = await this.#minimise();
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      stopped = error.why;
    }
    return {
      best: this.#chain.at(-1),
      baseline: this.#baseline,
      minimal,
      stopped,
      confirmed: this.#confirmed,
      steps: this.#steps,
      notMonotone: [...this.#notMonotone],
    };
  }

  get #current(): Candidate {
    return this.#chain.at(-1)?.candidate ?? everything(this.material);
  }

  async #minimise(): Promise<boolean> {
    if (!(await this.#try('baseline', 'the whole scene', everything(this.material)))) return false;
    for (;;) {
      for (let before = -1; before !== this.#chain.length;) {
        before = this.#chain.length;
        await this.#round();
      }
      if (await this.#confirm()) return true;
      // It was kept by luck: the one before it stands, and the search goes on without it.
      const lost = this.#chain.pop();
      if (lost !== undefined) this.#verdicts.set(lost.built.key, false);
      if (this.#chain.length === 0) return false;
    }
  }

  async #round(): Promise<void> {
    await this.#dropSpeakers();
    await this.#dropTurns();
    for (const { turn } of this.#current.turns) await this.#dropPieces(turn);
    await this.#shortenPauses(false);
    await this.#shortenWaits();
    await this.#shortenPauses(true);
  }

  async #dropSpeakers(): Promise<void> {
    const own = this.#group(this.fault.turn);
    const groups = [...new Set(this.#current.turns.map(({ turn }) => this.#group(turn)))].filter((group) => group !== own);
    await ddmin(groups, (kept) => {
      const gone = groups.filter((group) => !kept.includes(group));
      const turns = this.#current.turns.filter(({ turn }) => gone.includes(this.#group(turn)));
      return this.#without('speakers', gone.join(', '), new Set(turns.map(({ turn }) => turn)));
    });
  }

  /** Who speaks; noises are one group, whoever plays them. */
  #group(turn: number): string {
    const of = this.material.turns[turn]?.turn;
    return of?.kind === 'noise' ? 'noises' : (of?.speaker ?? '');
  }

  async #dropTurns(): Promise<void> {
    const others = this.#current.turns.map(({ turn }) => turn).filter((turn) => turn !== this.fault.turn);
    // What comes after the fault goes first, all at once: it can hardly matter.
    const later = others.filter((turn) => turn > this.fault.turn);
    if (later.length > 1) await this.#without('turns', this.#ids(later), new Set(later));
    const left = this.#current.turns.map(({ turn }) => turn).filter((turn) => turn !== this.fault.turn);
    await ddmin(left, (kept) => {
      const gone = left.filter((turn) => !kept.includes(turn));
      return this.#without('turns', this.#ids(gone), new Set(gone));
    });
  }

  #without(kind: StepKind, what: string, gone: ReadonlySet<number>): Promise<boolean> {
    return this.#try(kind, `without ${what}`, withoutTurns(this.material, this.fault, this.#current, gone));
  }

  #ids(turns: readonly number[]): string {
    return turns.map((turn) => this.material.turns[turn]?.turn.id ?? '').join(', ');
  }

  async #dropPieces(turn: number): Promise<void> {
    const all = this.#current.turns.find((one) => one.turn === turn)?.pieces ?? [];
    const at = this.fault.anchor?.turn === turn ? this.fault.anchor.after : 0;
    // Either side of the pause in question keeps a piece.
    for (const side of [all.filter((i) => i < at), all.filter((i) => i >= at)]) {
      await ddmin(
        side,
        (kept) => {
          const gone = side.filter((i) => !kept.includes(i));
          const now = this.#current.turns.find((one) => one.turn === turn)?.pieces ?? [];
          const pieces = now.filter((i) => !gone.includes(i));
          const words = gone.flatMap((i) => this.material.turns[turn]?.pieces[i]?.text || `piece ${i + 1}`).join(' ');
          return this.#try('words', `${this.#ids([turn])} without "${words}"`, withPieces(this.fault, this.#current, turn, pieces));
        },
        false,
      );
    }
  }

  async #shortenPauses(anchor: boolean): Promise<void> {
    const step = this.options.resolutionMs;
    for (const one of this.#current.turns)
      for (const pause of leftPauses(this.material, this.fault, this.#current, one)) {
        if (pause.anchor !== anchor) continue;
        const what = `${this.#ids([one.turn])}: ${anchor ? 'the pause' : 'a pause'} of ${pause.ms} ms`;
        await this.#shorten('pause', pause.key, what, pause.ms, anchor ? step : 0, (ms) => withPause(this.#current, pause.key, ms));
      }
  }

  async #shortenWaits(): Promise<void> {
    for (const { key, ms, what } of leftWaits(this.material, this.fault, this.#current))
      await this.#shorten('wait', key, `${what} of ${ms} ms`, ms, 0, (wait) => withWait(this.#current, key, wait));
  }

  async #shorten(kind: StepKind, key: string, what: string, ms: number, least: number, to: (ms: number) => Candidate): Promise<void> {
    const { monotone } = await shorten(
      ms,
      least,
      this.options.resolutionMs,
      (length, probe) => this.#try(probe ? 'probe' : kind, `${what} as ${length} ms`, to(length)),
      this.#settled.has(key),
    );
    this.#settled.add(key);
    if (!monotone) this.#notMonotone.add(what);
  }

  async #try(kind: StepKind, what: string, candidate: Candidate | undefined): Promise<boolean> {
    if (candidate === undefined) return false;
    const built = this.builder.build(candidate, this.fault);
    const known = this.#verdicts.get(built.key);
    if (known !== undefined) {
      // The same sound and schedule by another way: what is known of it holds, and it is where the search stands already or was turned down.
      if (known && built.key !== this.#chain.at(-1)?.built.key) this.#accept(candidate, built);
      return known;
    }
    if (!(await this.player.valid(built))) {
      this.#verdicts.set(built.key, false);
      return false;
    }
    const plan = { rate: this.options.rate, error: SEARCH_ERROR, certain: this.options.certain };
    const answer = await decide(plan, (n) => this.player.session(built, this.fault, 'search', n));
    const yes = answer.verdict === 'yes';
    this.#verdicts.set(built.key, yes);
    if (kind === 'baseline') this.#baseline = answer;
    if (yes) this.#chain.push({ candidate, built, answer });
    this.#note(kind, what, candidate, built, answer, yes);
    return yes;
  }

  #accept(candidate: Candidate, built: Built): void {
    const answer = this.#steps.findLast(({ key }) => key === built.key)?.answer;
    if (answer !== undefined) this.#chain.push({ candidate, built, answer });
  }

  async #confirm(): Promise<boolean> {
    const best = this.#chain.at(-1);
    if (best === undefined) return false;
    if (this.options.certain) {
      this.#confirmed = best.answer;
      return true;
    }
    const plan = { rate: this.options.rate, error: CONFIRM_ERROR, certain: false, least: CONFIRM_SESSIONS };
    const answer = await decide(plan, (n) => this.player.session(best.built, this.fault, 'confirm', n));
    const yes = answer.verdict === 'yes';
    this.#confirmed = yes ? answer : undefined;
    this.#note('confirm', 'the result, by fresh sessions', best.candidate, best.built, answer, yes);
    return yes;
  }

  #note(kind: StepKind, what: string, candidate: Candidate, { key }: Built, answer: Answer, kept: boolean): void {
    const step: Step = { kind, what, key, size: sizeOf(this.material, this.fault, candidate), answer, kept };
    this.#steps.push(step);
    this.options.onStep?.(step, sizeOf(this.material, this.fault, this.#current));
  }
}
