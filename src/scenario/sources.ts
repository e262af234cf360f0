/** Recordings and rendered lines, each read once: bytes to 48 kHz mono with labelled edges. */
import { TurnrigError, messageOf } from '../error.js';
import { readAudio, type AudioFile } from '../media/audio-file.js';
import { resample } from '../media/resample.js';
import { voicedSpan } from '../media/voiced.js';
import { writeWav } from '../media/wav.js';
import { speechCacheKey } from '../speech/cache-key.js';
import { SAMPLE_RATE } from '../time/position.js';
import type { ScenarioIo } from './io.js';
import type { ClipSpan } from './model.js';
import { nearest } from './nearest.js';
import type { VoiceFile } from './schema.js';

/** A clip as it is: 48 kHz mono. */
export interface Sound {
  readonly samples: Float32Array;
}

export interface Source extends Sound {
  readonly voiced: ClipSpan;
}

/** A clip longer than this is no turn; it bounds what a hostile file can make the rig hold. */
const LONGEST_CLIP_S = 600;

/** Reads each clip and renders each line at most once. Every error is a TurnrigError that names the clip or the line. */
export class Sources {
  readonly #sounds = new Map<string, Promise<Sound>>();
  readonly #clips = new Map<string, Promise<Source>>();
  readonly #lines = new Map<string, Promise<Source>>();
  /** @param folder the clips' folder as the suite gives it, relative to the suite's file. */
  constructor(
    private readonly io: ScenarioIo,
    private readonly suiteFile: string,
    private readonly folder: string,
  ) {}

  clip(name: string): Promise<Source> {
    return once(this.#clips, name, async () => voicedSource(await this.sound(name), clipName(name)));
  }

  /** A clip of which nothing is asked but that it can be read: the sound of a pause, a piece of a recording. */
  sound(name: string): Promise<Sound> {
    return once(this.#sounds, name, () => this.#readClip(name));
  }

  line(text: string, voice: VoiceFile, language: string): Promise<Source> {
    return once(this.#lines, JSON.stringify([voice.tts, voice.voice, language, text]), () => this.#render(text, voice, language));
  }

  async #readClip(name: string): Promise<Sound> {
    const path = this.io.resolve(this.suiteFile, `${this.folder}/${name}`);
    let bytes: Uint8Array;
    try {
      bytes = await this.io.readFile(path);
    } catch (error) {
      throw new TurnrigError('audio', `${clipName(name)} ${whyUnreadable(error)}`, { hint: await this.#nearestClip(name), cause: error });
    }
    return soundOf(await readAudio(bytes, clipName(name)), clipName(name));
  }

  async #nearestClip(name: string): Promise<string> {
    const slash = name.lastIndexOf('/');
    const names = await this.io.list(this.io.resolve(this.suiteFile, `${this.folder}/${name.slice(0, slash + 1)}`));
    const near = nearest(name.slice(slash + 1), names);
    return near === undefined || near === name.slice(slash + 1)
      ? `Clips are looked for in "${this.folder}", relative to the scenario's file.`
      : `Did you mean "${name.slice(0, slash + 1)}${near}"?`;
  }

  async #render(text: string, voice: VoiceFile, language: string): Promise<Source> {
    const engine = await this.io.tts(voice);
    const key = speechCacheKey({ tts: engine.name, voice: voice.voice, language, text });
    const known = await this.io.cache.get(key);
    if (known !== undefined) {
      // A damaged entry is rendered anew.
      const audio = await readAudio(known, 'a cached line').catch(() => undefined);
      if (audio !== undefined) return voicedSource(soundOf(audio, LINE), LINE);
    }
    const { rate, samples } = await engine.render(text, voice.voice, language);
    await this.io.cache.put(key, writeWav([samples], rate, 'f32'));
    return voicedSource(soundOf({ rate, channels: [samples] }, LINE), LINE);
  }
}

const LINE = 'the rendered line';
const clipName = (name: string): string => `the clip "${name}"`;

function soundOf(audio: AudioFile, name: string): Sound {
  const length = audio.channels[0]?.length ?? 0;
  if (length > LONGEST_CLIP_S * audio.rate)
    throw new TurnrigError('audio', `${name} is longer than ${LONGEST_CLIP_S / 60} minutes`, { hint: 'Cut it into turns.' });
  const mono = new Float32Array(length);
  for (const channel of audio.channels)
    for (let i = 0; i < length; i++) mono[i] = (mono[i] ?? 0) + (channel[i] ?? 0) / audio.channels.length;
  return { samples: resample(mono, audio.rate, SAMPLE_RATE) };
}

function voicedSource({ samples }: Sound, name: string): Source {
  try {
    return { samples, voiced: voicedSpan(samples) };
  } catch (error) {
    if (!(error instanceof TurnrigError)) throw error;
    throw new TurnrigError('audio', `${name} is silent: there is no voice in it`, { hint: 'Record or render it anew.', cause: error });
  }
}

/** "does not exist", or what the system says, without the path of this machine. */
export function whyUnreadable(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'does not exist';
  if (code === 'EISDIR') return 'is a folder';
  if (code === 'EACCES' || code === 'EPERM') return 'must not be read by this user';
  return `cannot be read: ${messageOf(error)}`;
}

function once<K, V>(made: Map<K, Promise<V>>, key: K, make: () => Promise<V>): Promise<V> {
  const known = made.get(key);
  if (known !== undefined) return known;
  const value = make();
  made.set(key, value);
  return value;
}
