/** Plays a session's tracks together from any position, with the audio context's own clock. */
import type { ReportAudio } from '../model.js';

const RATE = 48_000;

function bytesOf(base64: string): ArrayBuffer {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes.buffer;
}

export class Player {
  #context: AudioContext | undefined;
  #buffers: { readonly start: number; readonly buffer: AudioBuffer }[] | undefined;
  #sources: AudioBufferSourceNode[] = [];
  #position: number;
  #startedAt = 0;
  #until: number;
  #playing = false;
  #token = 0;

  constructor(
    private readonly audio: readonly ReportAudio[],
    private readonly from: number,
    private readonly to: number,
    private readonly changed: (problem?: string) => void,
  ) {
    this.#position = from;
    this.#until = to;
  }

  get playing(): boolean {
    return this.#playing;
  }

  /** Where the sound is now, samples on the timeline. */
  get position(): number {
    if (!this.#playing || this.#context === undefined) return this.#position;
    // Before the scheduled begin the sound has not moved yet.
    const played = Math.max(0, this.#context.currentTime - this.#startedAt);
    return Math.min(this.#until, this.#position + played * RATE);
  }

  seek(position: number): void {
    const wasPlaying = this.#playing;
    this.pause();
    this.#position = Math.max(this.from, Math.min(this.to, position));
    if (wasPlaying) void this.play();
    else this.changed();
  }

  async play(until = this.to): Promise<void> {
    const token = ++this.#token;
    this.#stopSources();
    this.#context ??= new AudioContext();
    await this.#context.resume();
    try {
      this.#buffers ??= await this.#decode(this.#context);
    } catch {
      this.changed('This browser cannot decode the recorded audio (Ogg Opus).');
      return;
    }
    // Another call came while the audio was being decoded.
    if (token !== this.#token) return;
    if (this.#position >= until) this.#position = this.from;
    const context = this.#context;
    const begin = context.currentTime + 0.05;
    for (const { start, buffer } of this.#buffers) {
      const source = context.createBufferSource();
      source.buffer = buffer;
      source.connect(context.destination);
      const offset = (this.#position - start) / RATE;
      if (offset < buffer.duration) source.start(begin + Math.max(0, -offset), Math.max(0, offset));
      this.#sources.push(source);
    }
    this.#startedAt = begin;
    this.#until = Math.min(this.to, until);
    this.#playing = true;
    this.changed();
  }

  pause(): void {
    this.#token++;
    this.#position = Math.max(this.from, this.position);
    this.#playing = false;
    this.#stopSources();
    this.changed();
  }

  /** To be called for every drawn frame: ends the play when its end is reached. */
  tick(): void {
    if (this.#playing && this.position >= this.#until) this.pause();
  }

  #stopSources(): void {
    for (const source of this.#sources) {
      try {
        source.stop();
      } catch {
        // It had not been started, because the position lay behind its end.
      }
    }
    this.#sources = [];
  }

  async #decode(context: AudioContext): Promise<{ start: number; buffer: AudioBuffer }[]> {
    return Promise.all(
      this.audio.map(async (track) => ({ start: track.start, buffer: await context.decodeAudioData(bytesOf(track.base64)) })),
    );
  }
}
