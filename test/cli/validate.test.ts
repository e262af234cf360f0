import { describe, expect, it } from 'vitest';
import { validate } from '../../src/cli/validate.js';
import { memoryIo, PLAIN_HEAD } from '../scenario/fixture.js';

function spy() {
  const [out, err]: [string[], string[]] = [[], []];
  return { out, err, console: { out: (text: string) => out.push(text), err: (text: string) => err.push(text), live: false, width: 80 } };
}
const RIGHT = `${PLAIN_HEAD}  - { id: x, turns: [{ speaker: ana, clip: one.wav }] }\n`;

describe('turnrig validate', () => {
  it('says that a file is valid', async () => {
    const { out, err, console } = spy();
    expect(await validate(['suite.yaml'], { json: false }, memoryIo(RIGHT), console)).toBe(0);
    expect(out).toEqual(['suite.yaml: valid (suite s, 1 scene, 1 clip)']);
    expect(err).toEqual([]);
  });

  it('prints every problem with its place and a hint, and exits 2', async () => {
    const { out, err, console } = spy();
    const text = RIGHT.replace('speaker: ana', 'speaker: anna').replace('suite: s', 'suite: s s');
    expect(await validate(['suite.yaml', 'gone.yaml'], { json: false }, memoryIo(text), console)).toBe(2);
    expect(out).toEqual([]);
    expect(err[0]).toMatch(/^suite\.yaml:2:8: "suite" may hold letters/);
    expect(err[1]).toBe('suite.yaml:6:33: unknown speaker "anna" (scenes[0].turns[0].speaker)\n    Did you mean "ana"?');
    expect(err.slice(2)).toEqual([
      'suite.yaml: 2 problems',
      'gone.yaml:1:1: the file does not exist\n    Check the path.',
      'gone.yaml: 1 problem',
    ]);
  });

  it('prints JSON', async () => {
    const { out, console } = spy();
    expect(await validate(['suite.yaml', 'gone.yaml'], { json: true }, memoryIo(RIGHT), console)).toBe(2);
    expect(JSON.parse(out.join('\n'))).toMatchObject([
      { file: 'suite.yaml', ok: true, suite: { name: 's', scenes: ['x'], clips: 1 }, problems: [] },
      { file: 'gone.yaml', ok: false, suite: null, problems: [{ line: 1, column: 1, value: null, message: 'the file does not exist' }] },
    ]);
  });

  it('takes control characters out of what the file holds', async () => {
    const { err, console } = spy();
    await validate(['suite.yaml'], { json: false }, memoryIo(RIGHT.replace('speaker: ana', 'speaker: "\\e[31m"')), console);
    // eslint-disable-next-line no-control-regex -- that none is left is what is tested
    expect(err.join('\n')).not.toMatch(/\u001b/);
  });
});
