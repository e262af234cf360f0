import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAudio } from '../../src/media/audio-file.js';
import { writeOggOpus } from '../../src/media/ogg-write.js';
import { consoleSummary } from '../../src/report/console.js';
import { comparisonRow } from '../../src/report/comparisons.js';
import { besideLatency } from '../../src/report/latency.js';
import { indexPage, sessionPage, singlePage } from '../../src/report/document.js';
import { escapeHtml, html, scriptJson } from '../../src/report/escape.js';
import { worstFirst } from '../../src/report/order.js';
import { PEAK_STEP, peaksOf } from '../../src/report/peaks.js';
import { table } from '../../src/report/table.js';
import { textOf } from '../../src/report/numbers.js';
import { detailWords, levelWords, tallyWords, valueWords } from '../../src/report/words.js';
import { statisticsOf } from '../score/statistics-run.js';
import { HOSTILE, at, audioOf, run, session } from './fixture.js';

describe('foreign text', () => {
  it('never becomes markup', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(escapeHtml(text)).not.toMatch(/[<>"'`]/);
        expect(html`<p title="${text}">${[text]}</p>`.text.match(/<[^p/]/)).toBeNull();
      }),
    );
  });

  it.each([
    ['a\u0000b\u001b[31mc', 'a\ufffdb\ufffd[31mc'],
    ['user\u202egnp.exe', 'user\ufffdgnp.exe'],
    ['\u2067x\u2069\u0085', '\ufffdx\ufffd\ufffd'],
    ['a\tb\nc \u200fשלום', 'a\tb\nc \u200fשלום'],
  ])('%j has no character that a page may not hold, or that turns the text behind it', (text, shown) => {
    expect(escapeHtml(text)).toBe(shown);
  });

  it('survives the data block and cannot end it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = scriptJson(value).text;
        expect(text).not.toMatch(/[<>&\u2028\u2029]/);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('stands in no page as it came', () => {
    for (const page of [singlePage(run, [session()], ''), indexPage(run, ''), sessionPage(run, session(), '')]) {
      expect(page).not.toContain('<img');
      expect(page).not.toContain('</script><b>');
    }
  });

  it('is cut to a bounded length', () => expect(Math.max(...session().marks.map((mark) => mark.text.length))).toBeLessThanOrEqual(400));
});

describe('a side of a comparison', () => {
  it.each([
    [0, 'old median 5295 ms of 4'],
    [1, 'old median 5295 ms of 4, 1 without a reply'],
    [2, 'old median > 5295 ms of 4, 2 without a reply'],
    [4, 'old median > 5295 ms of 4, 4 without a reply'],
  ])('with %i of four waits without an end', (none, words) => {
    const side = { kind: 'waits', medianMs: 5_295, waits: 4, none } as const;
    const row = comparisonRow(
      {
        suite: 's',
        a: 'old',
        b: 'new',
        what: 'wait',
        scenes: 4,
        unit: 'scene',
        pairs: 4,
        of: { a: side, b: { ...side, none: 0 } },
        difference: 0,
        interval: { kind: 'none', reason: 'too few' },
        test: 'sign-flip',
        pValue: 1,
        adjusted: 1,
        smallestPValue: 0,
      },
      0.95,
      '/x',
    );
    expect(textOf(row.counts)).toBe(`${words}; new median 5295 ms of 4`);
  });
});

describe('numbers in words', () => {
  it.each([
    [{ kind: 'measured', ms: 712.4, plusMinusMs: 3.24 } as const, '712 ± 3.2 ms'],
    [{ kind: 'measured', ms: 712.4, plusMinusMs: 31.6 } as const, '712 ± 32 ms'],
    [{ kind: 'censored', aboveMs: 4000 } as const, '> 4000 ms'],
    [{ kind: 'interval', fromMs: 300, toMs: 412 } as const, 'between 300 and 412 ms'],
    [{ kind: 'none' } as const, ''],
  ])('%j', (value, words) => expect(valueWords(value)).toBe(words));

  it.each([
    [{ pass: 7, fail: 2, withinUncertainty: 0, unscored: 0 }, '7 of 9'],
    [{ pass: 0, fail: 0, withinUncertainty: 0, unscored: 3 }, '3 unscored'],
    [{ pass: 1, fail: 0, withinUncertainty: 2, unscored: 1 }, '1 of 1, 2 within uncertainty, 1 unscored'],
    [{ pass: 0, fail: 0, withinUncertainty: 0, unscored: 0 }, 'none'],
  ])('%j', (tally, words) => expect(textOf(tallyWords(tally))).toBe(words));

  it('say a level as it is', () => expect([0.95, 0.9, 0.995].map(levelWords)).toEqual(['95%', '90%', '99.5%']));
});

it('names further figures in words', () => {
  expect(detailWords({ strongOnsetMs: 804.4, pause: 1, speakingAtEnd: false, other: 'x' })).toBe(
    'onset at -22 dB 804 ms · pause 1 · not speaking at the end · other x',
  );
});

it('puts agent failures and the worst sessions first and what the rig spoiled last', () => {
  expect(worstFirst(run.summary.sessions).map((row) => row.attempt)).toEqual(['s0002-a1', 's0000-a1', 's0001-a1', 's0003-a1']);
});

