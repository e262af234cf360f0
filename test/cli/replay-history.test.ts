/** How agents are told what was said before a replayed turn, and which agents draw anew. */
import { expect, it } from 'vitest';
import { behaviourOf } from '../../agent/reference/catalogue.js';
import { parseAgentSpec } from '../../src/cli/agent-spec.js';
import { Agents } from '../../src/cli/play/agents.js';
import { drawnAnew } from '../../src/cli/play/drawn-anew.js';
import { scene } from '../recording/fixtures.js';

const HISTORY = [
  { role: 'assistant', content: 'When may we call?' },
  { role: 'user', content: '可以' },
] as const;
const place = { scene: scene(), room: 'r', attempt: 's0000-a1' };

it('tells a worker by name in the metadata of its job, and nobody else', async () => {
  const specs = [parseAgentSpec('name:bot'), parseAgentSpec('auto'), parseAgentSpec('reference:silent')];
  const told = new Agents(specs, undefined, 'nowhere', {}, HISTORY);
  const { way } = await told.ready('bot', place, undefined);
  expect(way).toMatchObject({ kind: 'dispatch', agentName: 'bot' });
  expect(way.kind === 'dispatch' && JSON.parse(way.metadata)).toEqual({ turnrigHistory: 1, messages: HISTORY });
  expect((await told.ready('auto', place, undefined)).way).toEqual({ kind: 'automatic' });
  expect((await told.ready('silent', place, undefined)).way).toMatchObject({ kind: 'reference' });
  const untold = new Agents(specs, undefined, 'nowhere');
  expect((await untold.ready('bot', place, undefined)).way).toEqual({ kind: 'dispatch', agentName: 'bot', metadata: '' });
});

it('draws anew in each session only where something is drawn', () => {
  const seedOf = (probability: number, session: number): number => {
    const way = drawnAnew({ kind: 'reference', behaviour: behaviourOf('premature', { probability }, 7) }, session);
    return way.kind === 'reference' ? way.behaviour.seed : -1;
  };
  expect([seedOf(0, 1), seedOf(1, 2)]).toEqual([7, 7]);
  expect(seedOf(0.5, 1)).toBe(seedOf(0.5, 1));
  expect(new Set([1, 2, 3, 4].map((session) => seedOf(0.5, session))).size).toBe(4);
  const other = { kind: 'reference', behaviour: behaviourOf('answer-after', {}, 7) } as const;
  expect(drawnAnew(other, 1)).toBe(other);
});
