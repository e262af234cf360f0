/** SVG to PNG by resvg, with a font that is brought along: a chart has its labels on a machine without any. */
import { Resvg } from '@resvg/resvg-js';
import { fileURLToPath } from 'node:url';

/** Of assets/fonts; other scripts come from the system's fonts where it has them. */
const FONT = 'Roboto';
const ZOOM = 1.7;

/** @param root of the package, where assets/ lies */
export function pngOf(svg: string, root: URL): Uint8Array {
  const image = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: ZOOM },
    font: {
      fontFiles: [fileURLToPath(new URL('assets/fonts/Roboto-Regular-subset.ttf', root))],
      defaultFontFamily: FONT,
      loadSystemFonts: needsMore(svg),
    },
  });
  return image.render().asPng();
}

/** Loading the system's fonts takes a second: only for characters that ours lacks. */
function needsMore(svg: string): boolean {
  return /[^ -\u017f\u0370-\u03ff\u0400-\u045f\u2010-\u2026\u2212]/u.test(svg);
}
