import { describe, expect, it } from 'vitest';
import { BEHAVIOURS, type BehaviourEntry } from '../../agent/reference/catalogue.js';
import { parseAgentSpec } from '../../src/cli/agent-spec.js';
import { TurnrigError } from '../../src/error.js';

describe('--agent', () => {
  it.each([
    ['vad-only', { label: 'vad-only', kind: 'preset', preset: 'vad-only', stt: undefined }],
    ['preset:turn-detector', { label: 'turn-detector', kind: 'preset', preset: 'turn-detector', stt: undefined }],
    ['preset:vad-only,stt=none', { label: 'vad-only', kind: 'preset', preset: 'vad-only', stt: 'none' }],
    [
      'preset:turn-detector,stt=none,min-delay=200,max-delay=1500.5,vad-silence=0',
      {
        ...{ label: 'turn-detector', kind: 'preset', preset: 'turn-detector', stt: 'none' },
        tuning: { minDelay: 200, maxDelay: 1500.5, vadMinSilence: 0 },
      },
    ],
    ['b=preset:vad-only', { label: 'b', kind: 'preset', preset: 'vad-only', stt: undefined }],
    [
      'name:my-agent',
      { label: 'my-agent', kind: 'join', described: 'name', way: { kind: 'dispatch', agentName: 'my-agent', metadata: '' } },
    ],
    ['auto', { label: 'auto', kind: 'join', described: 'automatic', way: { kind: 'automatic' } }],
    ['prod=wait', { label: 'prod', kind: 'join', described: 'wait', way: { kind: 'wait' } }],
  ])('%s', (text, expected) => expect(parseAgentSpec(text)).toEqual(expected));

  it.each([
    ['preset:vad-only\nerror: forged', 'preset:vad-only\\u{a}error: forged'],
    ['name:\u001b[31mred', 'name:\\u{1b}[31mred'],
    ['reference:answer-after=700,spe\u202eak=1', 'reference:answer-after=700,spe\\u{202e}ak=1'],
    ['a\u2028=wait', 'a\\u{2028}=wait'],
    ['reference:answer-after=700\n', 'reference:answer-after=700\\u{a}'],
    ['\ud800', '\\u{d800}'],
  ])('%j: what steers a terminal is refused, and shown escaped', (text, shown) => {
    expect(() => parseAgentSpec(text)).toThrow(`--agent ${shown}: no agent is written with control characters or line breaks.`);
    expect(() => parseAgentSpec(text)).toThrow(TurnrigError);
  });

  const behaviour = (text: string) => {
    const spec = parseAgentSpec(text, 9);
    return spec.kind === 'join' && spec.way.kind === 'reference' ? spec.way.behaviour : undefined;
  };

  it('reads reference agents with their times in samples', () => {
    expect(parseAgentSpec('slow=reference:answer-after=700').label).toBe('slow');
    expect(parseAgentSpec('reference:answer-after=700,speak=6000').label).toBe('answer-after=700');
    expect(behaviour('slow=reference:answer-after=700')).toEqual({
      name: 'answer-after',
      delay: 33_600,
      speak: 72_000,
      notice: 24_000,
      seed: 9,
    });
    expect(behaviour('reference:premature=250,probability=0.3,delay=2000')).toMatchObject({
      pause: 12_000,
      probability: 0.3,
      delay: 96_000,
    });
    expect(behaviour('reference:blip=45,where=pause')).toMatchObject({ name: 'blip', length: 2160, where: 'pause', after: 19_200 });
    expect(behaviour('reference:dies,how=track')).toMatchObject({ name: 'dies', after: 24_000, how: 'track' });
  });

  it.each(Object.entries(BEHAVIOURS))('reads every parameter of %s, and its default', (name, entry: BehaviourEntry) => {
    const written = Object.entries(entry.parameters).map(([key, parameter]) => `,${key}=${parameter.default}`);
    expect(behaviour(`reference:${name}${written.join('')}`)).toEqual(behaviour(`reference:${name}`));
    expect(entry.main === undefined || entry.main in entry.parameters).toBe(true);
  });

  it.each([
    ['preset:vad-onyl', /vad-only/],
    ['reference:answr-after', /answer-after/],
    ['nmae:x', /name/],
    ['reference:silent=-5', /-5/],
    ['reference:silent=5', /takes no time/],
    ['reference:always-on=700', /takes no time/],
    ['reference:silent,speak=500', /takes no parameters/],
    ['reference:double,speka=500', /speak/],
    ['reference:double,__proto__=500', /no parameter of reference:double/],
    ['reference:double,speak=5', /between 120/],
    ['reference:double,speak=', /between 120/],
    ['reference:double=800,gap=900', /gap is given twice/],
    ['reference:double=1e9', /between 0 and 60000/],
    ['reference:burst=300', /between 120 and 299/],
    ['reference:premature=300,probability=1.5', /between 0 and 1/],
    ['reference:dies,how=loudly', /leave or track/],
    ['reference:', /is no reference agent/],
    ['preset:vad-only,stt=whisper', /stt=none/],
    ['preset:vad-only,min-delay=soon', /min-delay=soon is not a time in ms between 0 and 20000/],
    ['preset:vad-only,min-delay=3000', /min-delay 3000 is longer than max-delay 2500/],
    ['preset:vad-only,min-delay=1,min-delay=2', /min-delay is given twice/],
    ['preset:vad-only,patience=3', /there are stt=none, min-delay=MS, max-delay=MS, vad-silence=MS/],
    ['name:two words', /1 to 128/],
    ['', /is no agent/],
    ['名前=preset:vad-only', /"名前" is no label: letters A to Z/],
    ['=auto', /"" is no label/],
  ])('refuses %s and names what is near', (text, message) => {
    expect(() => parseAgentSpec(text)).toThrow(TurnrigError);
    expect(() => parseAgentSpec(text)).toThrow(message);
  });

  it.each([
    ['my-agent', 'write name:my-agent. '],
    ['prod=my-agent', 'write prod=name:my-agent. '],
  ])('offers the name of a worker for %s', (text, offer) => {
    expect(() => parseAgentSpec(text)).toThrow(expect.objectContaining({ code: 'input', hint: expect.stringContaining(offer) as unknown }));
  });
  it.each(['nmae:x', 'two words', ''])('offers none for "%s"', (text) => {
    expect(() => parseAgentSpec(text)).toThrow(expect.objectContaining({ hint: expect.not.stringContaining('write name:') as unknown }));
  });
});
