/**
 * What looks like a secret: keys, tokens and passwords by the shapes that their makers give them, and the values of environment variables whose
 * names say that they are secret. Told by kind, never by value.
 */

/** A secret begins a word. Sound in base64 is a long row of letters: what begins inside such a row is none of these. */
const STARTS = '(?<![A-Za-z0-9])(?<![A-Za-z0-9+/]{40})';

const SHAPES: readonly (readonly [kind: string, shape: RegExp])[] = [
  ['JSON web token', new RegExp(`${STARTS}eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}(\\.[A-Za-z0-9_-]*)?`)],
  ['OpenAI or Anthropic key', new RegExp(`${STARTS}sk-(?=[A-Za-z_-]{0,60}[0-9])[A-Za-z0-9_-]{16,}`)],
  ['AWS access key', new RegExp(`${STARTS}(AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])`)],
  ['GitHub token', new RegExp(`${STARTS}(gh[opusr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,})`)],
  ['Google API key', new RegExp(`${STARTS}AIza[A-Za-z0-9_-]{35}`)],
  ['Slack token', new RegExp(`${STARTS}xox[abeoprs]-[A-Za-z0-9-]{10,}`)],
  ['Groq key', new RegExp(`${STARTS}gsk_[A-Za-z0-9]{30,}`)],
  ['Hugging Face token', new RegExp(`${STARTS}hf_[A-Za-z0-9]{30,}`)],
  // "API" and eleven or more letters and digits, a digit among them: words of the language are none.
  ['LiveKit API key', new RegExp(`${STARTS}API(?=[A-Za-z]*[0-9])[A-Za-z0-9]{10,20}(?![A-Za-z0-9])`)],
  ['private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ['bearer token', /\bBearer\s+[A-Za-z0-9._~+/-]{20,}/],
  ['credentials of a request', /\b(Basic|Token)\s+(?=[A-Za-z+/_-]{0,60}\d)[A-Za-z0-9+/=_-]{20,}/],
  ['credentials in an address', /[a-z][a-z0-9+.-]{1,12}:\/\/[^\s/:@"'<>\\]{1,100}:[^\s/:@"'<>\\]{3,200}@[A-Za-z0-9.[-]/],
  [
    'value called a key, secret or token',
    /(api[_-]?key|access[_-]?key|private[_-]?key|secret|token)["'\\]{0,4}\s{0,3}[:=]\s{0,3}["'\\]{0,4}(?=[A-Za-z_-]{0,60}\d)[A-Za-z0-9+/_.-]{16,}/i,
  ],
  // Of a password nothing is known but that it is one; a mask, a variable or an empty value is none.
  ['value called a password', /(password|passwd|passphrase)["'\\]{0,4}\s{0,3}[:=]\s{0,3}["'\\]{0,4}(?![*<$({])[^\s"'\\,;]{6,}/i],
];

/** The longest text that a shape looks at; pieces of a file overlap by so much. */
export const LONGEST_SECRET = 4096;

const SECRET_NAME = /(SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIAL)/i;
/** Shorter values ("1", "true", "secret") stand in many texts. */
const SHORTEST_VALUE = 8;

/** Values that are secret because of their variable's name. */
export interface NamedSecret {
  readonly name: string;
  readonly value: string;
}

export function namedSecrets(env: Readonly<Record<string, string | undefined>>): NamedSecret[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && value.length >= SHORTEST_VALUE && value.length <= LONGEST_SECRET && SECRET_NAME.test(name)
      ? [{ name, value }]
      : [],
  );
}

/** Line ends, tabs and other control characters as JSON and YAML write them, once or several times over: a letter, if read as it stands. */
const ESCAPED_SPACE = /\\+(?:[nrtbfv0ae]|[ux]00?[01][0-9a-fA-F]|x[01][0-9a-fA-F])/g;

/** Kinds of secrets that a text seems to hold. */
export function secretsIn(text: string, named: readonly NamedSecret[]): string[] {
  const read = text.replace(ESCAPED_SPACE, ' ');
  const shapes = SHAPES.flatMap(([kind, shape]) => (shape.test(read) ? [kind] : []));
  const values = named.flatMap(({ name, value }) =>
    text.includes(value) || text.includes(JSON.stringify(value).slice(1, -1)) ? [`value of the variable ${name}`] : [],
  );
  return [...shapes, ...values];
}
