import { expect, it } from 'vitest';
import { quotesPeople } from '../../src/analysis/scene.js';

const suite = (file: string) => ({ name: 's', file, sha256: '' });

it.each([
  ['recording', 'call.wav', true],
  ['memory', 'scenario/replay.yaml', true],
  ['livekit', 'runs/one/scenario/replay.yaml', true],
  ['livekit', 'runs\\one\\scenario\\replay.yaml', true],
  ['livekit', 'scenarios/quickstart.yaml', false],
])('texts of a run in %s of %s are what people said: %s', (transport, file, quoted) => {
  expect(quotesPeople({ transport, suites: [suite(file)] })).toBe(quoted);
});
