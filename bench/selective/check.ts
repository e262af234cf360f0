/** Scores against the known truth: every count of every score, diagnostic and funnel step. */
import type { CompiledScene } from '../../src/scenario/model.js';
import type { SelectiveRate, SelectiveScores } from '../../src/score/selective/model.js';
import { samplesToMs } from '../../src/time/position.js';
import { says } from '../../src/speech/words.js';
import { acknowledgesIn, rightIn } from './said.js';
import { addScene, noCounts, type Counts, type Rule, type ScriptedTurn } from './truth.js';

/** A scene as its script has it: nothing of when it was played. */
export function scriptedTurns({ turns, assistant = '', pair }: CompiledScene): ScriptedTurn[] {
  return turns.map(({ label, text, clip }, i) => ({
    label,
    named: says(text, assistant),
    lengthMs: samplesToMs(clip.voiced.to - clip.voiced.from),
    right: rightIn(pair?.id ?? ''),
    acknowledged: acknowledgesIn(i),
  }));
}

/** Pairs in which only the explicit, or only the implicit, request had a response. */
export interface PairTruth {
  pairs: number;
  onlyExplicit: number;
  onlyImplicit: number;
}

/** The truth of one rule over scenes as they come, explicit before implicit. */
export class RuleTruth {
  readonly counts: Readonly<Record<string, Counts>> = { explicit: noCounts(), implicit: noCounts() };
  readonly pairs: PairTruth = { pairs: 0, onlyExplicit: 0, onlyImplicit: 0 };
  readonly #explicit = new Map<string, boolean>();

  constructor(private readonly rule: Rule) {}

  add(scene: CompiledScene): void {
    const { pair } = scene;
    const counts = this.counts[pair?.condition ?? ''];
    if (pair === undefined || counts === undefined) throw new Error(`${scene.id} is in no pair`);
    const present = addScene(counts, this.rule, scriptedTurns(scene));
    if (pair.condition === 'explicit') {
      this.#explicit.set(pair.id, present);
      return;
    }
    const explicit = this.#explicit.get(pair.id);
    this.pairs.pairs += 1;
    if (explicit === true && !present) this.pairs.onlyExplicit += 1;
    if (explicit === false && present) this.pairs.onlyImplicit += 1;
  }
}

const RATES = ['newInitiation', 'responsePresence', 'answerAccuracy', 'silence', 'answerWindowYield', 'windowResponse'] as const;

/** One sentence for each count that is not the truth; none where all are. */
export function differences(found: SelectiveScores, truth: Counts): string[] {
  const wrong: string[] = [];
  const hold = (what: string, own: number, right: number): void => {
    if (own !== right) wrong.push(`${found.agent}, ${found.condition}: ${what} is ${own}, the truth ${right}`);
  };
  for (const key of RATES) {
    const rate: SelectiveRate | undefined = found[key];
    // Without a single response there is no such score.
    if (rate === undefined) {
      hold(`${key} decided`, 0, truth[key][1]);
      continue;
    }
    hold(`${key} passed`, rate.successes, truth[key][0]);
    hold(`${key} decided`, rate.windows, truth[key][1]);
    hold(`${key} within uncertainty`, rate.withinUncertainty, 0);
    hold(`${key} unscored`, rate.unscored, 0);
  }
  const { funnel, identity } = found;
  for (const step of ['windows', 'voiced', 'eligibleNew', 'atResolution', 'yielded'] as const)
    hold(`funnel ${step}`, funnel[step], truth.funnel[step]);
  hold('funnel undecided', funnel.undecided, 0);
  hold('funnel unscored', funnel.unscored, 0);
  hold('already speaking', identity.alreadySpeaking, truth.alreadySpeaking);
  hold('presence - new initiation', identity.presence - identity.newInitiation, truth.alreadySpeaking);
  for (const [i, { limitMs, pass, of }] of found.silenceByDuration.entries()) {
    hold(`silence at ${limitMs} ms`, pass, truth.byDuration[i] ?? -1);
    hold(`silence windows at ${limitMs} ms`, of, truth.silence[1]);
  }
  hold('blips', found.blips.afterRequest + found.blips.inSilence + found.blips.inResolution, 0);
  return wrong;
}
