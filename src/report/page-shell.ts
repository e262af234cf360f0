/** The frame of every page: style, script and data are in it, it loads nothing from anywhere, and a policy forbids the rest. */
import { createHash } from 'node:crypto';
import { html, raw, type Markup } from './escape.js';
import { STYLE } from './style.js';

/**
 * @param body what stands in `main`; text of others is escaped by `html` (escape.ts)
 * @param script the one script that the policy lets run
 * @param style beside the common one
 */
export function page(title: string, body: Markup, script: string, style = ''): string {
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; media-src data: blob:; img-src data:; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>${raw(STYLE + style)}</style>
      </head>
      <body>
        <main>${body}</main>
        <script>${raw(script)}</script>
      </body>
    </html>
`.text;
}
