/** Truth and predictions of SID-bench from JSON Lines (semantic-interruption.md, "Data"). */
import { readJsonl, type JsonRow, type Report } from '../tabular/jsonl.js';
import { NO_BREAK_S, SILENCE_NOISE, TOLERANCE_S } from './constants.js';
import type { Clip, Prediction } from './model.js';

/** @param split of lines that name none of their own. */
export function readTruth(bytes: Uint8Array, file: string, split: string, report: Report): Clip[] {
  return readJsonl(bytes, file, report).flatMap((row): Clip[] => {
    const audio = row.string('audio');
    const totalNonbreak = row.boolean('total_nonbreak');
    const duration = row.number('duration');
    const breakTime = totalNonbreak === true && !row.has('break_time') ? NO_BREAK_S : row.number('break_time');
    if (audio === undefined || totalNonbreak === undefined || duration === undefined || breakTime === undefined) return [];
    if (duration < 0) row.wrong('duration', 'must not be negative');
    if (!totalNonbreak && breakTime < 0) row.wrong('break_time', 'must not be negative where total_nonbreak is false');
    if (!totalNonbreak && breakTime > duration + TOLERANCE_S) row.wrong('break_time', `must lie inside the clip (${duration} s)`);
    if (row.has('split') && row.string('split') === undefined) return [];
    return [{ audio, split: splitOf(row, split), totalNonbreak, duration, breakTime }];
  });
}

/** Of the line's own field, else of its file. Clips without speech are told by what the data set says of them, where a file mixes them in. */
function splitOf(row: JsonRow, fallback: string): string {
  const own = row.get('split');
  if (typeof own === 'string') return own;
  const noSpeech =
    row.get('total_nonbreak') === true && row.get('text_with_break') === null && row.get('break_time') === row.get('duration');
  return noSpeech ? SILENCE_NOISE : fallback;
}

export function readPredictions(bytes: Uint8Array, file: string, report: Report): Prediction[] {
  return readJsonl(bytes, file, report).flatMap((row): Prediction[] => {
    const audio = row.string('audio');
    const totalNonbreak = row.boolean('total_nonbreak');
    const breakTime = totalNonbreak === true && !row.has('break_time') ? NO_BREAK_S : row.number('break_time');
    return audio === undefined || totalNonbreak === undefined || breakTime === undefined ? [] : [{ audio, totalNonbreak, breakTime }];
  });
}

/** "en" of "test_wavs/en_test_lines.jsonl", "silence_noise" of "silence_noise_test.jsonl": what the data set's files are called. */
export function splitOfFile(file: string): string {
  const name = file.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '');
  return name.replace(/_lines$/, '').replace(/_test$/, '') || 'all';
}
