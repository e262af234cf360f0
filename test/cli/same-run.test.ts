import { describe, expect, it } from 'vitest';
import { parseAgentSpec } from '../../src/cli/agent-spec.js';
import { describeAgent } from '../../src/cli/play/agents.js';
import { sameRun } from '../../src/cli/play/same-run.js';

const begun = (texts: readonly string[], agentCmd?: string) => ({
  transport: 'livekit',
  // As it comes back from the disk.
  agents: JSON.parse(JSON.stringify(texts.map((text) => describeAgent(parseAgentSpec(text, 1), agentCmd)))) as ReturnType<
    typeof describeAgent
  >[],
});
const go = (run: ReturnType<typeof begun>, texts: readonly string[], agentCmd?: string) => () =>
  sameRun(
    run,
    texts.map((text) => parseAgentSpec(text, 1)),
    { memory: false, ...(agentCmd === undefined ? {} : { agentCmd }) },
  );

describe('going on with a run', () => {
  it.each([
    ['a=reference:silent', 'b=reference:premature=200'],
    ['vad-only', 'preset:turn-detector'],
    ['x=name:bot', 'y=auto'],
  ])('takes its own agents, in any order: %s %s', (a, b) => {
    expect(go(begun([a, b]), [b, a])).not.toThrow();
    expect(go(begun([a]), [a])).not.toThrow();
  });

  it.each([
    [['x=reference:silent'], ['x=reference:always-on'], /x is not the one/],
    [['x=reference:answer-after=700'], ['x=reference:answer-after=800'], /x is not the one/],
    [['x=preset:vad-only'], ['x=preset:turn-detector'], /x is not the one/],
    [['x=name:bot'], ['x=name:other'], /x is not the one/],
    [['x=name:bot'], ['x=auto'], /x is not the one/],
    [['a=auto'], ['b=auto'], /has the agents a;/],
    [['a=auto'], ['a=auto', 'b=wait'], /has the agents a;/],
    [['a=auto'], [], /has the agents a;/],
  ])('refuses others: %j, then %j', (first, then, message) => expect(go(begun(first), then)).toThrow(message));

  it('refuses another kind of room, and to start what was not started', () => {
    expect(() => sameRun({ ...begun(['wait']), transport: 'memory' }, [parseAgentSpec('wait')], { memory: false })).toThrow(/in memory/);
    expect(() => sameRun(begun(['wait']), [parseAgentSpec('wait')], { memory: true })).toThrow(/in a room/);
    expect(go(begun(['wait'], 'node a.js'), ['wait'])).toThrow(/not the one/);
    expect(go(begun(['wait'], 'node a.js'), ['wait'], 'node b.js')).not.toThrow();
  });
});