describe('the console summary', () => {
  const text = consoleSummary(run);
  it('prints counts, never a bare rate', () => {
    expect(text).toContain(
      "7 of 9, 1 within uncertainty (64 to 73% counting 1 spoiled), median 712 ms (n=7, rig's own error p95 1.2 ms, round trip 38.0 ms), 2 without an end",
    );
    expect(text).not.toMatch(/NaN|undefined/);
  });
  it('starts with the agent failures', () =>
    expect(text.split('\n')[1]).toMatch(
      /vad-only\s+1 of 3 \(25 to 50% counting 1 spoiled\)\s+2\s+1 of 4 \(25%\), 2 attempts played again\s+0/,
    ));
  it('says how sure the clock is, and how far the server', () => {
    expect(text).toContain("rig's own error: bias 0.3 ms, p95 1.2 ms, n = 12");
    expect(text).toContain('round trip to the room server, inside every wait: median 38.0 ms, least 30.2 ms, n = 8');
    expect(besideLatency(run.latency, 'false-cutoff')).toBe('');
    expect(besideLatency({ may: false, reason: 'not calibrated' }, 'reply')).toBe('');
    expect(besideLatency(undefined, 'reply')).toBe('');
  });
  it('has one line on how the rig did', () =>
    expect(text).toContain(
      "rig's health: latest frame 10.0 ms, event-loop lag p99 2.0 ms (worst 10.0 ms), 2 of 1000 packets lost, 300 ms concealed, CPU in the busiest session: rig 20%, machine 185%",
    ));
  it('says what may be said: intervals with their scenes, waits with those that had no reply, agents compared', () => {
    expect(text).toMatch(/rates over scenes +agent +met +scenes +correlation +effective n +95% interval/);
    expect(text).toMatch(/reply after the turn +vad-only +73 of 76 +14 +\S+( known)? +\S+( known)? +\d/);
    expect(text).toContain('of 76 turns 7 cut into (7 of these replied to after their end as well), 66 replied to uncut, 3 neither');
    expect(text).toContain('"Reply after the turn" asks something else');
    expect(text).toContain('p95 > 4000 ms');
    expect(text).toMatch(
      /wait for a reply \(median of each scene\) +12 scenes .* waits \d+ ms longer than vad-only \(median of 12 pairs\) +shown: p/,
    );
    // Nine of its 36 waits had no reply: there is no upper end that could be told.
    expect(text).toMatch(/ less vad-only, 95%: at least \+\d+ ms \(no upper bound: waits without a reply\)/);
    expect(text).toContain('the median of the differences is told there');
  });
  it('says what the suite is about, and that claims of it are corrected for no other measure', () => {
    expect(text).toContain('\nprimary measure of quickstart: reply after the turn (reply)\n');
    const claim = text.split('\n').find((line) => line.includes('(primary)')) ?? '';
    expect(claim).toContain('reply after the turn (primary)');
    expect(claim).not.toContain('Holm');
    expect(text).toContain('its p is not corrected for the others');
  });
  it('compares the arms of a file play by play, with counts and an interval', () => {
    expect(text).toContain('arms of cases compared on vad-only:');
    expect(text).toMatch(
      /no cutting into a pause +20 plays of 1 scene +plain meets 35 points more than gap +shown: p = 0.016, Holm = 0.031/,
    );
    expect(text).toMatch(
      /gap less plain, 95%: -57 to -13 points +plain 20 of 20 sessions; gap 13 of 20 sessions; McNemar's exact test \(only plain 7, only gap 0\)/,
    );
    expect(text).toContain('speak of the scenes that were played alone');
  });
  it('says of few scenes that there are counts only', () => {
    const few = statisticsOf([{ agent: 'a', scene: 'c', turns: [{ wait: 700 }] }]);
    const short = consoleSummary({ ...run, summary: { ...run.summary, statistics: few } });
    expect(short).toContain('rates over scenes: counts only, 1 scene; an interval needs 10');
    expect(short).toContain('95% bounds: 1 independent window: this bound wants');
  });
  it('says what keeps the table from being read at face value', () => expect(text).toContain('The columns do not stand'));
  it('pads columns', () =>
    expect(
      table([
        ['a', 'bb'],
        ['ccc', 'd'],
      ]),
    ).toBe('a    bb\nccc  d'));
});

describe('peaks', () => {
  it('draws one byte for 10 ms', () => {
    const peaks = peaksOf(audioOf(2, [[0.5, 1]]));
    const bytes = Buffer.from(peaks.base64, 'base64');
    expect(bytes.length).toBe((2 * 48_000) / PEAK_STEP);
    expect(bytes[10]).toBe(0);
    expect(bytes[75]).toBeGreaterThan(90);
  });
  it('shows only the asked spans of a shared microphone', () => {
    const bytes = Buffer.from(peaksOf(audioOf(2, [[0, 2]]), [{ from: at(1), to: at(1.5) }]).base64, 'base64');
    expect(bytes[20]).toBe(0);
    expect(bytes[120]).toBeGreaterThan(0);
    expect(bytes[180]).toBe(0);
  });
});

describe('Ogg Opus', () => {
  it('decodes to as many samples as the timeline holds, gaps filled to 2.5 ms', async () => {
    const silence = Uint8Array.of(0xf8, 0xff, 0xfe);
    const positions = [0, 960, 1920, 10_000, 10_960, 300_000];
    const bytes = writeOggOpus(positions.map((position) => ({ at: position, payload: silence })));
    const { channels } = await readAudio(bytes, 'a track');
    expect(Math.abs(channels[0]!.length - 300_960)).toBeLessThanOrEqual(120);
  });

  it('leaves out packets that overlap what is there', () => {
    const silence = Uint8Array.of(0xf8, 0xff, 0xfe);
    const twice = writeOggOpus([0, 0, 960, 960].map((position) => ({ at: position, payload: silence })));
    const once = writeOggOpus([0, 960].map((position) => ({ at: position, payload: silence })));
    expect(twice).toEqual(once);
  });
});

it('keeps hostile names as they are in the data, escaped only where they are shown', () => {
  expect(session().lanes.some((lane) => lane.name === HOSTILE)).toBe(true);
});
