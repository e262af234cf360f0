import { describe, expect, it } from 'vitest';
import { formatProblem } from '../../src/scenario/problem.js';
import { HEAD, PLAIN_HEAD, problemsOf } from './fixture.js';

/** A scene of one plain turn; `$1` is put into the turn, `$2` into the scene. */
const scene = (turn = '', more = ''): string =>
  `${PLAIN_HEAD}  - id: x${more}\n    turns:\n      - { speaker: ana, clip: one.wav${turn} }\n`;
/** Turns of flow mappings, one a line, the first on line 8. */
const turns = (...lines: string[]): string => `${PLAIN_HEAD}  - id: x\n    turns:\n${lines.map((line) => `      - ${line}\n`).join('')}`;

const shown = async (text: string | Uint8Array): Promise<string[]> =>
  (await problemsOf(text)).map(({ line, column, message, hint }) => `${line}:${column} ${message}${hint === '' ? '' : ` | ${hint}`}`);

/** "500ms }: must be ...": the text a problem points at, and what it says. */
const pointed = async (text: string): Promise<string[]> =>
  (await problemsOf(text)).map(({ line, column, message, hint }) => {
    const at = text.split('\n')[line - 1]?.slice(column - 1) ?? '';
    return `${at} => ${message}${hint === '' ? '' : ` | ${hint}`}`;
  });

