/** Headers of MPEG audio layer III frames (ISO/IEC 11172-3 and 13818-3), and the tag in which an encoder says what it added at both ends. */

export const HEADER_BYTES = 4;

export interface FrameHeader {
  /** Length of the frame with its header. */
  readonly bytes: number;
  readonly rate: number;
  readonly channels: number;
  /** Samples a channel. */
  readonly samples: number;
  readonly mpeg1: boolean;
  /** Offset of the side information. */
  readonly sideInfo: number;
}

const RATES_KBIT = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  lower: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const SAMPLE_RATES = [44_100, 48_000, 32_000] as const;

/** The frame header at the start of `bytes`; undefined when there is none of layer III with a bit rate that says where the frame ends. */
export function frameHeader(bytes: Uint8Array): FrameHeader | undefined {
  if (bytes.length < HEADER_BYTES) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  if (a !== 0xff || (b & 0xe0) !== 0xe0) return undefined;
  const version = (b >> 3) & 3;
  const layer = (b >> 1) & 3;
  const rateBase = SAMPLE_RATES[(c >> 2) & 3];
  if (version === 1 || layer !== 1 || rateBase === undefined) return undefined;
  const mpeg1 = version === 3;
  const kbit = (mpeg1 ? RATES_KBIT.mpeg1 : RATES_KBIT.lower)[c >> 4];
  if (kbit === undefined || kbit === 0) return undefined;
  const rate = mpeg1 ? rateBase : version === 2 ? rateBase / 2 : rateBase / 4;
  const samples = mpeg1 ? 1152 : 576;
  const bytesOfFrame = Math.floor(((samples / 8) * kbit * 1000) / rate) + ((c >> 1) & 1);
  return { bytes: bytesOfFrame, rate, channels: d >> 6 === 3 ? 1 : 2, samples, mpeg1, sideInfo: HEADER_BYTES + ((b & 1) === 0 ? 2 : 0) };
}

const sideInfoBytes = ({ mpeg1, channels }: FrameHeader): number => (mpeg1 ? (channels === 1 ? 17 : 32) : channels === 1 ? 9 : 17);

/** Whether a frame decodes without bits of the frames before it. */
export function standsAlone(frame: Uint8Array, header: FrameHeader): boolean {
  const first = frame[header.sideInfo] ?? 0;
  return first === 0 && (!header.mpeg1 || ((frame[header.sideInfo + 1] ?? 0) & 0x80) === 0);
}

export interface EncoderTag {
  /** Frames of audio after the tag; undefined when it does not say. */
  readonly frames: number | undefined;
  /** Samples that the encoder put before and after the audio; undefined when it does not say. */
  readonly delay: number | undefined;
  readonly padding: number | undefined;
}

/** What the Xing, Info or LAME tag in the first frame says; undefined when the frame is audio. */
export function encoderTag(frame: Uint8Array, header: FrameHeader): EncoderTag | undefined {
  // The tag stands where the main data would begin; a checksum does not move it.
  const at = HEADER_BYTES + sideInfoBytes(header);
  const text = (from: number, length: number): string => String.fromCharCode(...frame.subarray(from, from + length));
  if (!['Xing', 'Info'].includes(text(at, 4))) return undefined;
  const view = new DataView(frame.buffer, frame.byteOffset, frame.length);
  if (frame.length < at + 8) return undefined;
  const flags = view.getUint32(at + 4);
  let next = at + 8;
  let frames: number | undefined;
  if ((flags & 1) !== 0 && next + 4 <= frame.length) {
    frames = view.getUint32(next);
    next += 4;
  }
  if ((flags & 2) !== 0) next += 4;
  if ((flags & 4) !== 0) next += 100;
  if ((flags & 8) !== 0) next += 4;
  if (next + 24 > frame.length || !/^(LAME|Lavc|Lavf|GOGO)/.test(text(next, 4))) return { frames, delay: undefined, padding: undefined };
  const packed = (view.getUint8(next + 21) << 16) | view.getUint16(next + 22);
  return { frames, delay: packed >> 12, padding: packed & 0xfff };
}
