import { describe, expect, it } from 'vitest';
import { agentsOf } from '../../src/score/agents-of.js';
import type { RunManifest } from '../../src/recording/model.js';

const plan = ['b', 'a', 'b', 'c'].map((agent) => ({ agent })) as unknown as RunManifest['plan'];
const agents = ['a', 'b', 'never-played'].map((name) => ({ name })) as unknown as RunManifest['agents'];

describe('the agents of a run', () => {
  it('stand in the order in which they were given, and not in that of the randomised plan', () => {
    expect(agentsOf({ plan, agents })).toEqual(['a', 'b', 'c']);
    expect(agentsOf({ plan })).toEqual(['b', 'a', 'c']);
  });
});
