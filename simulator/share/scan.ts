/** Looks for secrets in files that are about to be given away. */
import { TurnrigError } from '../../src/error.js';
import { LONGEST_SECRET, secretsIn, type NamedSecret } from '../../src/share/secrets.js';
import { piecesOf, type Entry } from './pack.js';

/** @throws TurnrigError `input` naming files and kinds, never a value. */
export async function refuseSecrets(entries: readonly Entry[], named: readonly NamedSecret[], signal?: AbortSignal): Promise<void> {
  const found: string[] = [];
  for (const { name, path } of entries) {
    const kinds = await secretsOf(path, named, signal);
    if (kinds.length > 0) found.push(`${name} (${kinds.join(', ')})`);
  }
  if (found.length > 0)
    throw new TurnrigError('input', `what looks like a secret is in what would be packed: ${found.join('; ')}`, {
      hint: 'Nothing was written. --redact takes away names and everything that was said or reported; a key that reached a run should be replaced.',
    });
}

/** Bytes as Latin-1: every secret is ASCII, or, of a variable, looked for as its UTF-8 bytes. */
async function secretsOf(path: string, named: readonly NamedSecret[], signal?: AbortSignal): Promise<string[]> {
  const asBytes = named.map(({ name, value }) => ({ name, value: Buffer.from(value, 'utf8').toString('latin1') }));
  const kinds = new Set<string>();
  let before = '';
  for await (const piece of piecesOf(path, signal)) {
    const text = before + Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1');
    for (const kind of secretsIn(text, asBytes)) kinds.add(kind);
    before = text.slice(-LONGEST_SECRET);
  }
  return [...kinds];
}
