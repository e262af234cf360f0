/** Bits of a FLAC frame, most significant first, and the Rice codes that most of it is made of (RFC 9639, section 9.2.7). */

/** What is wrong with a frame. */
export class FlacError extends Error {}

/** Bits that a window of four bytes is sure to hold behind any bit of its first one. */
const WINDOW = 25;

export class FlacBits {
  #at = 0;
  #bit = 0;
  constructor(private readonly bytes: Uint8Array) {}

  get byte(): number {
    return this.#at;
  }

  /** Up to 32 bits, unsigned. */
  read(count: number): number {
    let value = 0;
    for (let left = count; left > 0;) {
      const byte = this.bytes[this.#at];
      if (byte === undefined) throw new FlacError('a frame is cut off');
      const take = Math.min(left, 8 - this.#bit);
      value = value * 2 ** take + ((byte >> (8 - this.#bit - take)) & ((1 << take) - 1));
      this.#bit += take;
      if (this.#bit === 8) {
        this.#bit = 0;
        this.#at++;
      }
      left -= take;
    }
    return value;
  }

  signed(count: number): number {
    const value = this.read(count);
    return count > 0 && value >= 2 ** (count - 1) ? value - 2 ** count : value;
  }

  /** Zeros before the next one. */
  unary(): number {
    let zeros = 0;
    for (;;) {
      const byte = this.bytes[this.#at];
      if (byte === undefined) throw new FlacError('a frame is cut off');
      const rest = (byte << this.#bit) & 0xff;
      if (rest === 0) {
        zeros += 8 - this.#bit;
        this.#bit = 0;
        this.#at++;
        continue;
      }
      const lead = Math.clz32(rest) - 24;
      zeros += lead;
      this.#bit += lead + 1;
      if (this.#bit === 8) {
        this.#bit = 0;
        this.#at++;
      }
      return zeros;
    }
  }

  /** Rice-coded residuals into `samples` from `from` up to and without `to`. */
  rice(parameter: number, samples: Float64Array, from: number, to: number): void {
    const { bytes } = this;
    const step = 2 ** parameter;
    for (let i = from; i < to; i++) {
      const at = this.#at;
      // Nearly every code lies whole in a window of four bytes.
      if (at + 4 <= bytes.length) {
        const window =
          (((bytes[at] as number) << 24) |
            ((bytes[at + 1] as number) << 16) |
            ((bytes[at + 2] as number) << 8) |
            (bytes[at + 3] as number)) <<
          this.#bit;
        const zeros = Math.clz32(window);
        const length = zeros + 1 + parameter;
        if (length <= WINDOW) {
          const low = parameter === 0 ? 0 : (window << (zeros + 1)) >>> (32 - parameter);
          const folded = (zeros << parameter) | low;
          samples[i] = (folded >>> 1) ^ -(folded & 1);
          const bit = this.#bit + length;
          this.#at = at + (bit >> 3);
          this.#bit = bit & 7;
          continue;
        }
      }
      const folded = this.unary() * step + this.read(parameter);
      samples[i] = folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
    }
  }

  align(): void {
    if (this.#bit > 0) {
      this.#bit = 0;
      this.#at++;
    }
  }
}
