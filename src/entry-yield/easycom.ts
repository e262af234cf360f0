/**
 * EasyCom's own annotation (its README, "Speech Transcriptions and Voice Activity"): Speech_Transcriptions/Session_N/mm-ss-SSS.json, a file
 * a minute, each a list of utterances with frames, 20 a second from the minute's start, who spoke, what, and to whom.
 */
import type { Problem } from '../scenario/problem.js';
import { readYaml, type YamlFile } from '../scenario/yaml.js';

/** Frames a second of EasyCom's video and annotation. */
export const EASYCOM_FPS = 20;
/** A file holds a minute at most. */
const MOST_FRAMES = 60 * EASYCOM_FPS;

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

/** Session and minute of ".../Session_1/01-00-288.json"; undefined of another file. */
export function easyComPlace(file: string): { readonly session: string; readonly start: number } | undefined {
  const found = /([^/\\]+)[/\\](\d{2})-(\d{2})-(\d{3})\.json$/.exec(file);
  const [, session, minutes, seconds, milliseconds] = found ?? [];
  if (session === undefined) return undefined;
  return { session, start: Number(minutes) * 60 + Number(seconds) + Number(milliseconds) / 1000 };
}

export function readEasyCom(
  bytes: Uint8Array,
  file: string,
  place: { readonly session: string; readonly start: number },
  report: (problem: Problem) => void,
): EasyComFile {
  // JSON is YAML, and this reader knows where things stand.
  const read = readYaml(bytes, file);
  for (const problem of read.problems) report(problem);
  if (!('value' in read)) return { ...place, utterances: [] };
  if (Array.isArray(read.value))
    return { ...place, utterances: read.value.flatMap((one, i) => readUtterance(one, i, read, place, report)) };
  report(read.problem({ path: [], message: 'the file must be a list of utterances', hint: 'Is it of EasyCom, Speech_Transcriptions?' }));
  return { ...place, utterances: [] };
}

function readUtterance(
  value: unknown,
  i: number,
  file: YamlFile,
  { session, start }: { readonly session: string; readonly start: number },
  report: (problem: Problem) => void,
): Utterance[] {
  const fields = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  const wrong = (key: string, message: string): void => {
    report(file.problem({ path: [i, key], value: fields[key], message: `${key} ${message}` }));
  };
  const frame = (key: string): number | undefined => {
    const at = fields[key];
    if (typeof at === 'number' && at >= 0 && at <= MOST_FRAMES) return at;
    wrong(key, `must be a frame of the file's minute, from 0 to ${MOST_FRAMES}`);
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
      from: start + from / EASYCOM_FPS,
      to: start + to / EASYCOM_FPS,
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
