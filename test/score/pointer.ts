/** The number at a JSON pointer (RFC 6901); of a list its length. Undefined where there is none. */
export function sizeAt(tree: unknown, pointer: string): number | undefined {
  let node = tree;
  for (const key of pointer.split('/').slice(1)) {
    if (typeof node !== 'object' || node === null) return undefined;
    node = (node as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  if (Array.isArray(node)) return node.length;
  return typeof node === 'number' ? node : undefined;
}
