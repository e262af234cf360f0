/** Templates to lines: `{slot}` becomes a value, and a value knows all the ways to say it. */

/** A value and the other ways to say it; the first is the one that is spoken. */
export type Ways = readonly string[];

export const waysOf = (value: string): Ways => value.split('|');

const SLOT = /\{([a-z0-9]+)\}/g;

export function slotsIn(template: string): string[] {
  return [...template.matchAll(SLOT)].flatMap((match) => match[1] ?? []);
}

/** The template with its slots filled; sentences begin with a capital. A slot without a value stays as it is. */
export function fill(template: string, values: ReadonlyMap<string, Ways>): string {
  const text = template.replace(SLOT, (whole, slot: string) => values.get(slot)?.[0] ?? whole);
  return text.replace(/(?<=^|[.!?] )[a-z]/g, (letter) => letter.toUpperCase());
}

/**
 * Draws a value for every slot that is not drawn yet. Values that share a way with one that was drawn, or that is in `apart`, are not
 * taken: "red" and "not red" are two colours, and talk beside the matter never says what the answer is.
 */
export function draw(
  slots: Iterable<string>,
  lexicon: Readonly<Record<string, readonly string[]>>,
  drawn: Map<string, Ways>,
  random: () => number,
  apart: ReadonlySet<string> = new Set(),
): void {
  for (const slot of slots) {
    if (drawn.has(slot)) continue;
    const taken = new Set([...apart, ...[...drawn.values()].flat()]);
    const free = (lexicon[slot] ?? []).map(waysOf).filter((ways) => !ways.some((way) => taken.has(way)));
    const value = free[Math.floor(random() * free.length)];
    if (value !== undefined) drawn.set(slot, value);
  }
}
