import { describe, expect, it } from 'vitest';
import { namedSecrets, secretsIn } from '../../src/share/secrets.js';

/** Made here, so that no scanner of sources finds one. */
const made = (head: string, length: number): string => head + 'aB3dE5gH7jK9'.repeat(20).slice(0, length);

describe('secrets', () => {
  it.each([
    ['JSON web token', `token ${made('eyJ', 30)}.${made('eyJ', 40)}.${made('', 43)}`],
    ['JSON web token', `?access_token=${made('eyJ', 30)}.${made('', 40)}`],
    ['OpenAI or Anthropic key', `{"key":"${made('sk-', 40)}"}`],
    ['OpenAI or Anthropic key', `OPENAI=${made('sk-proj-', 40)}`],
    ['AWS access key', `AKIA${'ABCD1234'.repeat(2)}`],
    ['GitHub token', made('ghp_', 36)],
    ['Google API key', `x=${made('AIza', 35)}`],
    ['Hugging Face token', made('hf_', 34)],
    ['LiveKit API key', '"API7k2mVnWqPzaB"'],
    ['private key', '-----BEGIN RSA ' + 'PRIVATE KEY-----'],
    ['bearer token', `authorization: Bearer ${made('', 32)}`],
    ['credentials in an address', 'wss://user:pa55word@example.org/rtc'],
    ['credentials of a request', `Authorization: Basic ${made('', 32)}==`],
    ['Groq key', made('gsk_', 40)],
    ['value called a key, secret or token', `\\"api_secret\\": \\"${made('', 32)}\\"`],
    ['value called a key, secret or token', `aws_secret_access_key = ${made('', 24)}/${made('', 15)}`],
    ['value called a key, secret or token', 'SECRET=abcdefgh12345678zzzz'],
    ['value called a password', '{"password":"correct-horse-battery-staple"}'],
    ['value called a password', 'password: hunter2!x'],
    // Behind a line end, a tab or an escape character as JSON writes them, once and twice over; and in an address.
    ...['\n', '\t', '\r', '\b', '\f', '\u001b'].flatMap((before): [string, string][] => [
      ['OpenAI or Anthropic key', JSON.stringify({ text: `tool said:${before}${made('sk-ant-api03-', 30)}` })],
      ['AWS access key', JSON.stringify(JSON.stringify({ text: `${before}AKIA${'ABCD1234'.repeat(2)}${before}` }))],
    ]),
    ['bearer token', JSON.stringify(`\nBearer ${made('', 32)}`)],
    ['OpenAI or Anthropic key', `https://proxy/${made('sk-ant-api03-', 30)}/v1`],
  ])('%s', (kind, text) => {
    expect(secretsIn(text, [])).toContain(kind);
  });

  it.each([
    'a task-management-assistant of number 1234567890',
    'API documentation, APIs, RAPID12345678901',
    '{"token":"silence","password":"none"}',
    'https://example.org:8080/path@v1.2.3',
    Buffer.from(Uint8Array.from({ length: 60_000 }, (_, i) => (i * i * 31 + i * 7) & 0xff)).toString('base64'),
    'eyJ alone is no token',
    'password: ****************, token: ${TOKEN}, {"password":null}, PASSWORD=<your password>',
  ])('nothing in %.40s', (text) => {
    expect(secretsIn(text, [])).toEqual([]);
  });

  it('values of variables that are called secret, however they stand in JSON, and told by their name alone', () => {
    const named = namedSecrets({ LIVEKIT_API_SECRET: 'quiet"river', PATH: '/usr/bin/somewhere', X_TOKEN: 'short', EMPTY_TOKEN: undefined });
    expect(named.map(({ name }) => name)).toEqual(['LIVEKIT_API_SECRET']);
    expect(secretsIn(`a ${JSON.stringify({ t: 'quiet"river' })}`, named)).toEqual(['value of the variable LIVEKIT_API_SECRET']);
    expect(secretsIn('a quiet river', named)).toEqual([]);
  });
});
