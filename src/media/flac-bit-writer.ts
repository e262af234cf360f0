/** Bits into bytes, most significant first (RFC 9639: all numbers are big-endian). */
export class FlacBitWriter {
  #bytes: Uint8Array;
  #length = 0;
  #held = 0;
  #count = 0;

  constructor(expected: number) {
    this.#bytes = new Uint8Array(Math.max(64, expected));
  }

  /** @param bits 0 to 24 of them, the lowest of `value`. */
  write(value: number, bits: number): void {
    this.#held = ((this.#held << bits) | (value & (2 ** bits - 1))) >>> 0;
    this.#count += bits;
    while (this.#count >= 8) {
      this.#count -= 8;
      this.#put((this.#held >>> this.#count) & 0xff);
    }
    this.#held &= (1 << this.#count) - 1;
  }

  /** So many zeros and a one. */
  unary(zeros: number): void {
    let left = zeros;
    for (; left >= 16; left -= 16) this.write(0, 16);
    this.write(1, left + 1);
  }

  /** Zeros up to the next byte. */
  align(): void {
    if (this.#count > 0) this.write(0, 8 - this.#count);
  }

  /** What was written, of which the last byte must be whole. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #put(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#bytes.length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = byte;
  }
}
