/** Keeps secrets out of the logs of agents: they print what they are given. */

/** What stands in place of a secret. */
export const REDACTED = '[secret]';

/** Names of environment variables whose values are secret as a rule. */
const SECRET_NAME = /(KEY|SECRET|TOKEN|PASSWORD|PASSWD|CREDENTIAL)/i;
/** Shorter values are words that a log may well contain ("true", "dev"). */
const SHORTEST_SECRET = 8;
/** JSON web tokens (RFC 7519): agents and SDKs make their own from the API secret. */
const JWT = /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g;

/** No secret, but no run folder holds the address of a server (docs/run-folder.md). */
const ADDRESS_NAME = 'LIVEKIT_URL';

/** Values of an environment that must not be written down. */
export function secretsOf(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (name === ADDRESS_NAME && URL.canParse(value)) return [value, ...hostOf(new URL(value))];
    return SECRET_NAME.test(name) && value.length >= SHORTEST_SECRET ? [value] : [];
  });
}

/** A name without a dot ("localhost") tells nothing and may be a word of the log. */
function hostOf({ host, hostname }: URL): string[] {
  return hostname.includes('.') && hostname !== '127.0.0.1' ? [host, hostname] : [host].filter((text) => text.includes(':'));
}

/** A function that replaces all of the secrets, and every JSON web token, in a text. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  // Long ones first: a secret may be part of another.
  const known = [...new Set(secrets)].filter((secret) => secret !== '').sort((a, b) => b.length - a.length);
  return (text) => known.reduce((clean, secret) => clean.replaceAll(secret, REDACTED), text).replace(JWT, REDACTED);
}

/** A line longer than this is handed on in pieces, cut at spaces where there are any, so that a log cannot fill the memory. */
const LONGEST_LINE = 65_536;

/** Cuts a stream of text into lines, so that no secret escapes by lying across two chunks. */
export class LineSplitter {
  #rest = '';

  constructor(readonly onLine: (line: string) => void) {}

  push(text: string): void {
    const lines = (this.#rest + text).split(/\r?\n/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.onLine(line);
    while (this.#rest.length > LONGEST_LINE) {
      const space = this.#rest.lastIndexOf(' ', LONGEST_LINE);
      const at = space > 0 ? space + 1 : LONGEST_LINE;
      this.onLine(this.#rest.slice(0, at));
      this.#rest = this.#rest.slice(at);
    }
  }

  /** Hands on what came after the last line break. */
  end(): void {
    if (this.#rest !== '') this.onLine(this.#rest);
    this.#rest = '';
  }
}
