import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter, REDACTED, redactor, secretsOf } from '../../agent/command/redact.js';

describe('secretsOf', () => {
  it('takes values by the names of their variables', () => {
    const env = {
      LIVEKIT_API_SECRET: 'abcdefgh12',
      OPENAI_API_KEY: 'sk-1234567',
      DB_PASSWORD: 'hunter2hunter2',
      PATH: '/usr/bin:/bin',
      TOKEN_SHORT: 'dev',
      UNSET_KEY: undefined,
    };
    expect(secretsOf(env)).toEqual(['abcdefgh12', 'sk-1234567', 'hunter2hunter2']);
  });

  it('takes the address of the room server too, in every form that a log may have it in', () => {
    expect(secretsOf({ LIVEKIT_URL: 'wss://my.rooms.example:7443' })).toEqual([
      'wss://my.rooms.example:7443',
      'my.rooms.example:7443',
      'my.rooms.example',
    ]);
    expect(secretsOf({ LIVEKIT_URL: 'ws://127.0.0.1:7880' })).toEqual(['ws://127.0.0.1:7880', '127.0.0.1:7880']);
    expect(secretsOf({ LIVEKIT_URL: 'ws://localhost' })).toEqual(['ws://localhost']);
    expect(secretsOf({ LIVEKIT_URL: '' })).toEqual([]);
  });
});

describe('redactor', () => {
  it.each([
    ['key=abcdefgh, again abcdefgh', ['abcdefgh'], `key=${REDACTED}, again ${REDACTED}`],
    ['long abcdefghij short abcdefgh', ['abcdefgh', 'abcdefghij'], `long ${REDACTED} short ${REDACTED}`],
    ['token eyJhbGciOiJIUzI1NiJ9.eyJ2aWRlbyI6e319.abc-DEF_123 end', [], `token ${REDACTED} end`],
    ['a.b*c is no pattern: axbxc', ['a.b*c'], `${REDACTED} is no pattern: axbxc`],
    ['nothing here', ['', 'zzz'], 'nothing here'],
  ])('%s', (text, secrets, clean) => {
    expect(redactor(secrets)(text)).toBe(clean);
  });

  it('lets no secret through, wherever the text is cut', () => {
    const secret = 'S3cr3t-Value';
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(secret, 'x', '\n', ' '), { maxLength: 20 }),
        fc.array(fc.nat(200), { maxLength: 8 }),
        (words, cuts) => {
          const text = words.join('');
          const lines: string[] = [];
          const splitter = new LineSplitter((line) => lines.push(redactor([secret])(line)));
          const at = [0, ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b), text.length];
          for (let i = 1; i < at.length; i++) splitter.push(text.slice(at[i - 1], at[i]));
          splitter.end();
          expect(lines.join('\n')).not.toContain(secret);
          expect(lines.join('\n').trimEnd()).toBe(text.replaceAll(secret, REDACTED).trimEnd());
        },
      ),
    );
  });
});

describe('LineSplitter', () => {
  it('does not gather an endless line', () => {
    const lines: string[] = [];
    const splitter = new LineSplitter((line) => lines.push(line));
    for (let i = 0; i < 40; i++) splitter.push('word '.repeat(1000));
    expect(lines.length).toBeGreaterThan(1);
    splitter.end();
    expect(lines.join('')).toBe('word '.repeat(40_000));
  });
});
