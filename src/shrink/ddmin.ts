/**
 * Delta debugging: the minimising algorithm ddmin of Zeller and Hildebrandt ("Simplifying and Isolating Failure-Inducing Input", IEEE
 * Transactions on Software Engineering 28(2), 2002). The result is 1-minimal: without any single one of its elements the test fails.
 *
 * @param test whether these elements, in their order, still show the fault. It is not asked of all of them, which are known to, nor of none
 * unless `none`.
 */
export async function ddmin<T>(elements: readonly T[], test: (kept: readonly T[]) => Promise<boolean>, none = true): Promise<readonly T[]> {
  let kept = elements;
  if (none && kept.length > 0 && (await test([]))) return [];
  let parts = 2;
  while (kept.length >= 2) {
    const chunks = split(kept, Math.min(parts, kept.length));
    const smaller = (await firstOf(chunks, test)) ?? (chunks.length > 2 ? await firstOf(complements(kept, chunks), test) : undefined);
    if (smaller !== undefined) {
      parts = chunks.includes(smaller) ? 2 : Math.max(parts - 1, 2);
      kept = smaller;
    } else if (parts >= kept.length) break;
    else parts = Math.min(kept.length, 2 * parts);
  }
  return kept;
}

async function firstOf<T>(sets: readonly (readonly T[])[], test: (kept: readonly T[]) => Promise<boolean>) {
  for (const set of sets) if (await test(set)) return set;
  return undefined;
}

function split<T>(elements: readonly T[], parts: number): (readonly T[])[] {
  const at = (i: number): number => Math.floor((i * elements.length) / parts);
  return Array.from({ length: parts }, (_, i) => elements.slice(at(i), at(i + 1)));
}

const complements = <T>(elements: readonly T[], chunks: readonly (readonly T[])[]): (readonly T[])[] =>
  chunks.map((chunk) => elements.filter((one) => !chunk.includes(one)));
