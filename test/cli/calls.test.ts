/** `turnrig calls` as a user runs it, on the worked example of the source (premature-reply.md). */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { readAudio } from '../../src/media/audio-file.js';
import { resample } from '../../src/media/resample.js';
import { writeWav } from '../../src/media/wav.js';
import { withLine } from '../calls/example.js';
import { callFolders, RATE } from './call-folders.js';
import { turnrig } from './turnrig.js';

// Each test starts the program several times, and the processor may be shared.
vi.setConfig({ testTimeout: 120_000 });

const { root, folder, file } = callFolders();
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('calls validate', () => {
  it('a data set in order, held against its recording', async () => {
    const ran = await turnrig('calls', 'validate', folder(), '--json');
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(ran.out)).toMatchObject({
      ok: true,
      calls: 1,
      recordings: 1,
      withoutRecording: [],
      problems: [],
      warnings: [],
      rows: {
        'asr_history.csv': 5,
        'eot_labels.csv': 3,
        'user_turns.csv': 2,
        'silence_spans.csv': 3,
        'words.csv': null,
        'asr_log.jsonl': null,
      },
    });
  });

  it('a silence in which the user speaks is a warning, with how long', async () => {
    const clip = await readAudio(readFileSync(new URL('../../scenarios/clips/delivery.flac', import.meta.url)), 'delivery.flac');
    const voice = resample(clip.channels[0] ?? new Float32Array(), clip.rate, RATE).subarray(0, RATE);
    const dir = folder();
    const user = new Float32Array((RATE * 9_800) / 1000);
    user.set(voice, (RATE * 4_500) / 1000);
    writeFileSync(join(dir, 'demo.wav'), writeWav([user, new Float32Array(user.length)], RATE));
    const ran = await turnrig('calls', 'validate', dir);
    expect(ran.code).toBe(0);
    expect(ran.err).toMatch(/silence_spans\.csv:2:13: warning: the user speaks for \d{3} ms of this silence \(4400 to 5600 ms\)/);
    const { warnings } = JSON.parse((await turnrig('calls', 'validate', dir, '--json')).out) as {
      warnings: { line: number; overlapMs: number }[];
    };
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.overlapMs).toBeGreaterThan(400);
    expect(warnings[0]?.overlapMs).toBeLessThanOrEqual(1_000);
    expect((await turnrig('calls', 'validate', dir, '--no-listen')).err).toBe('');
  });

  it('every problem of every file in one pass, with file, line and column', async () => {
    const texts = withLine(
      'spans',
      3,
      'demo,u001,1,7100,7900,hold,high,completed_turn,A',
      withLine('points', 2, 'demo,5.2,我,0,,hesitation,A'),
    );
    const ran = await turnrig('calls', 'validate', folder({ texts, ms: 8_000 }));
    expect(ran).toMatchObject({ code: 2, out: '' });
    for (const told of [
      'eot_labels.csv:2:6: decision_ms must be whole milliseconds',
      'Are these seconds?',
      'silence_spans.csv:3:23: the label is hold, and the reason completed_turn says eot',
      'asr_history.csv:5:17: end_ms 8500 lies past the end of the recording of demo, 8000 ms',
      'eot_labels.csv:4:6: decision_ms 9400 lies past the end of the recording of demo, 8000 ms',
    ])
      expect(ran.err).toContain(told);
    expect(ran.err).not.toMatch(/\n\s+at .*[:(]/);
  });

  it.each([
    [{ channels: 1 }, 'has one channel, and the agent or the user is on channel 1'],
    [{ companion: 'version: 1\ncalls: { demo: { recording: gone.wav, language: zh } }\n' }, 'there is no file'],
    [{ companion: 'version: 1\ncalls: { demo: { recording: eot_labels.csv, language: zh } }\n' }, 'eot_labels.csv'],
    [{ companion: 'version: 1\ncalls: [demo]\n' }, 'calls.yaml:2:8: "calls" must be a mapping of names, not a list'],
  ])('%j', async (options, told) => {
    const ran = await turnrig('calls', 'validate', folder(options));
    expect(ran.code).toBe(2);
    expect(ran.err).toContain(told);
    expect(ran.err).not.toMatch(/\n\s+at .*[:(]/);
  });

  it('a folder that is none', async () => {
    for (const [dir, told] of [
      [join(root, 'nowhere'), `there is no folder ${join(root, 'nowhere')}`],
      [file('x.csv', ''), 'is no folder'],
      [mkdtempSync(join(root, 'empty-')), 'holds no file of labelled calls'],
    ] as const) {
      const ran = await turnrig('calls', 'validate', dir);
      expect(ran.code).toBe(2);
      expect(ran.err).toContain(told);
    }
  });
});

