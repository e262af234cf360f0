import { describe, expect, it } from 'vitest';
import { easyComCandidates } from '../../src/entry-yield/easycom-candidates.js';
import { easyComFiles, easyComPlace, readEasyCom, type EasyComFile } from '../../src/entry-yield/easycom.js';
import { readReviews } from '../../src/entry-yield/reviews.js';
import { formatProblem } from '../../src/scenario/problem.js';
import { readJsonl } from '../../src/tabular/jsonl.js';
import { jsonl } from '../sid/vectors.js';

interface Said {
  readonly by: number;
  /** Seconds in the minute. */
  readonly from: number;
  readonly to: number;
  readonly text?: string;
  readonly target?: unknown;
}

const fileOf = (name: string, said: readonly Said[]): { file: EasyComFile; problems: string[] } => {
  const problems: string[] = [];
  const rows = said.map(({ by, from, to, text = 'the soup then', target = 'Group' }) => ({
    // The first frame of a file is number 1.
    Start_Frame: 1 + from * 20,
    End_Frame: 1 + to * 20,
    Participant_ID: by,
    Transcription: text,
    Target_of_Speech: target,
  }));
  const place = easyComPlace(name)!;
  const file = readEasyCom(
    Buffer.from(JSON.stringify(rows, null, 2)),
    name,
    place,
    (problem) => void problems.push(formatProblem(problem)),
  );
  return { file, problems };
};
const told = (said: readonly Said[]): [string, number, number][] =>
  easyComCandidates([fileOf('Session_1/00-00-000.json', said).file], '2').map(
    ({ kind, release, resolution, onset, offset, wearer_offset: wearer }) =>
      release === undefined ? [kind, onset ?? -1, offset ?? wearer ?? -1] : [kind, release, resolution ?? -1],
  );

