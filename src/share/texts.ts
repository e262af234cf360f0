/** Which strings of a run folder may stay as they are: only those that the rig itself writes, each by a list or a shape of its own. */
import type { Counts, Removes } from './model.js';
import { REMOVED } from './model.js';

/** Takes texts away and counts them. */
export class Texts {
  constructor(
    private readonly removes: Removes,
    private readonly counts: Counts,
  ) {}

  /** Of a room: said, reported, or told about it. */
  spoken(text: string): string {
    return this.#without(text, this.removes.transcripts, REMOVED);
  }

  /** Of the scenario's author. @param always the scene is a recording's, whose texts are what a person said */
  script(text: string, always = false): string {
    return this.#without(text, this.removes.transcripts && (this.removes.script || always), '');
  }

  /** A sentence of the rig that may name or quote somebody; replaced by one that is made of numbers alone. */
  sentence(text: string, instead = ''): string {
    return this.#without(text, this.removes.transcripts || this.removes.names, instead);
  }

  /** A file, a title of a track, a name that nothing refers to. */
  name(text: string, instead = ''): string {
    return this.#without(text, this.removes.names, instead);
  }

  #without(text: string, removes: boolean, instead: string): string {
    if (!removes || text === '' || text === instead) return text;
    this.counts.add('texts');
    return instead;
  }
}

/** What the rig's marks say (schedule/, session/). */
export const MARKS: ReadonlySet<string> = new Set([
  'scene-start',
  'scene-end',
  'turn-lost',
  'cue-edge',
  'cue-target',
  'cue-late',
  'request-end',
  'onset-window-end',
  'agent-ready',
  'greeting-truncated',
]);

/** States that LiveKit agents report (lk.agent.state). */
export const STATES: ReadonlySet<string> = new Set(['initializing', 'idle', 'listening', 'thinking', 'speaking']);

export const TRACK_SOURCES: ReadonlySet<string> = new Set(['microphone', 'screen_share_audio', 'recording', 'memory', 'unknown', '']);

/** "v20.20.2", "0.1.0-beta.1". */
export const versionWord = (text: string): string => (/^v?\d{1,5}(\.\d{1,5}){0,3}(-[a-z]{1,8}\.?\d{0,4})?$/.test(text) ? text : 'unknown');

const SYSTEMS: ReadonlySet<string> = new Set(['aix', 'android', 'darwin', 'freebsd', 'linux', 'openbsd', 'sunos', 'win32']);
const PROCESSORS: ReadonlySet<string> = new Set(['arm', 'arm64', 'ia32', 'loong64', 'mips', 'mipsel', 'ppc64', 'riscv64', 's390x', 'x64']);

/** System and processor; the kernel's release may name a machine or its owner. */
export const platformWords = (text: string): string =>
  text
    .split(/\s+/)
    .filter((word) => SYSTEMS.has(word) || PROCESSORS.has(word))
    .slice(0, 2)
    .join(' ');

const TRANSPORTS: ReadonlySet<string> = new Set(['memory', 'livekit', 'recording']);
export const transportWord = (text: string): string => (TRANSPORTS.has(text) ? text : 'unknown');

/** Kind and version of the server. */
export const serverWords = (text: string): string => {
  const [kind = '', version = ''] = text.split(/\s+/);
  const known = ['embedded', 'livekit', 'livekit-server', 'memory', 'none'].includes(kind) ? kind : 'unknown';
  const numbers = versionWord(version);
  return version === '' || numbers === 'unknown' ? known : `${known} ${numbers}`;
};

/** A BCP 47 tag of language, script and region. */
export const languageTag = (text: string): string => (/^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|\d{3}))?$/.test(text) ? text : 'und');

/** A word as flags of windows and names of models and constants are. */
export const isOwnWord = (text: string): boolean => /^[A-Za-z][A-Za-z0-9_-]{0,40}$/.test(text);

/** The day alone: when exactly somebody called is not needed to read a result. */
export const dayOf = (text: string): string => {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  return day === undefined || Number.isNaN(Date.parse(day)) ? '1970-01-01T00:00:00.000Z' : `${day}T00:00:00.000Z`;
};
