import { describe, expect, it } from 'vitest';
import { parseAgentSpec } from '../../src/cli/agent-spec.js';
import { TurnrigError } from '../../src/error.js';

describe('--agent', () => {
  it.each([
    ['vad-only', { label: 'vad-only', kind: 'preset', preset: 'vad-only', stt: undefined }],
    ['preset:turn-detector', { label: 'turn-detector', kind: 'preset', preset: 'turn-detector', stt: undefined }],
    ['preset:vad-only,stt=none', { label: 'vad-only', kind: 'preset', preset: 'vad-only', stt: 'none' }],
    ['b=preset:vad-only', { label: 'b', kind: 'preset', preset: 'vad-only', stt: undefined }],
    [
      'name:my-agent',
      { label: 'my-agent', kind: 'join', described: 'name', way: { kind: 'dispatch', agentName: 'my-agent', metadata: '' } },
    ],
    ['auto', { label: 'auto', kind: 'join', described: 'automatic', way: { kind: 'automatic' } }],
    ['prod=wait', { label: 'prod', kind: 'join', described: 'wait', way: { kind: 'wait' } }],
  ])('%s', (text, expected) => expect(parseAgentSpec(text)).toEqual(expected));

  it('reads reference agents with their time in samples', () => {
    const spec = parseAgentSpec('slow=reference:answer-after=700', 9);
    expect(spec.label).toBe('slow');
    expect(spec.kind === 'join' && spec.way.kind === 'reference' && spec.way.behaviour).toMatchObject({
      name: 'answer-after',
      delay: 33_600,
      seed: 9,
    });
    const long = parseAgentSpec('reference:answer-after=700,speak=6000');
    expect(long.label).toBe('answer-after=700');
    expect(long.kind === 'join' && long.way.kind === 'reference' && long.way.behaviour.speak).toBe(288_000);
    const premature = parseAgentSpec('reference:premature=250');
    expect(premature.kind === 'join' && premature.way.kind === 'reference' && premature.way.behaviour).toMatchObject({
      name: 'premature',
      delay: 0,
      pause: 12_000,
    });
  });

  it.each([
    ['preset:vad-onyl', /vad-only/],
    ['reference:answr-after', /answer-after/],
    ['nmae:x', /name/],
    ['reference:silent=-5', /-5/],
    ['reference:silent=5', /takes no time/],
    ['reference:always-on=700', /takes no time/],
    ['reference:silent,speka=500', /speak/],
    ['reference:silent,speak=5', /between 120/],
    ['reference:silent,speak=', /between 120/],
    ['preset:vad-only,stt=whisper', /stt=none/],
    ['name:two words', /1 to 128/],
    ['', /is no agent/],
  ])('refuses %s and names what is near', (text, message) => {
    expect(() => parseAgentSpec(text)).toThrow(TurnrigError);
    expect(() => parseAgentSpec(text)).toThrow(message);
  });
});