describe("EasyCom's annotation", () => {
  it('20 frames a second from the minute that the file is named for', () => {
    const { file, problems } = fileOf('x/Session_10/02-01-500.json', [
      { by: 2, from: 1, to: 2.5, target: '[1, 3]' },
      { by: 1, from: 3, to: 4, target: 2 },
      { by: 3, from: 5, to: 6, target: [2, 'Group'] },
      { by: 3, from: 7, to: 8, target: 'None' },
    ]);
    expect(problems).toEqual([]);
    expect(file).toMatchObject({ session: 'Session_10', start: 121.5 });
    expect(file.utterances.map(({ from, to, speaker, targets }) => [from, to, speaker, targets])).toEqual([
      [122.5, 124, '2', ['1', '3']],
      [124.5, 125.5, '1', ['2']],
      [126.5, 127.5, '3', ['2', 'Group']],
      [128.5, 129.5, '3', []],
    ]);
    expect(easyComPlace('Session_1/notes.json')).toBeUndefined();
  });

  it('tells what is wrong, with its place', () => {
    const { problems } = fileOf('Session_1/00-00-000.json', [
      { by: 1, from: 0, to: 61 },
      { by: 1, from: 3, to: 2 },
    ]);
    expect(problems).toEqual([
      "Session_1/00-00-000.json:4:18: End_Frame must be a frame of the file's minute, from 1 to 1220 ([0].End_Frame)",
      'Session_1/00-00-000.json:11:18: End_Frame lies before Start_Frame ([1].End_Frame)',
    ]);
    const broken: string[] = [];
    readEasyCom(Buffer.from('{"a": 1}'), 'x.json', { session: 's', start: 0 }, (problem) => void broken.push(problem.message));
    expect(broken).toEqual(['the file must be a list of utterances']);
  });

  const utterance = (text: string): string =>
    `{"Start_Frame": 1, "End_Frame": 1205, "Participant_ID": "3", "Transcription": "${text}", "Target_of_Speech": "[2]"}`;
  it.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(`[${utterance('a jalapeño’s')}]`)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff[${utterance('a jalapeño’s')}]`)],
    ['no UTF-8', Buffer.from(`[${utterance('a jalape\u00f1o\u0092s')}]`, 'latin1')],
    ['one that is no list', Buffer.from(utterance('a jalapeño’s'))],
  ])('reads a file of one utterance, %s', (_, bytes) => {
    const file = readEasyCom(bytes, 'x.json', { session: 'Session_2', start: 60.288 }, (problem) => {
      throw new Error(problem.message);
    });
    expect(file.utterances).toEqual([
      { session: 'Session_2', from: 60.288, to: 60.288 + 1204 / 20, speaker: '3', text: 'a jalapeño’s', targets: ['2'] },
    ]);
  });

  it('takes the transcriptions alone of the whole data set', () => {
    const minute = 'Session_1/00-00-000.json';
    const all = ['Main/Face_Bounding_Boxes', 'Main/Speech_Transcriptions', 'Main/Tracked_Poses'].map((name) => `${name}/${minute}`);
    expect(easyComFiles([...all, 'Main/Metadata/Session_1.txt'])).toEqual([`Main/Speech_Transcriptions/${minute}`]);
    expect(easyComFiles([minute, 'notes.json'])).toEqual([minute]);
  });
});

describe('candidates', () => {
  it.each<[string, Said[], [string, number, number][]]>([
    [
      'the wearer takes the floor',
      [
        { by: 1, from: 1, to: 3 },
        { by: 2, from: 3.5, to: 5 },
      ],
      [['ENTRY_WEARER', 3, 3.5]],
    ],
    [
      'with a backchannel',
      [
        { by: 1, from: 1, to: 3 },
        { by: 2, from: 3.5, to: 4, text: '[L] Yeah, uh-huh.' },
      ],
      [['ENTRY_WEARER_BACKCHANNEL', 3, 3.5]],
    ],
    [
      'the same speaker goes on',
      [
        { by: 1, from: 1, to: 3 },
        { by: 1, from: 4, to: 5 },
      ],
      [['ENTRY_OTHER_MIDTURN_PAUSE', 3, 4]],
    ],
    [
      'somebody else does',
      [
        { by: 1, from: 1, to: 3 },
        { by: 3, from: 4, to: 5 },
      ],
      [['ENTRY_OTHER_TO_OTHER', 3, 4]],
    ],
    [
      'nobody within 2 s',
      [
        { by: 1, from: 1, to: 3 },
        { by: 2, from: 5.1, to: 6 },
      ],
      [],
    ],
    [
      'no release while another speaks',
      [
        { by: 1, from: 1, to: 3 },
        { by: 3, from: 2, to: 6 },
        { by: 2, from: 6.5, to: 7 },
      ],
      [['ENTRY_WEARER', 6, 6.5]],
    ],
    [
      'the wearer gives up the floor',
      [
        { by: 2, from: 1, to: 3 },
        { by: 1, from: 2.5, to: 6 },
      ],
      [['INT_YIELD', -1, 3]],
    ],
    [
      'a takeover that fails',
      [
        { by: 2, from: 1, to: 9 },
        { by: 1, from: 2, to: 3 },
      ],
      [['FAILED_TAKEOVER', 2, 3]],
    ],
    [
      'a backchannel',
      [
        { by: 2, from: 1, to: 9 },
        { by: 1, from: 2, to: 3, text: 'mhm' },
      ],
      [['OTHER_BACKCHANNEL', 2, 3]],
    ],
  ])('%s', (_, said, wanted) => {
    expect(told(said)).toEqual(wanted);
  });

  it('nothing crosses a minute that is not there, and files follow each other', () => {
    const [first, second, later] = ['00-00-000', '01-00-100', '03-00-000'].map((name, i) =>
      fileOf(
        `Session_1/${name}.json`,
        i === 1
          ? [
              { by: 2, from: 0.5, to: 1 },
              { by: 3, from: 59, to: 60 },
            ]
          : [{ by: 1, from: 0.4, to: 59.5 }],
      ),
    );
    const found = easyComCandidates([later!.file, second!.file, first!.file], '2');
    expect(found.map(({ kind, id }) => [kind, id])).toEqual([['ENTRY_WEARER', 'entry-1-0.400']]);
  });

  it('are lines of a review file, provisional all of them', () => {
    const { file } = fileOf('Session_1/00-00-000.json', [
      { by: 2, from: 1, to: 3 },
      { by: 1, from: 2, to: 6 },
      { by: 3, from: 2.5, to: 7 },
      { by: 3, from: 2.5, to: 7 },
      { by: 2, from: 8, to: 9 },
    ]);
    const rows = readJsonl(jsonl(easyComCandidates([file], '2')), 'c.jsonl', (problem) => {
      throw new Error(problem.message);
    });
    const options = { kinds: new Map(), tolerance: 0.05 };
    const { opportunities, excluded } = readReviews(rows, { ...options, allowProvisional: true });
    expect(excluded).toEqual([]);
    expect(opportunities).toMatchObject([
      { kind: 'ENTRY_WEARER', opens: 7, end: 8 },
      { kind: 'ENTRY_WEARER', opens: 7, end: 8 },
      { kind: 'INT_YIELD', opens: 2.5, end: 7, eligible: 3 },
    ]);
    expect(readReviews(rows, { ...options, allowProvisional: false }).excluded.map(({ why }) => why)).toEqual([
      'provisional',
      'provisional',
      'provisional',
    ]);
  });
});