describe('calls history', () => {
  it('the dialogue before a point, and the current words once', async () => {
    const dir = folder();
    const ran = await turnrig('calls', 'history', dir, '--call', 'demo', '--at', '9400', '--json');
    expect(ran.code).toBe(0);
    const found = JSON.parse(ran.out) as { messages: { role: string; content: string }[]; history: unknown[] };
    expect(found.history).toHaveLength(5);
    expect(found.messages.filter(({ content }) => content === '可以')).toHaveLength(1);
    expect(found).toMatchObject({ mode: 'offline', current: '可以', approximation: null, lagMs: null });
    const late = await turnrig('calls', 'history', dir, '--call', 'demo', '--at', '4899', '--text', 'fixed_lag');
    expect(late.err).toContain('fixed_lag, 500 ms late (an approximation: whole segments, no words)');
    expect(late.out).toBe('assistant: 您什么时候方便接电话？\n');
  });

  it.each([
    [['--call', 'dmo', '--at', '1'], 'Did you mean "demo"?'],
    [['--call', 'demo', '--at', '5.2'], 'a whole number from 0 to 86400000 is wanted'],
    [['--call', 'demo', '--at', '5200', '--text', 'asr_log'], 'wants asr_log.jsonl'],
  ])('%j', async (args, told) => {
    const ran = await turnrig('calls', 'history', folder(), ...args);
    expect(ran.code).toBe(2);
    expect(ran.err).toContain(told);
  });
});

