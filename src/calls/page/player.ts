/** Plays a stretch of both channels, the user left and the agent right, with the audio context's own clock. */

export class Player {
  #context: AudioContext | undefined;
  #buffer: { readonly channels: readonly [Float32Array, Float32Array]; readonly rate: number } | undefined;
  #source: AudioBufferSourceNode | undefined;
  #from = 0;
  #startedAt = 0;

  /** @param changed on every begin and end. */
  constructor(private readonly changed: () => void) {}

  /** New sound; what plays stops. */
  load(channels: readonly [Float32Array, Float32Array], rate: number): void {
    this.stop();
    this.#buffer = { channels, rate };
  }

  get playing(): boolean {
    return this.#source !== undefined;
  }

  /** Seconds from the beginning of what was loaded; undefined while nothing plays. */
  get position(): number | undefined {
    return this.#source && this.#context && this.#from + Math.max(0, this.#context.currentTime - this.#startedAt);
  }

  /** @param from seconds. */
  async play(from: number): Promise<void> {
    this.stop();
    const sound = this.#buffer;
    if (sound === undefined || sound.channels[0].length === 0) return;
    const context = (this.#context ??= new AudioContext());
    await context.resume();
    // Another sound was loaded, or another play began, while the device woke.
    if (this.#buffer !== sound || this.playing) return;
    const buffer = context.createBuffer(2, sound.channels[0].length, sound.rate);
    sound.channels.forEach((samples, i) => buffer.getChannelData(i).set(samples));
    const source = (this.#source = context.createBufferSource());
    source.buffer = buffer;
    source.connect(context.destination);
    source.addEventListener('ended', () => {
      if (this.#source !== source) return;
      this.#source = undefined;
      this.changed();
    });
    this.#from = Math.max(0, from);
    this.#startedAt = context.currentTime;
    source.start(0, this.#from);
    this.changed();
  }

  stop(): void {
    const source = this.#source;
    this.#source = undefined;
    if (source === undefined) return;
    source.stop();
    this.changed();
  }
}
