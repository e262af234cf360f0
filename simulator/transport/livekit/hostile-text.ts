/** What an agent says of itself comes from a stranger: cut to a length, control characters out, and only so many of them. */

/** Characters kept of one report. */
export const MAX_TEXT = 4_000;
/** Reports kept of one session; a flood must not fill the log. */
export const MAX_REPORTS = 5_000;

// C0 and C1 controls without tab and newline, and the bidirectional overrides that make text look like another one.
// eslint-disable-next-line no-control-regex -- the point of the rule
const UNWANTED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Half a character: what a cut, or a sender, may leave. */
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The text without control characters, at most `max` UTF-16 units, never ending in half a character. */
export function boundedText(text: string, max: number = MAX_TEXT): string {
  // Cut before cleaning: cleaning a megabyte to keep a line would be the sender's gain.
  const clean = text.slice(0, 2 * max).replace(UNWANTED, '');
  return clean.length <= max && text.length <= 2 * max ? clean.replace(LONE, '\ufffd') : `${clean.slice(0, max - 1)}…`.replace(LONE, '');
}

/** Whether one more report may be kept. */
export class ReportBudget {
  private left: number;

  constructor(budget: number = MAX_REPORTS) {
    this.left = budget;
  }

  /** @param count how many are to be kept together. */
  take(count = 1): boolean {
    if (this.left < count) return false;
    this.left -= count;
    return true;
  }
}
