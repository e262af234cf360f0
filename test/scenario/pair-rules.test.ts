/** Every rule of the protocol has a scene that breaks only it (selective-participation.md, Scene and "Making scenes"). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemsOf, suiteOf } from './fixture.js';
import { asYaml, pairedSuite, type PairedSuite, type Plain, type Scene } from './paired.js';

/** Says of both scenes alike. */
const both =
  (change: (scene: Scene) => unknown) =>
  (suite: PairedSuite): void => {
    for (const scene of suite.scenes) change(scene);
  };
const turn = (scene: Scene, id: string): Plain => scene.turns.find((one) => one['id'] === id)!;
const set =
  (id: string, values: Plain) =>
  (scene: Scene): unknown =>
    Object.assign(turn(scene, id), values);
const implicit =
  (change: (scene: Scene) => unknown) =>
  (suite: PairedSuite): unknown =>
    change(suite.scenes[1]);
const without = (id: string) => (scene: Scene) => (scene.turns = scene.turns.filter((one) => one['id'] !== id));

const said = async (suite: Plain): Promise<string[]> => (await problemsOf(asYaml(suite))).map(({ path, message }) => `${path}: ${message}`);

/** Name, what is broken, the one problem of each broken scene (by its place in the document and its words). */
const BROKEN: readonly (readonly [string, (suite: PairedSuite) => unknown, readonly string[]])[] = [
  [
    'no T',
    both(set('t3', { label: 'N1', text: 'Aria knows the platform.' })),
    [
      'scenes[0].turns: the scene has no T: a scene of selective participation holds exactly one direct request',
      'scenes[1].turns: the scene has no T: a scene of selective participation holds exactly one direct request',
    ],
  ],
  [
    'two T',
    both((s) =>
      s.turns.push(
        { id: 't8', speaker: 'ben', label: 'T', text: 'Aria, and when?' },
        { id: 't9', speaker: 'ben', label: 'N2', text: 'So.' },
      ),
    ),
    [
      'scenes[0].turns[7].label: a second T: a scene holds exactly one, and "t3" is it',
      'scenes[1].turns[7].label: a second T: a scene holds exactly one, and "t3" is it',
    ],
  ],
  [
    'T first',
    both((s) => s.turns.unshift(...s.turns.splice(2, 1))),
    [
      'scenes[0].turns[0].label: T cannot be the first turn',
      'scenes[0].gold.evidence[0]: the evidence "t1" is not spoken before the request "t3"',
      'scenes[1].turns[0].label: T cannot be the first turn',
      'scenes[1].gold.evidence[0]: the evidence "t1" is not spoken before the request "t3"',
    ],
  ],
  [
    'T last',
    both((s) => s.turns.push(...s.turns.splice(2, 1))),
    [
      'scenes[0].turns[6].label: T cannot be the last turn: talk follows it',
      'scenes[1].turns[6].label: T cannot be the last turn: talk follows it',
    ],
  ],
  [
    'N4Q without N4R',
    both(without('t6')),
    [
      'scenes[0].turns[4].label: no N4R follows the N4Q "t5": a human answers or withdraws the request',
      'scenes[1].turns[4].label: no N4R follows the N4Q "t5": a human answers or withdraws the request',
    ],
  ],
  [
    'N4R without N4Q',
    both(without('t5')),
    [
      'scenes[0].turns[4].label: the N4R "t6" resolves nothing: no N4Q stands before it',
      'scenes[1].turns[4].label: the N4R "t6" resolves nothing: no N4Q stands before it',
    ],
  ],
  [
    'N4R with talk before it',
    both((s) => s.turns.splice(5, 0, { id: 'x', speaker: 'ben', label: 'N2', text: 'Hm.' })),
    [
      'scenes[0].turns[4].label: no N4R follows the N4Q "t5": a human answers or withdraws the request',
      'scenes[0].turns[6].label: the N4R "t6" resolves nothing: no N4Q stands before it',
      'scenes[1].turns[4].label: no N4R follows the N4Q "t5": a human answers or withdraws the request',
      'scenes[1].turns[6].label: the N4R "t6" resolves nothing: no N4Q stands before it',
    ],
  ],
  [
    'N4R with a cue',
    both(set('t6', { when: { at: 90_000 } })),
    [
      'scenes[0].turns[5].when: an N4R plays when the answer window of its N4Q is over',
      'scenes[1].turns[5].when: an N4R plays when the answer window of its N4Q is over',
    ],
  ],
  [
    'a turn without a label',
    both((s) => delete turn(s, 't7')['label']),
    ['scenes[0].turns[6]: the turn "t7" has no label of the protocol', 'scenes[1].turns[6]: the turn "t7" has no label of the protocol'],
  ],
  [
    'a plain user turn',
    both(set('t7', { label: 'user' })),
    [
      'scenes[0].turns[6].label: the turn "t7" has no label of the protocol',
      'scenes[1].turns[6].label: the turn "t7" has no label of the protocol',
    ],
  ],
  [
    'two humans',
    both((s) => ['t2', 't5'].forEach((id) => (turn(s, id)['speaker'] = 'ben'))),
    [
      'scenes[0].turns: 2 people speak in the scene: a scene of a pair has 3 or 4',
      'scenes[1].turns: 2 people speak in the scene: a scene of a pair has 3 or 4',
    ],
  ],
  [
    'five humans',
    (suite) => {
      Object.assign(suite, { voices: { ...(suite['voices'] as Plain), v5: { tts: 'flite', voice: 'kal16' } } });
      suite.speakers['host'] = { voice: 'v5' };
      both((s) => {
        turn(s, 't4')['speaker'] = 'pete';
        turn(s, 't7')['speaker'] = 'host';
      })(suite);
    },
    [
      'scenes[0].turns: 5 people speak in the scene: a scene of a pair has 3 or 4',
      'scenes[1].turns: 5 people speak in the scene: a scene of a pair has 3 or 4',
    ],
  ],
  [
    'two speakers with one voice',
    (suite) => (suite.speakers['ben'] = { name: 'Ben', voice: 'slt' }),
    [
      'scenes[0].turns[2].speaker: "ana" and "ben" share one voice: nobody can tell them apart in the room',
      'scenes[1].turns[2].speaker: "ana" and "ben" share one voice: nobody can tell them apart in the room',
    ],
  ],
  [
    'explicit without the name',
    (suite) => (turn(suite.scenes[0], 't3')['text'] = 'Which platform do we need?'),
    ['scenes[0].turns[2].text: the explicit request does not name "Aria"'],
  ],
  [
    'implicit with the name',
    (suite) => (turn(suite.scenes[1], 't3')['text'] = 'Aria, which platform?'),
    ['scenes[1].turns[2].text: the implicit request names "Aria"'],
  ],
  [
    'N1 that mentions nobody',
    both(set('t2', { text: 'I found us those tickets.' })),
    [
      'scenes[0].turns[1].text: an N1 mentions the assistant, and this one does not name "Aria"',
      'scenes[1].turns[1].text: an N1 mentions the assistant, and this one does not name "Aria"',
    ],
  ],
  [
    'N2 that names the assistant',
    both(set('t7', { text: 'Ask Aria, Emma.' })),
    ['scenes[0].turns[6].text: this N2 names "Aria"', 'scenes[1].turns[6].text: this N2 names "Aria"'],
  ],
  [
    'N3 that names the assistant',
    both(set('t4', { text: 'Hm, Aria would know.' })),
    ['scenes[0].turns[3].text: this N3 names "Aria"', 'scenes[1].turns[3].text: this N3 names "Aria"'],
  ],
  [
    'a cue of its own',
    both(set('t7', { when: { after: 't6' } })),
    [
      'scenes[0].turns[6].when: "when" in a scene of a pair: the protocol sets it by the label',
      'scenes[1].turns[6].when: "when" in a scene of a pair: the protocol sets it by the label',
    ],
  ],
  [
    'another answer window',
    both(set('t5', { hold: { fixed: 2000 } })),
    [
      'scenes[0].turns[4].hold: "hold" in a scene of a pair: the protocol sets it by the label',
      'scenes[1].turns[4].hold: "hold" in a scene of a pair: the protocol sets it by the label',
    ],
  ],
  [
    'another expectation',
    both(set('t1', { expect: 'none' })),
    [
      'scenes[0].turns[0].expect: "expect" in a scene of a pair: the protocol sets it by the label',
      'scenes[1].turns[0].expect: "expect" in a scene of a pair: the protocol sets it by the label',
    ],
  ],
  [
    'another tail',
    both((s) => (s['tail'] = 500)),
    [
      'scenes[0].tail: a scene of a pair ends 2000 ms after its last turn',
      'scenes[1].tail: a scene of a pair ends 2000 ms after its last turn',
    ],
  ],
  [
    'no preamble',
    (suite) => delete suite.defaults['preamble'],
    ['scenes[0]: a scene of a pair needs "preamble"', 'scenes[1]: a scene of a pair needs "preamble"'],
  ],
  [
    'a preamble for somebody else',
    (suite) => (suite.defaults['preamble'] = { speaker: 'ana', text: 'Robot, answer us.' }),
    [
      'scenes[0].preamble: the preamble does not name the assistant "Aria"',
      'scenes[1].preamble: the preamble does not name the assistant "Aria"',
    ],
  ],
  [
    'no family',
    both((s) => delete s['family']),
    ['scenes[0]: a scene of a pair needs "family"', 'scenes[1]: a scene of a pair needs "family"'],
  ],
  [
    'no gold answer',
    both((s) => delete (s as Plain)['gold']),
    ['scenes[0]: a scene of a pair needs "gold"', 'scenes[1]: a scene of a pair needs "gold"'],
  ],
  [
    'a gold answer never spoken',
    both((s) => (s.gold = { ...s.gold, answer: 'Platform six.', must_mention: [['six', '6']], must_not_mention: [] })),
    [
      'scenes[0].gold.must_mention[0]: "six" or "6" of the gold answer is never spoken in its evidence'.replace(
        '"six" or "6"',
        '"six" or "6"',
      ),
      'scenes[1].gold.must_mention[0]: "six" or "6" of the gold answer is never spoken in its evidence',
    ],
  ],
  [
    'evidence after the request',
    both((s) => {
      turn(s, 't7')['text'] = 'Platform nine, then.';
      s.gold.evidence = ['t7'];
    }),
    [
      'scenes[0].gold.evidence[0]: the evidence "t7" is not spoken before the request "t3"',
      'scenes[1].gold.evidence[0]: the evidence "t7" is not spoken before the request "t3"',
    ],
  ],
  [
    'evidence that is no turn',
    both((s) => s.gold.evidence.push('t9')),
    ['scenes[0].gold.evidence[1]: unknown turn "t9"', 'scenes[1].gold.evidence[1]: unknown turn "t9"'],
  ],
  [
    'evidence twice',
    both((s) => s.gold.evidence.push('t1')),
    [
      'scenes[0].gold.evidence[1]: the evidence "t1" stands there twice',
      'scenes[1].gold.evidence[1]: the evidence "t1" stands there twice',
    ],
  ],
  [
    'a gold answer against its own rubric',
    both((s) => (s.gold.answer = 'The far one.')),
    [
      'scenes[0].gold.answer: the gold answer does not mention "nine" or "9" itself',
      'scenes[1].gold.answer: the gold answer does not mention "nine" or "9" itself',
    ],
  ],
  [
    'a gold answer that says what it must not',
    both((s) => (s.gold.answer = 'Platform nine, not six.')),
    [
      'scenes[0].gold.answer: the gold answer mentions "six", which it must not',
      'scenes[1].gold.answer: the gold answer mentions "six", which it must not',
    ],
  ],
  [
    'a word both wanted and forbidden',
    both((s) => (s.gold.must_not_mention = ['9'])),
    [
      'scenes[0].gold.must_mention[0]: "9" must be mentioned and must not',
      'scenes[1].gold.must_mention[0]: "9" must be mentioned and must not',
    ],
  ],
  [
    'a gold answer too long',
    both((s) => (s.gold.answer = 'Well, I think that you all said before that the train leaves from the platform with the number nine.')),
    [
      'scenes[0].gold.answer: the gold answer has 19 words, more than 16',
      'scenes[1].gold.answer: the gold answer has 19 words, more than 16',
    ],
  ],
  [
    'a request that says its answer',
    (suite) => {
      turn(suite.scenes[0], 't3')['text'] = 'Aria, is it platform nine?';
      turn(suite.scenes[1], 't3')['text'] = 'Is it platform nine?';
    },
    ['scenes[0].turns[2].text: the request says its own answer', 'scenes[1].turns[2].text: the request says its own answer'],
  ],
  [
    'labels that differ',
    implicit(set('t4', { label: 'N2' })),
    ['scenes[1].turns[3].label: the label of "t4" is N2, in its pair\'s scene "p1-explicit" it is N3'],
  ],
  [
    'a turn more',
    implicit((s) => s.turns.push({ id: 't8', speaker: 'ben', label: 'N2', text: 'Right.' })),
    ['scenes[1].turns: the scene has 8 turns, its pair\'s scene "p1-explicit" has 7'],
  ],
  [
    'another gold answer',
    implicit((s) => (s.gold.answer = 'From platform nine.')),
    ['scenes[1].gold: "gold" is not that of its pair\'s scene "p1-explicit"'],
  ],
  [
    'another family',
    implicit((s) => (s['family'] = 'style')),
    ['scenes[1].family: "family" is not that of its pair\'s scene "p1-explicit"'],
  ],
  [
    'another language',
    implicit((s) => (s['language'] = 'en-GB')),
    ['scenes[1].language: "language" is not that of its pair\'s scene "p1-explicit"'],
  ],
  ['another room', implicit((s) => (s['room'] = 'tracks')), ['scenes[1].room: "room" is not that of its pair\'s scene "p1-explicit"']],
  [
    'another preamble',
    implicit((s) => (s['preamble'] = { speaker: 'ben', text: 'Aria, answer us.' })),
    ['scenes[1].preamble: the preamble is not that of its pair\'s scene "p1-explicit"'],
  ],
  [
    'another speaker',
    implicit(set('t4', { speaker: 'emma' })),
    ['scenes[1].turns[3].speaker: "t4" is said by another speaker than in its pair\'s scene "p1-explicit"'],
  ],
  [
    'another turn id',
    implicit(set('t7', { id: 'last' })),
    ['scenes[1].turns[6].id: the turn "last" is "t7" in its pair\'s scene "p1-explicit"'],
  ],
  [
    'other words elsewhere',
    implicit(set('t7', { text: 'Then we should buy cake.' })),
    ['scenes[1].turns[6].text: "t7" is not what its pair\'s scene "p1-explicit" says there'],
  ],
  [
    'another loudness elsewhere',
    implicit(set('t7', { gain: -6 })),
    ['scenes[1].turns[6].text: "t7" is not what its pair\'s scene "p1-explicit" says there'],
  ],
  [
    'one condition twice',
    implicit((s) => (s['pair'] = { id: 'p1', condition: 'explicit' })),
    ['scenes[1].pair: both scenes of the pair "p1" have one condition'],
  ],
  [
    'a sweep',
    both((s) => {
      s['sweep'] = { x: ['sandwiches', 'cake'] };
      turn(s, 't7')['text'] = 'We should buy $x.';
    }),
    ['scenes[0].sweep: a scene of a pair has no sweep', 'scenes[1].sweep: a scene of a pair has no sweep'],
  ],
];

