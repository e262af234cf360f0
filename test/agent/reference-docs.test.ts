/** docs/cli.md lists every reference agent with its parameters and defaults: the table there is written by hand, this holds it to the code. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { BEHAVIOURS, type BehaviourEntry } from '../../agent/reference/catalogue.js';

const page = await readFile(new URL('../../docs/cli.md', import.meta.url), 'utf8');
const rows = new Map([...page.matchAll(/^\| `([\w-]+)` \| .* \| (.*)\|$/gm)].map(([, name, cells]) => [name, cells?.trim() ?? '']));

describe('the table of reference agents', () => {
  it.each(Object.entries(BEHAVIOURS))('says of %s what the code does', (name, entry: BehaviourEntry) => {
    const written = Object.entries(entry.parameters).map(([key, parameter]) => {
      const shown = parameter.kind === 'choice' ? `\`${parameter.default}\`` : String(parameter.default);
      return `${key === entry.main ? `**${key}**` : key} ${shown}`;
    });
    const listed = (rows.get(name) ?? 'no row').replace(/ \([^)]*\)/g, '');
    expect(listed.split(', ').filter((one) => one !== '').sort()).toEqual(written.sort()); // prettier-ignore
  });
});