describe('one fault, one problem at its place', () => {
  it.each<[string, string, string]>([
    ['unknown key of the suite', `nmae: x\n${scene()}`, 'nmae: => unknown key "nmae"'],
    [
      'unknown key of a turn',
      turns('{ speeker: ana, speaker: ana, clip: one.wav }'),
      'speeker: => unknown key "speeker" | Did you mean "speaker"?',
    ],
    ['unknown speaker', turns('{ speaker: anna, clip: one.wav }'), 'anna => unknown speaker "anna" | Did you mean "ana"?'],
    ['unknown voice', scene().replace('voice: v }', 'voice: w }'), 'w => unknown voice "w" | Valid here: "v".'],
    ['unknown engine', scene().replace('flite', 'flyte'), 'flyte => unknown speech engine "flyte" | Did you mean "flite"?'],
    ['wrong label', scene(', label: n1'), 'n1 => "n1" is not valid for "label" | Did you mean "N1"?'],
    [
      'text for a number',
      scene(', hold: { gap: 500ms }'),
      '500ms => "gap" must be a number, not "500ms" | Write 500: times are plain numbers of milliseconds.',
    ],
    [
      'seconds for a number',
      scene(', hold: { gap: 0.5 s }'),
      '0.5 => "gap" must be a number, not "0.5 s" | Write 500: times are plain numbers of milliseconds.',
    ],
    ['fraction', scene(', hold: { gap: 0.5 }'), '0.5 => "gap" must be a whole number, not 0.5 | Write 1.'],
    [
      'number for a text',
      turns('{ speaker: ana, clip: one.wav, text: 5 }'),
      '5 => "text" must be a text, not 5 | Put it into quotes: "5".',
    ],
    ['negative time', scene(', hold: { gap: -1 }'), '-1 => "gap" must be at least 0, not -1 | Times are milliseconds and never negative.'],
    [
      'too long a time',
      scene('', '\n    tail: 3600001'),
      '3600001 => "tail" must be at most 3600000, not 3600001 | Times are milliseconds; no time is longer than an hour.',
    ],
    ['not a number', scene('', '\n    tail: .nan'), '.nan => "tail" must be a number, not NaN'],
    ['infinite', scene('', '\n    tail: .inf'), '.inf => "tail" must be a number, not Infinity'],
    [
      'an offset before the onset',
      turns('{ speaker: ana, clip: one.wav }', '{ speaker: bo, clip: one.wav, when: { agent: onset, offset: -200 } }'),
      "-200 => the offset must not be negative: a cue can only come after the agent's edge, not -200 before it | Use 0 or more.",
    ],
    [
      'cue on no turn',
      turns('{ id: a1, speaker: ana, clip: one.wav }', '{ speaker: bo, clip: one.wav, when: { after: a2 } }'),
      'a2 => unknown turn "a2" | Did you mean "a1"?',
    ],
    [
      'cue on a later turn',
      turns('{ id: a, speaker: ana, clip: one.wav, when: { after: b } }', '{ id: b, speaker: bo, clip: one.wav }'),
      'b => the turn "b" comes later than "a" | A cue can only follow an earlier turn: put the turns into the order in which they play.',
    ],
    [
      'cue on itself',
      turns('{ id: a, speaker: ana, clip: one.wav, when: { agent: onset, since: a } }'),
      'a => the turn "a" cannot wait for itself',
    ],
    [
      'two kinds of cue',
      turns('{ speaker: ana, clip: one.wav, when: { at: 0, agent: onset } }'),
      '{ at: 0, agent: onset } => "when" takes one of at, agent, not several',
    ],
    ['no kind of cue', turns('{ speaker: ana, clip: one.wav, when: { gap: 3 } }'), '{ gap: 3 } => "when" needs one of at, after, agent'],
    [
      'foreign key of a cue',
      turns('{ speaker: ana, clip: one.wav, when: { at: 0, gap: 3 } }'),
      'gap: => "gap" does not go with "at" | It belongs to "after".',
    ],
    [
      'absolute times out of order',
      turns('{ speaker: ana, clip: one.wav, when: { at: 9000 } }', '{ speaker: ana, clip: one.wav, when: { at: 10 } }'),
      '10 => the turn plays at 10 ms, before an earlier turn of the list (9000 ms)',
    ],
    [
      'a speaker over herself',
      turns('{ speaker: ana, clip: one.wav, when: { at: 0 } }', '{ speaker: ana, clip: one.wav, when: { at: 900 } }'),
      '{ at: 900 } => "t2" begins while "t1" of the same speaker still plays | "t1" lasts 1000 ms.',
    ],
    [
      'turn id twice',
      turns('{ id: a, speaker: ana, clip: one.wav }', '{ id: a, speaker: ana, clip: one.wav }'),
      'a => the id "a" is taken by an earlier turn of this scene',
    ],
    ['scene id twice', `${scene()}${scene().slice(PLAIN_HEAD.length)}`, 'x => the id "x" is taken by an earlier scene'],
    [
      'bad id',
      scene().replace('id: x', 'id: a/b'),
      'a/b => "id" may hold letters, digits, "_", "." and "-" only, and starts with a letter or digit, not "a/b"',
    ],
    ['missing speaker', turns('{ clip: one.wav }'), '{ clip: one.wav } => "speaker" is missing | Id of a speaker.'],
    ['no turns', `${PLAIN_HEAD}  - id: x\n    turns: []\n`, '[] => "turns" must not be empty'],
    ['no scenes', PLAIN_HEAD.replace('scenes:', 'scenes: []'), '[] => "scenes" must not be empty'],
    ['turns missing', `${PLAIN_HEAD}  - id: x\n`, 'id: => "turns" is missing | The turns in the order in which they play.'],
    [
      'neither text nor clip',
      turns('{ speaker: ana }'),
      '{ speaker: ana } => there is neither a text nor a clip | Give a text, a clip, or both.',
    ],
    [
      'text without voice or clip',
      turns('{ speaker: bo, text: "Hello." }'),
      '"Hello." => the text has no clip, and the speaker "bo" has no voice to render it | Add "clip:" to the text, or "voice:" to the speaker.',
    ],
    [
      'text beside parts',
      turns('{ speaker: ana, text: "Hello.", parts: [{ clip: one.wav }] }'),
      'text: => "text" and "parts" exclude each other',
    ],
    [
      'pause first',
      turns('{ speaker: ana, parts: [{ pause: 3 }, { clip: one.wav }] }'),
      '{ pause: 3 } => a turn cannot begin with a pause',
    ],
    ['pause last', turns('{ speaker: ana, parts: [{ clip: one.wav }, { pause: 3 }] }'), '{ pause: 3 } => a turn cannot end with a pause'],
    [
      'two pauses',
      turns('{ speaker: ana, parts: [{ clip: one.wav }, { pause: 3 }, { pause: 3 }, { clip: one.wav }] }'),
      '{ pause: 3 } => two pauses follow each other',
    ],
    ['pause that speaks', turns('{ speaker: ana, parts: [{ clip: one.wav, pause: 3 }] }'), 'pause: => a part is either a pause or speech'],
    ['missing clip', turns('{ speaker: ana, clip: on.wav }'), 'on.wav => the clip "on.wav" does not exist | Did you mean "one.wav"?'],
    ['empty clip', turns('{ speaker: ana, clip: none.wav }'), 'none.wav => the clip "none.wav" is empty'],
    ['clip that is no audio', turns('{ speaker: ana, clip: text.wav }'), 'text.wav => the clip "text.wav" is not audio'],
    ['silent clip', turns('{ speaker: ana, clip: silent.wav }'), 'silent.wav => the clip "silent.wav" is silent'],
    [
      'clip over full scale',
      turns('{ speaker: ana, clip: one.wav, gain: 20 }').replace('scenes:', 'level: -12\nscenes:'),
      '{ speaker: ana, clip: one.wav, gain: 20 } => at 8 dB its peaks would exceed full scale',
    ],
    ['unspeakable text', turns('{ speaker: ana, text: unspeakable }'), 'unspeakable => the engine cannot say this | Say something else.'],
    [
      'noise with a label',
      turns('{ speaker: ana, clip: one.wav, kind: noise, label: N1 }'),
      "N1 => a noise has no label: it is nobody's turn",
    ],
    ['noise from a voice', turns('{ speaker: ana, text: cough, kind: noise }'), 'cough => a noise needs a clip: a voice cannot render it'],
    ['two holds', scene(', hold: { gap: 1, fixed: 2 }'), '{ gap: 1, fixed: 2 } => "hold" takes one of gap, fixed, not several'],
    [
      'two expectations',
      scene(', expect: { reply: {}, silence: {} }'),
      '{ reply: {} => "expect" takes one of reply, silence, not several | Only yield and reply go together.',
    ],
    ['empty expectation', scene(', expect: {}'), '{} => "expect" is empty'],
    ['wrong short form', scene(', expect: silent'), 'expect: => unknown key "silent" | Did you mean "silence"?'],
    ['wrong greeting', scene('', '\n    greeting: ignore'), 'ignore => "ignore" is not valid for "policy" | Did you mean "ignored"?'],
    [
      'unknown arm',
      `${HEAD}${scene().slice(PLAIN_HEAD.length).replace('id: x', 'id: x\n    arm: c')}`,
      'c => unknown arm "c" | Valid here: "a", "b".',
    ],
    ['version missing', scene().replace('version: 1\n', ''), 'suite: => "version" is missing | Valid here: 1.'],
    ['older version', scene().replace('version: 1', 'version: 0'), '0 => version 0 is not a version of this format | Write "version: 1".'],
    [
      'newer version',
      scene().replace('version: 1', 'version: 2'),
      '2 => the file is of format version 2, newer than this turnrig reads (1) | Update turnrig.',
    ],
    ['list for a suite', '- 1\n', '- => the document must be a mapping of keys, not a list'],
    ['text for a suite', 'hello\n', 'hello => the document must be a mapping of keys, not "hello"'],
    ['duplicate key', scene(', speaker: bo'), 'speaker: => the key "speaker" stands here twice | Remove one of them.'],
    ['pair of one', scene('', '\n    pair: { id: p, condition: explicit }'), '{ id: p, condition: explicit } => the pair "p" has 1 scene'],
    ['unused sweep', scene('', '\n    sweep: { pause: [1] }'), `pause: => the sweep's name "pause" is used nowhere`],
    [
      'unknown sweep name',
      scene(', hold: { gap: $puase }', '\n    sweep: { pause: [1] }\n    tail: $pause'),
      '$puase => $puase is not in the sweep of this scene | Did you mean "pause"?',
    ],
    ['sweep without values', scene('', '\n    sweep: { pause: [] }\n    tail: $pause'), '[] => "pause" must not be empty'],
    ['sweep of no list', scene('', '\n    sweep: { pause: 5 }\n    tail: $pause'), '5 => "pause" must be a list, not 5'],
    [
      'sweep of the wrong type',
      scene('', '\n    sweep: { pause: [1, no] }\n    tail: $pause'),
      '$pause => "tail" must be a number, not "no"',
    ],
    ['sweep value twice', scene('', '\n    sweep: { pause: [1, 1] }\n    tail: $pause'), "1 => the sweep's value 1 stands there twice"],
    ['name outside a sweep', scene('', '\n    title: costs $price'), 'costs => $price is not in the sweep of this scene'],
    ['unknown alias', scene('', '\n    tail: *t'), '*t => the alias *t names no anchor that stands before it'],
    ['alias in itself', scene('', '\n    limits: &l { late_frame: *l }'), '*l => the alias *l contains itself'],
    ['second document', `${scene()}---\na: 1\n`, '--- => the file holds more than one YAML document'],
    ['empty file', '', ' => the file is empty'],
    ['only a comment', '# nothing\n', '# => the file is empty'],
    ['no speakers', scene().replace(/speakers: .*\n/, 'speakers: {}\n'), '{} => there are no speakers'],
  ])('%s', async (_name, text, wanted) => {
    const all = await pointed(text);
    const [place = '', message = ''] = wanted.split(' => ');
    expect(
      all.some((one) => one.startsWith(place) && one.includes(` => ${message}`)),
      `${all.join('\n')}\n-- wanted --\n${wanted}`,
    ).toBe(true);
  });

  it.each<[string, string]>([
    ['a syntax error', `${scene()}  - id: [\n`],
    ['bad indentation', scene().replace('    turns', '   turns').replace('id: x', 'id: x\n     a: 1')],
    ['a tab', scene().replace('    turns', '\tturns')],
    ['an unknown tag', scene('', '\n    tail: !seconds 3')],
  ])('%s is told with its line', async (_name, text) => {
    const syntax = (await problemsOf(text)).find(({ message }) => message.startsWith('this is not valid YAML'));
    expect(syntax?.line).toBeGreaterThan(5);
  });

  it('bytes that are no UTF-8', async () => {
    const bytes = new TextEncoder().encode(scene());
    bytes[PLAIN_HEAD.length + 8] = 0xff;
    expect(await shown(bytes)).toEqual(['6:9 the file is not UTF-8 text | Save it as UTF-8. Clips belong into files of their own.']);
  });

  it('an audio file given for a scenario', async () => {
    expect((await shown(new Uint8Array([0x52, 0x49, 0x46, 0x46, 0xff, 0x00])))[0]).toMatch(/^1:5 the file is not UTF-8 text/);
  });
});

