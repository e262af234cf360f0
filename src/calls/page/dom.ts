/** Elements without innerHTML: what people said is hostile text and stays text. */

export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export function byId<T extends Element>(id: string, type: abstract new (...args: never) => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`#${id} is missing`);
  return found;
}

/** "12.345 s" of the call. */
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(3)} s`;