describe('a pair of the protocol', () => {
  it('that keeps every rule has no problem', async () => {
    expect(await said(pairedSuite())).toEqual([]);
  });

  it.each(BROKEN)('%s', async (_name, breaks, wanted) => {
    const suite = pairedSuite();
    breaks(suite);
    expect([...(await said(suite))].sort()).toEqual([...wanted].sort());
  });

  it('the turn before the request may be worded differently too', async () => {
    const suite = pairedSuite();
    turn(suite.scenes[1], 't2')['text'] = 'Aria is the one who found us those tickets.';
    expect(await said(suite)).toEqual([]);
  });

  it('four humans, another name for the assistant, a noise, and each on a track of their own are right', async () => {
    const suite = pairedSuite();
    Object.assign(suite.defaults, { assistant: 'Robin', room: 'tracks', preamble: { speaker: 'host', text: 'Robin, help them.' } });
    for (const scene of suite.scenes) {
      turn(scene, 't7')['speaker'] = 'pete';
      for (const one of scene.turns) one['text'] = String(one['text']).replace('Aria', 'Robin');
      scene.turns.splice(3, 0, { id: 'cough', speaker: 'ben', kind: 'noise', clip: 'half.wav' });
    }
    expect(await said(suite)).toEqual([]);
    const [scene] = (await suiteOf(asYaml(suite))).scenes;
    expect(scene).toMatchObject({
      assistant: 'Robin',
      family: 'place',
      layout: 'tracks',
      gold: { mustMention: [['nine', '9']], evidence: ['t1'] },
    });
  });

  it('keeps its Chinese names and answers apart without spaces', async () => {
    const suite = pairedSuite();
    Object.assign(suite.defaults, {
      language: 'zh',
      preamble: { speaker: 'ana', text: '小雅，有人问你的时候再回答。' },
      assistant: '小雅',
    });
    const said_ = [
      '票上写着九号站台。',
      '小雅昨天帮我们买的票。',
      '小雅，我们去几号站台？',
      '我的手套呢。',
      '小雅，路上要多久？',
      '两个小时。',
      '那买点吃的吧。',
    ];
    for (const scene of suite.scenes) {
      scene.turns.forEach((one, i) => (one['text'] = said_[i]));
      scene.gold = { answer: '九号站台。', must_mention: [['九号', '9号']], must_not_mention: ['六号'], evidence: ['t1'] };
    }
    turn(suite.scenes[1], 't3')['text'] = '我们去几号站台来着？';
    expect(await said(suite)).toEqual([]);
  });

  it('tells all problems at once, each with its line and column', async () => {
    const suite = pairedSuite();
    delete suite.defaults['preamble'];
    both(set('t7', { label: 'user' }))(suite);
    implicit(set('t4', { label: 'N2' }))(suite);
    const text = asYaml(suite);
    const problems = await problemsOf(text);
    expect(problems).toHaveLength(5);
    const wrong = problems.find(({ message }) => message.startsWith('the label of "t4"'))!;
    expect(text.split('\n')[wrong.line - 1]!.slice(wrong.column - 1)).toBe('N2');
  });

  it('a pair of other conditions is none of the protocol, and stays as it was', async () => {
    const suite = pairedSuite();
    suite.scenes.forEach((scene, i) => {
      scene['pair'] = { id: 'p1', condition: ['loud', 'soft'][i] };
      delete scene['family'];
    });
    expect(await said(suite)).toEqual([]);
  });

  it('any two labels exchanged in one scene of the pair are found', async () => {
    const ids = ['t1', 't2', 't3', 't4', 't5', 't6', 't7'];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ids), fc.constantFrom('T', 'N1', 'N2', 'N3', 'N4Q', 'N4R', 'user'), async (id, label) => {
        const suite = pairedSuite();
        const before = turn(suite.scenes[1], id)['label'];
        turn(suite.scenes[1], id)['label'] = label;
        const problems = await said(suite);
        if (label === before) expect(problems).toEqual([]);
        else expect(problems.join('\n')).toContain(`the label of "${id}" is ${label}`);
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});