describe('the protocol of selective participation', () => {
  const t = (label: string): string => `{ speaker: ana, clip: one.wav, label: ${label} }`;
  it.each<[string, string[], string[]]>([
    ['a whole scene', ['N2', 'T', 'N1', 'N4Q', 'N4R', 'N3'], []],
    ['plain turns', ['user', 'user'], []],
    ['side talk, then a plain request', ['N2', 'N1', 'user'], []],
    ['no T', ['N2', 'N1'], ['8:7 the scene has no T: a scene of selective participation holds exactly one direct request']],
    ['two T', ['N2', 'T', 'T', 'N1'], ['10:47 a second T: a scene holds exactly one, and "t2" is it']],
    ['T first', ['T', 'N1'], ['8:47 T cannot be the first turn']],
    ['T last', ['N2', 'T'], ['9:47 T cannot be the last turn: talk follows it']],
    ['N4Q alone', ['N2', 'T', 'N4Q', 'N2'], ['10:47 no N4R follows the N4Q "t3": a human answers or withdraws the request']],
    ['N4Q last', ['N2', 'T', 'N4Q'], ['10:47 no N4R follows the N4Q "t3": a human answers or withdraws the request']],
    ['N4R alone', ['N2', 'T', 'N4R'], ['10:47 the N4R "t3" resolves nothing: no N4Q stands before it']],
  ])('%s', async (_name, labels, wanted) => {
    const all = await problemsOf(turns(...labels.map(t)));
    expect(all.map(({ line, column, message }) => `${line}:${column} ${message}`)).toEqual(wanted);
  });

  it("a noise between N4Q and N4R is nobody's turn", async () => {
    const cough = '{ speaker: bo, clip: half.wav, kind: noise }';
    expect(await problemsOf(turns(t('N2'), t('T'), t('N4Q'), cough, t('N4R')))).toEqual([]);
  });

  it('an N4R has no cue of its own', async () => {
    const all = await shown(turns(t('N2'), t('T'), t('N4Q'), '{ speaker: ana, clip: one.wav, label: N4R, when: { at: 90000 } }'));
    expect(all).toEqual([
      '11:58 an N4R plays when the answer window of its N4Q is over | Remove "when"; the hold of the N4Q sets the window.',
    ]);
  });
});

