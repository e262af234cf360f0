/**
 * EasyCom's own annotation (its README, "Speech Transcriptions and Voice Activity"): Main/Speech_Transcriptions/Session_N/mm-ss-SSS.json, a
 * file a minute, each a list of utterances with frames of the video, 20 a second, who spoke, what, and to whom. What the README leaves open is
 * read as public readers of the data set do: frames are numbered from 1 in each file, a file may be no UTF-8, and a list of one may stand as an
 * object, as MATLAB writes it.
 */
import type { Problem } from '../scenario/problem.js';
import { readYaml, type YamlFile } from '../scenario/yaml.js';

/** Frames a second of EasyCom's video and annotation. */
export const EASYCOM_FPS = 20;
/** Number of the first frame of a file: it lies at the time that the file is named for. */
const FIRST_FRAME = 1;
/** A file holds a minute; the next may begin some tenths of a second later than that (01-00-288), and the one before goes on until then. */
const MOST_FRAMES = 61 * EASYCOM_FPS;
/** The annotation's folder in the data set. */
const TRANSCRIPTIONS = /(?:^|[/\\])Speech_Transcriptions[/\\]/;

export interface Utterance {
  /** "Session_1" */
  readonly session: string;
  /** Seconds from the session's start. */
  readonly from: number;
  readonly to: number;
  /** Participant_ID */
  readonly speaker: string;
  readonly text: string;
  /** Target_of_Speech: participants, or "Group"; empty for none. */
  readonly targets: readonly string[];
}

export interface EasyComFile {
  readonly session: string;
  /** Seconds from the session's start at which the file's minute begins. */
  readonly start: number;
  readonly utterances: readonly Utterance[];
}

const NEEDS = 'Is it of EasyCom, Speech_Transcriptions?';

/** Session and minute of ".../Session_1/01-00-288.json"; undefined of another file. */
export function easyComPlace(file: string): { readonly session: string; readonly start: number } | undefined {
  const found = /([^/\\]+)[/\\](\d{2})-(\d{2})-(\d{3})\.json$/.exec(file);
  const [, session, minutes, seconds, milliseconds] = found ?? [];
  if (session === undefined) return undefined;
  return { session, start: Number(minutes) * 60 + Number(seconds) + Number(milliseconds) / 1000 };
}

/** Files of the annotation among those of a folder: where it is the whole data set, poses and bounding boxes are named alike. */
export function easyComFiles(names: readonly string[]): string[] {
  const named = names.filter((name) => easyComPlace(name) !== undefined);
  const transcriptions = named.filter((name) => TRANSCRIPTIONS.test(name));
  return transcriptions.length > 0 ? transcriptions : named;
}

/** Bytes 0x80 to 0x9f; the others are Unicode's. TextDecoder of Node 20 does not know them. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** In Windows' own alphabet where it is not UTF-8: some accents and quotation marks of the transcriptions are. */
function utf8(bytes: Uint8Array): Uint8Array {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return bytes;
  } catch {
    const text = Array.from(bytes, (byte) => (byte >> 5 === 4 ? (WINDOWS_1252[byte & 31] ?? '') : String.fromCharCode(byte))).join('');
    return new TextEncoder().encode(text);
  }
}

export function readEasyCom(
  bytes: Uint8Array,
  file: string,
  place: { readonly session: string; readonly start: number },
  report: (problem: Problem) => void,
): EasyComFile {
  // JSON is YAML, and this reader knows where things stand.
  const read = readYaml(utf8(bytes), file, NEEDS);
  for (const problem of read.problems) report(problem);
  if (!('value' in read)) return { ...place, utterances: [] };
  if (Array.isArray(read.value))
    return { ...place, utterances: read.value.flatMap((one, i) => readUtterance(one, [i], read, place, report)) };
  if (typeof read.value === 'object' && read.value !== null && 'Start_Frame' in read.value)
    return { ...place, utterances: readUtterance(read.value, [], read, place, report) };
  report(read.problem({ path: [], message: 'the file must be a list of utterances', hint: NEEDS }));
  return { ...place, utterances: [] };
}

function readUtterance(
  value: unknown,
  path: readonly number[],
  file: YamlFile,
  { session, start }: { readonly session: string; readonly start: number },
  report: (problem: Problem) => void,
): Utterance[] {
  const fields = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  const wrong = (key: string, message: string): void => {
    report(file.problem({ path: [...path, key], value: fields[key], message: `${key} ${message}` }));
  };
  const frame = (key: string): number | undefined => {
    const at = fields[key];
    // Who counts from 0 by mistake is a frame early.
    if (typeof at === 'number' && at >= 0 && at <= MOST_FRAMES) return Math.max(at, FIRST_FRAME);
    wrong(key, `must be a frame of the file's minute, from ${FIRST_FRAME} to ${MOST_FRAMES}`);
    return undefined;
  };
  const [from, to] = [frame('Start_Frame'), frame('End_Frame')];
  const id = fields['Participant_ID'];
  if (typeof id !== 'number' && typeof id !== 'string') wrong('Participant_ID', 'is missing');
  if (from === undefined || to === undefined || (typeof id !== 'number' && typeof id !== 'string')) return [];
  if (to < from) {
    wrong('End_Frame', 'lies before Start_Frame');
    return [];
  }
  const text = fields['Transcription'];
  return [
    {
      session,
      from: start + (from - FIRST_FRAME) / EASYCOM_FPS,
      to: start + (to - FIRST_FRAME) / EASYCOM_FPS,
      speaker: String(id),
      text: typeof text === 'string' ? text : '',
      targets: targetsOf(fields['Target_of_Speech']),
    },
  ];
}

/** It is written as a number, a text ("Group", "[2]", "2, 3", "None") or a list of these. */
function targetsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(targetsOf);
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'string' ? [...value.matchAll(/Group|\d+/g)].map(([found]) => found) : [];
}
