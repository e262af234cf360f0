/** A source with all of its mutants in it, of which at most one is switched on while it runs. */
import type { Mutant } from './mutants.js';

/** The function that a source asks whether a mutant is on; a worker sets it. */
export const SWITCH = '__turnrigMutantIsOn';

/** What stands at one place: the mutants of an expression, and the expressions in it. */
interface Place {
  readonly from: number;
  readonly to: number;
  readonly mutants: Mutant[];
  readonly inside: Place[];
}

/**
 * Every expression with mutants becomes `(isOn(1) ? (mutant 1) : isOn(2) ? (mutant 2) : (expression))`. Mutants hold the old text of what
 * lies in them, as no two are on at once, so the source grows by its depth and not by its square.
 */
export function withSwitches(source: string, mutants: readonly Mutant[]): string {
  const root: Place = { from: 0, to: source.length, mutants: [], inside: [] };
  const open = [root];
  for (const mutant of [...mutants].sort((a, b) => a.from - b.from || b.to - a.to)) {
    while ((open.at(-1)?.to ?? Infinity) < mutant.to || (open.at(-1)?.to ?? Infinity) <= mutant.from) open.pop();
    const around = open.at(-1) ?? root;
    if (around !== root && around.from === mutant.from && around.to === mutant.to) around.mutants.push(mutant);
    else {
      const place: Place = { from: mutant.from, to: mutant.to, mutants: [mutant], inside: [] };
      around.inside.push(place);
      open.push(place);
    }
  }
  return render(source, root);
}

function render(source: string, place: Place): string {
  let text = '';
  let at = place.from;
  for (const inner of place.inside) {
    text += source.slice(at, inner.from) + render(source, inner);
    at = inner.to;
  }
  text += source.slice(at, place.to);
  if (place.mutants.length === 0) return text;
  const choices = place.mutants.map(({ id, text: other }) => `globalThis.${SWITCH}(${id}) ? (${other}) : `);
  return `(${choices.join('')}(${text}))`;
}