it('tells all problems of a file in one pass, in the order of its lines', async () => {
  const text = `version: 1
suite: bad suite
speakers: { ana: Ana, bo: { nam: Bo } }
scenes:
  - id: x
    greeting: maybe
    turns:
      - { speaker: anna, clip: on.wav, label: M }
      - { speaker: ana, clip: missing.wav, when: { after: t9, gap: -5 } }
  - id: y
    turns:
      - { speaker: ana, clip: none.wav }
`;
  expect((await problemsOf(text)).map(({ line }) => line)).toEqual([2, 3, 6, 8, 8, 8, 9, 9, 9, 12]);
});

it('tells a number that is far too large once', async () => {
  const problems = await problemsOf(turns('{ speaker: ana, clip: one.wav, when: { at: 1e300 } }'));
  expect(problems.map(({ message }) => message)).toEqual(['"at" must be at most 3600000, not 1e+300']);
});

it('prints as file:line:column', async () => {
  const [problem] = await problemsOf(turns('{ speaker: anna, clip: one.wav }'));
  expect(problem).toMatchObject({ path: 'scenes[0].turns[0].speaker', value: '"anna"' });
  expect(problem && formatProblem(problem)).toBe(
    'suite.yaml:8:20: unknown speaker "anna" (scenes[0].turns[0].speaker)\n    Did you mean "ana"?',
  );
});

it('a file that is not there is a problem and no throw', async () => {
  const { loadSuite } = await import('../../src/scenario/load.js');
  const { memoryIo } = await import('./fixture.js');
  expect(await loadSuite('other.yaml', memoryIo(''))).toMatchObject({
    problems: [{ file: 'other.yaml', message: 'the file does not exist' }],
  });
});