describe('calls points', () => {
  it('each point in its silence, and what a model makes of them', async () => {
    const dir = folder();
    const plain = await turnrig('calls', 'points', dir);
    expect(plain.out).toMatch(/demo +5200 +0 +mid_turn_pause +u001\/0 hold +800/);
    expect(plain.out).toMatch(/demo +9400 +1 +completed_answer +u002\/0 eot +150/);
    const predictions = file('points.csv', 'call_id,decision_ms,score\ndemo,5200,0.7\ndemo,7300,0.5\ndemo,9400,0.2\n');
    const ran = await turnrig('calls', 'points', dir, '--predictions', predictions, '--json');
    expect(ran.code).toBe(0);
    expect((JSON.parse(ran.out) as { metrics: object }).metrics).toMatchObject({
      counted: 3,
      threshold: 0.5,
      accuracy: { count: 1, of: 3 },
      detection: { count: 1, of: 2, rate: 0.5 },
      falseAllow: { count: 1, of: 1 },
      falseBlock: { count: 1, of: 2 },
      excluded: {},
    });
    const strict = await turnrig('calls', 'points', dir, '--predictions', predictions, '--threshold', '0.71');
    expect(strict.out).toMatch(/false allow .* 0\.0% \(0 of 1/);
  });

  it('of drafts nothing counts, which is nothing decided', async () => {
    const companion = 'version: 1\ncalls: { demo: { language: zh, points: xlsx_draft } }\n';
    const predictions = file('drafts.csv', 'call_id,decision_ms,allow\ndemo,5200,1\n');
    const ran = await turnrig('calls', 'points', folder({ companion }), '--predictions', predictions);
    expect(ran.code).toBe(3);
    expect(ran.out).toContain('excluded 3: draft point');
  });

  it.each([
    [
      ['--predictions', file('bad.csv', 'call_id,decision_ms,score\ndemo,5200,2\n')],
      'bad.csv:2:11: score must be a number from 0 to 1, not "2"',
    ],
    [['--predictions', join(root, 'nowhere.csv')], 'nowhere.csv cannot be read'],
    [['--threshold', '2'], 'it must be from 0 to 1'],
  ])('%j', async (args, told) => {
    const ran = await turnrig('calls', 'points', folder(), ...args);
    expect(ran.code).toBe(2);
    expect(ran.err).toContain(told);
  });
});

describe('calls spans', () => {
  it('VAD alone and with the model on the same silences', async () => {
    const grid = (fromMs: number, toMs: number, surely: number): string[] =>
      Array.from(
        { length: Math.floor((toMs - fromMs - 1) / 100) },
        (_, i) => `demo,${fromMs + 100 * (i + 1)},${100 * (i + 1) >= surely ? 0.9 : 0.1}`,
      );
    const rows = [...grid(4_400, 5_600, Infinity), ...grid(7_100, 7_900, 300), ...grid(9_250, 9_800, 200)];
    const predictions = file('scores.csv', `call_id,decision_ms,score\n${rows.join('\n')}\n`);
    const dir = folder();
    const ran = await turnrig('calls', 'spans', dir, '--predictions', predictions, '--json');
    expect(ran).toMatchObject({ code: 0, err: '' });
    const found = JSON.parse(ran.out) as { points: { budget: object; model: object; vad: object }[] };
    expect(found).toMatchObject({ holds: 1, ends: 2, excluded: {}, filter: { fromMs: 200, toMs: 5_000 } });
    // The model waits 300 and 200 ms at the ends and never acts in the hold of 1,200 ms; VAD alone must outwait it for that.
    expect(found.points[0]).toMatchObject({
      budget: { kind: 'wait', ms: 300 },
      model: { meanWaitMs: 250, falseCutoff: { count: 0, of: 1 } },
      vad: { falseCutoff: { count: 1, of: 1 } },
    });
    expect(found.points[2]).toMatchObject({
      budget: { kind: 'cutoff', share: 0.05 },
      model: { meanWaitMs: 250 },
      vad: { meanWaitMs: 1_200 },
    });
    const table = await turnrig('calls', 'spans', dir, '--predictions', predictions);
    expect(table.out).toContain('1 holds, 2 ends of turn');
    expect(table.out).toContain('VAD alone: 1200 ms');
  });

  it('scores that are on no grid decide nothing', async () => {
    const ran = await turnrig('calls', 'spans', folder(), '--predictions', file('one.csv', 'call_id,decision_ms,score\ndemo,5200,0.1\n'));
    expect(ran.code).toBe(3);
    expect(ran.out).toContain('excluded 1: scores are on no grid');
    expect(ran.out).toContain('excluded 2: no score in it');
  });
});

describe('calls agree', () => {
  const header = 'call_id,decision_ms,user_text_at_decision,can_reply_now,confidence,reason,annotator\n';
  it('kappa, and each point on which two differ', async () => {
    const a = file('a.csv', `${header}demo,100,,0,,hesitation,A\ndemo,200,,1,,completed_turn,A\n`);
    const b = file('b.csv', `${header}demo,100,,0,,hesitation,B\ndemo,200,,0,,mid_turn_pause,B\n`);
    const ran = await turnrig('calls', 'agree', a, b, '--json');
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.out)).toMatchObject({
      pairs: [{ common: 2, label: { n: 2, agreed: 1, kappa: 0 } }],
      conflicts: [
        {
          callId: 'demo',
          decisionMs: 200,
          on: 'label',
          said: [
            { annotator: 'A', canReply: true, line: 3 },
            { annotator: 'B', canReply: false },
          ],
        },
      ],
    });
    expect((await turnrig('calls', 'agree', a, a)).code).toBe(0);
    expect((await turnrig('calls', 'agree', a, b)).out).toContain('demo at 200 ms: the label differs');
  });

  it('one file is no agreement, and a broken one is told', async () => {
    const good = file('good.csv', `${header}demo,100,,0,,hesitation,A\n`);
    expect((await turnrig('calls', 'agree', good)).err).toContain('two annotators or more');
    const ran = await turnrig('calls', 'agree', good, file('broken.csv', `${header}demo,100,,1,,hesitation,A\n`));
    expect(ran.code).toBe(2);
    expect(ran.err).toContain('broken.csv:2:11: can_reply_now is 1, and the reason hesitation says 0');
  });
});
