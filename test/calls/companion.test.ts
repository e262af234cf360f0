import { expect, it, test } from 'vitest';
import { readCompanion, type Companion } from '../../src/calls/companion.js';
import { DEFAULT_FILTER, DEFAULT_GRID } from '../../src/calls/policy-grid.js';
import type { Problem } from '../../src/scenario/problem.js';
import { told } from './example.js';

function read(text: string): { readonly companion: Companion; readonly problems: string[] } {
  const problems: Problem[] = [];
  const companion = readCompanion(new TextEncoder().encode(text), 'calls.yaml', (problem) => void problems.push(problem));
  return { companion, problems: told(problems) };
}

const WHOLE = `version: 1
language: zh
points: vad_log
calls:
  demo: { recording: demo.wav, user: 0, agent: 1, split: test }
  draft: { recording: draft.flac, user: 1, agent: 0, language: en-GB, points: xlsx_draft }
vad: { name: silero, version: "6.2", settings: { threshold: 0.5 } }
clipping: from the turn's start to the decision
text: { mode: fixed_lag, lagMs: 400 }
spans: { fromMs: 100, toMs: 3000 }
policies: { thresholds: [0.3, 0.5], minWaitsMs: [200], timeoutsMs: [1000, 2000], stepMs: 50 }
versions: { data: "3" }
`;

it('reads all of it', () => {
  const { companion, problems } = read(WHOLE);
  expect(problems).toEqual([]);
  expect(companion.calls.get('demo')).toEqual({
    recording: 'demo.wav',
    userChannel: 0,
    agentChannel: 1,
    language: 'zh',
    points: 'vad_log',
    split: 'test',
  });
  expect(companion.calls.get('draft')).toMatchObject({
    userChannel: 1,
    agentChannel: 0,
    language: 'en-gb',
    points: 'xlsx_draft',
    split: undefined,
  });
  expect(companion).toMatchObject({
    vad: { name: 'silero', version: '6.2', settings: { threshold: 0.5 } },
    clipping: "from the turn's start to the decision",
    text: { mode: 'fixed_lag', lagMs: 400 },
    spans: { fromMs: 100, toMs: 3_000 },
    policies: { thresholds: [0.3, 0.5], minWaitsMs: [200], timeoutsMs: [1_000, 2_000], stepMs: 50 },
    versions: { data: '3' },
  });
});

it('what is left out is the default of the protocol', () => {
  const { companion, problems } = read('version: 1\ncalls: { demo: { language: zh } }\n');
  expect(problems).toEqual([]);
  expect(companion).toMatchObject({
    text: { mode: 'offline', lagMs: 500 },
    spans: DEFAULT_FILTER,
    policies: DEFAULT_GRID,
    clipping: '',
    versions: {},
  });
  expect(companion.calls.get('demo')).toMatchObject({ recording: undefined, userChannel: 0, agentChannel: 1, points: 'manual' });
  expect(DEFAULT_FILTER).toEqual({ fromMs: 200, toMs: 5_000 });
});

test.each([
  ['version: 2\ncalls: { demo: { language: zh } }\n', ['calls.yaml:1:10 version 2 is not a version of this format']],
  ['version: 1\n', ['calls.yaml:1:1 "calls" is missing']],
  ['version: 1\ncalls:\n  demo: { language: zh, user: 1 }\n', ['calls.yaml:3:9 user and agent are the same channel, 1']],
  [
    'version: 1\ncalls:\n  demo: { language: chinese language }\n',
    ['calls.yaml:3:21 "language" must be a code such as zh or en-GB, not "chinese language"'],
  ],
  ['version: 1\ncalls:\n  demo: {}\n', ['calls.yaml:3:9 language is missing']],
  ['version: 1\ncalls:\n  demo: { language: zh, points: excel }\n', ['calls.yaml:3:33 "excel" is not valid for "points"']],
  ['version: 1\ncalls:\n  demo: { language: zh, recordng: a.wav }\n', ['calls.yaml:3:25 unknown key "recordng"']],
  [
    'version: 1\nlanguage: zh\ncalls: { demo: {} }\npolicies: { thresholds: [0.5, 0.5] }\n',
    ['calls.yaml:4:25 "thresholds": its values must rise'],
  ],
  [
    'version: 1\nlanguage: zh\ncalls: { demo: {} }\nspans: { fromMs: 300, toMs: 200 }\n',
    ['calls.yaml:4:29 toMs must not lie before fromMs'],
  ],
  ['version: 1\nlanguage: zh\ncalls: { demo: {} }\ntext: { mode: online }\n', ['calls.yaml:4:15 "online" is not valid for "mode"']],
  [
    'version: 1\nlanguage: zh\ncalls: { demo: {} }\npolicies: { timeoutsMs: [1000000000000] }\n',
    ['calls.yaml:4:26 entry 1 must be at most 60000, not 1000000000000'],
  ],
  [
    'version: 1\nlanguage: zh\ncalls: { demo: {} }\npolicies: { timeoutsMs: [100], minWaitsMs: [200] }\n',
    ['calls.yaml:4:25 all timeouts are shorter than the shortest minimum wait: there is no policy'],
  ],
  ['version: 1\nlanguage: zh\ncalls: { demo: {} }\npolicies: { stepMs: 0 }\n', ['calls.yaml:4:21 "stepMs" must be at least 1, not 0']],
  ['version: 1\nlanguage: zh\ncalls: { demo: {} }\ntext: { lagMs: 70000 }\n', ['calls.yaml:4:16 "lagMs" must be at most 60000, not 70000']],
])('%j', (text, problems) => {
  expect(read(text).problems).toEqual(problems);
});
