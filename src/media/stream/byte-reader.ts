/** Bytes that come in pieces of any size, read as if they were one row: what the streaming decoders stand on. Holds no more than was asked for. */

/** Kept together until so much of the front was consumed: moving the rest costs less than many small copies. */
const COMPACT_AT = 1 << 16;

export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #buffer = new Uint8Array(0);
  #from = 0;
  #to = 0;
  #ended = false;
  #consumed = 0;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Bytes consumed so far: the offset of the next one in the file. */
  get offset(): number {
    return this.#consumed;
  }

  /** What is held and not consumed. Valid until the next call. */
  get held(): Uint8Array {
    return this.#buffer.subarray(this.#from, this.#to);
  }

  /** Reads on until at least `count` bytes are held. @returns how many are: fewer only at the end. */
  async fill(count: number): Promise<number> {
    while (this.#to - this.#from < count && !this.#ended) {
      const next = await this.#source.next();
      if (next.done === true) this.#ended = true;
      else this.#append(next.value);
    }
    return this.#to - this.#from;
  }

  /** Consumes `count` held bytes. @returns a view, valid until the next call. @throws RangeError when fewer are held. */
  take(count: number): Uint8Array {
    if (count > this.#to - this.#from) throw new RangeError(`${count} bytes wanted, ${this.#to - this.#from} held`);
    const bytes = this.#buffer.subarray(this.#from, this.#from + count);
    this.#from += count;
    this.#consumed += count;
    return bytes;
  }

  /** Consumes `count` bytes unseen. @returns how many there were. */
  async skip(count: number): Promise<number> {
    let left = count;
    while (left > 0) {
      const held = Math.min(left, await this.fill(1));
      if (held === 0) break;
      this.take(held);
      left -= held;
    }
    return count - left;
  }

  #append(bytes: Uint8Array): void {
    const length = this.#to - this.#from;
    if (this.#to + bytes.length > this.#buffer.length) {
      const room = length + bytes.length;
      // In place where the front is free, else a larger array.
      if (room <= this.#buffer.length && this.#from >= COMPACT_AT) this.#buffer.copyWithin(0, this.#from, this.#to);
      else {
        const larger = new Uint8Array(Math.max(room, Math.min(2 * room, room + (1 << 22))));
        larger.set(this.#buffer.subarray(this.#from, this.#to));
        this.#buffer = larger;
      }
      this.#from = 0;
      this.#to = length;
    }
    this.#buffer.set(bytes, this.#to);
    this.#to += bytes.length;
  }
}

/** The parts in a row; the only one itself. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
