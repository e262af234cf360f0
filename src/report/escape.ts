/**
 * What no text of a page may hold: control characters, which HTML forbids (all but tab and line breaks), and those that turn the direction of what
 * stands behind them (Unicode TR 36, "Bidirectional text spoofing"). Marks of direction inside a text stay.
 */
// eslint-disable-next-line no-control-regex -- these characters are exactly what is looked for
const NO_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Text into HTML. Everything that came from an agent, a file or a server is hostile text and goes through here. */
export function escapeHtml(text: string): string {
  return text.replace(NO_TEXT, '\ufffd').replace(/[&<>"'`]/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** Markup that is already safe. Only `html` and `raw` make it. */
export class Markup {
  constructor(readonly text: string) {}
  toString(): string {
    return this.text;
  }
}

type Part = string | number | Markup | readonly Part[] | undefined;

function render(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return part.map(render).join('');
}

/** Template tag: every value is escaped unless it is Markup itself; arrays are joined. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.map((text, i) => text + render(parts[i])).join(''));
}

/** Markup from our own constants (style sheet, script). Never for text from outside. */
export function raw(text: string): Markup {
  return new Markup(text);
}

/** JSON that is safe inside a <script> element: no "</script", no "<!--", no line separators. */
export function scriptJson(value: unknown): Markup {
  return new Markup(
    JSON.stringify(value)
      .replace(/[<>&]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .replace(/[\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16)}`),
  );
}
