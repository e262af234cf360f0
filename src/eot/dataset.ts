/** Rows of a data set as they come (parquet, JSON lines) into turns, or one sentence that names row and rule (eot-bench.md). */
import { EotError } from './error.js';
import type { EotTurn, Message, SilenceSpan, TurnAudio, Word } from './turn.js';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const absent = (value: unknown): boolean => value === undefined || value === null;

/** Seconds, finite. Integers of parquet come as bigint. */
function seconds(value: unknown, what: string): number {
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) throw new EotError(`${what} is no number of seconds`);
  return number;
}

function list(value: unknown, what: string): readonly unknown[] {
  if (absent(value)) return [];
  if (!Array.isArray(value)) throw new EotError(`${what} is no list`);
  return value;
}

function spansOf(value: unknown, where: string): SilenceSpan[] {
  if (absent(value)) throw new EotError(`${where} is missing required \`silence_spans\`.`);
  let before = -Infinity;
  return list(value, `${where}: silence_spans`).map((span, i) => {
    const what = `${where}: silence_spans[${i}]`;
    if (!isFields(span)) throw new EotError(`${what} is no {start, end}`);
    const [start, end] = [seconds(span['start'], `${what}.start`), seconds(span['end'], `${what}.end`)];
    if (start < 0 || end < start) throw new EotError(`${what} runs from ${start} to ${end} s`);
    if (start < before) throw new EotError(`${what} begins before the one in front of it`);
    before = start;
    return { start, end };
  });
}

function wordsOf(value: unknown, where: string): Word[] {
  return list(value, `${where}: words`).map((word, i) => {
    const what = `${where}: words[${i}]`;
    if (!isFields(word)) throw new EotError(`${what} is no {text, start, end}`);
    const text = word['text'] ?? word['word'];
    if (typeof text !== 'string') throw new EotError(`${what} has no text`);
    const end = seconds(word['end'], `${what}.end`);
    return { text, start: absent(word['start']) ? end : seconds(word['start'], `${what}.start`), end };
  });
}

function messagesOf(value: unknown, where: string): Message[] {
  return list(value, `${where}: messages`).map((message, i) => {
    if (!isFields(message) || typeof message['role'] !== 'string' || typeof message['content'] !== 'string')
      throw new EotError(`${where}: messages[${i}] is no {role, content}`);
    return { ...message, role: message['role'], content: message['content'] };
  });
}

function audioOf(value: unknown, id: string, where: string): TurnAudio {
  if (typeof value === 'string' && value !== '') return { kind: 'path', path: value };
  if (isFields(value)) {
    const { bytes, path, array, sampling_rate: rate } = value;
    if (bytes instanceof Uint8Array) return { kind: 'bytes', bytes, name: typeof path === 'string' ? path : id };
    if ((Array.isArray(array) || ArrayBuffer.isView(array)) && !absent(rate)) {
      const samples = Float32Array.from(array as ArrayLike<number>, Number);
      if (!samples.every(Number.isFinite)) throw new EotError(`${where}: audio.array holds what is no number`);
      return { kind: 'samples', samples, rate: seconds(rate, `${where}: audio.sampling_rate`) };
    }
    if (typeof path === 'string' && path !== '') return { kind: 'path', path };
  }
  throw new EotError(`${where}: Audio must contain either decoded \`array\`/\`sampling_rate\` or encoded \`bytes\`.`, {
    hint: 'A path to a file beside the data set is read as well.',
  });
}

/** @param place "row 3 of validation.jsonl", for rows without an id. Without `audio` that field is not looked at. */
export function turnOf(row: unknown, place: string, audio: boolean): EotTurn {
  if (!isFields(row)) throw new EotError(`${place} is no object`);
  const given = row['id'];
  if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'bigint') throw new EotError(`${place} has no id`);
  const id = String(given);
  const where = `Dataset row '${id}'`;
  const spoken = row['language'];
  if (absent(spoken)) throw new EotError(`${where} is missing required \`language\`.`);
  const language = typeof spoken === 'string' ? spoken.trim().toLowerCase() : '';
  if (language === '') throw new EotError(`${where} has empty \`language\`.`);
  if (!/^[\p{L}\p{N}_.-]+$/u.test(language) || /^\.+$/.test(language))
    throw new EotError(`${where}: the language ${JSON.stringify(language)} cannot be the name of a folder`);
  return {
    id,
    language,
    audio: audio ? audioOf(row['audio'], id, where) : { kind: 'path', path: '' },
    silenceSpans: spansOf(row['silence_spans'], where),
    messages: messagesOf(row['messages'], where),
    words: wordsOf(row['words'], where),
  };
}

/** Which of a data set's files hold a configuration's split, by the hub's layout: "all/validation-00000-of-00002.parquet". */
export function splitFiles(names: readonly string[], configuration: string, split: string): string[] {
  const table = names.filter((name) => /\.(parquet|jsonl)$/.test(name));
  const ofSplit = table.filter((name) => {
    const parts = name.split('/');
    const base = (parts.at(-1) ?? '').replace(/\.(parquet|jsonl)$/, '');
    return base === split || base.startsWith(`${split}-`) || base.endsWith(`-${split}`) || parts.slice(0, -1).includes(split);
  });
  const inFolder = ofSplit.filter((name) => name.split('/').slice(0, -1).includes(configuration));
  const named = ofSplit.filter((name) => (name.split('/').at(-1) ?? '').startsWith(`${configuration}-`));
  const any = ['all', 'default', ''].includes(configuration) ? ofSplit : [];
  return [inFolder, named, any].find((found) => found.length > 0)?.toSorted() ?? [];
}
