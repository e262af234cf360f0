import { describe, expect, it } from 'vitest';
import { plan } from '../../src/cli/plan.js';
import { validate } from '../../src/cli/validate.js';
import { TurnrigError } from '../../src/error.js';
import type { PlanReport, ScenarioIo } from '../../src/scenario/index.js';
import { memoryIo, PLAIN_HEAD } from '../scenario/fixture.js';

function spy() {
  const [out, err]: [string[], string[]] = [[], []];
  return { out, err, console: { out: (text: string) => out.push(text), err: (text: string) => err.push(text), live: false, width: 80 } };
}
const TEXT = `${PLAIN_HEAD}  - { id: x, sweep: { g: [1, 2] }, turns: [{ speaker: ana, clip: one.wav, hold: { gap: $g } }] }
  - { id: y, turns: [{ speaker: ana, clip: one.wav }] }
`;
const options = { agent: [], scene: [], seed: 1, json: false };

describe('turnrig plan', () => {
  it('prints schedule and order', async () => {
    const { out, console } = spy();
    expect(await plan(['suite.yaml'], options, memoryIo(TEXT), console)).toBe(0);
    expect(out.join('\n')).toMatch(/x\[g=1\][\s\S]*x\[g=2\][\s\S]*3 sessions, seed 1/);
  });

  it('prints JSON for the agents, scenes and repeats asked for', async () => {
    const { out, console } = spy();
    await plan(['suite.yaml'], { ...options, agent: ['one', 'two'], scene: ['x'], repeats: 2, json: true }, memoryIo(TEXT), console);
    const report = JSON.parse(out.join('\n')) as PlanReport;
    expect(report.sessions).toHaveLength(8);
    expect(report.suites[0]?.scenes.map(({ id }) => id)).toEqual(['x[g=1]', 'x[g=2]']);
    expect(report.suites[0]?.scenes[0]?.turns[0]).toMatchObject({
      start: { earliest: 80, silent: 80, latest: 80 },
      lengthMs: 1000,
      kind: 'speech',
    });
  });

  it('prints the problems of a wrong file as validate does, with --json too', async () => {
    const wrong = memoryIo(`${PLAIN_HEAD}  - { id: x, tail: soon, turns: [{ speaker: ana, clip: one.wav }] }\n`);
    const [planned, validated, told] = [spy(), spy(), spy()];
    expect(await plan(['suite.yaml'], { ...options, json: true }, wrong, planned.console)).toBe(2);
    await validate(['suite.yaml'], { json: true }, wrong, validated.console);
    expect(planned.out).toEqual(validated.out);
    expect(planned.err).toEqual([]);
    expect(JSON.parse(planned.out.join('\n'))).toMatchObject([{ ok: false, problems: [{ value: '"soon"' }] }]);
    expect(await plan(['suite.yaml'], options, wrong, told.console)).toBe(2);
    expect(told.out).toEqual([]);
    expect(told.err.join('\n')).toContain('suite.yaml: 1 problem');
  });

  it('keeps a text with line breaks in its line', async () => {
    const { out, console } = spy();
    const forged = 'title: "a\\n  block 9", turns: [{ speaker: ana, clip: one.wav, text: "b\\nc" }]';
    await plan(['suite.yaml'], options, memoryIo(`${PLAIN_HEAD}  - { id: x, ${forged} }\n`), console);
    expect(out.join('\n')).toMatch(/x {2}a block 9,[\s\S]*"b c"/);
  });

  it('exits 2 for a bad file and for a scene that is not there', async () => {
    const { err, console } = spy();
    expect(await plan(['gone.yaml'], options, memoryIo(TEXT), console)).toBe(2);
    expect(err).not.toEqual([]);
    const unknown = (scene: string) => plan(['suite.yaml'], { ...options, scene: ['y', scene] }, memoryIo(TEXT), console);
    await expect(unknown('zzz')).rejects.toMatchObject({
      code: 'input',
      message: 'there is no scene "zzz".',
      hint: 'There are: x[g=1], x[g=2], y',
    });
    await expect(unknown('x[g=3]')).rejects.toThrow(/Did you mean "x\[g=/);
  });

  it('tells a scene that is not there before it opens a clip, and problems of the file before both', async () => {
    const { console, err } = spy();
    const asked: string[] = [];
    const io = (text: string): ScenarioIo => {
      const memory = memoryIo(text);
      return { ...memory, readFile: (path) => (asked.push(path), memory.readFile(path)) };
    };
    await expect(plan(['suite.yaml'], { ...options, scene: ['z'] }, io(TEXT), console)).rejects.toThrow(/no scene "z"/);
    expect(asked).toEqual(['suite.yaml']);
    expect(await plan(['suite.yaml'], { ...options, scene: ['z'] }, io(`${TEXT}\n  : : [`), console)).toBe(2);
    expect(err.join('\n')).toContain('suite.yaml:');
  });

  it('refuses two agents of one name', async () => {
    const { console } = spy();
    await expect(plan(['suite.yaml'], { ...options, agent: ['a', 'a'] }, memoryIo(TEXT), console)).rejects.toThrow(TurnrigError);
  });
});
