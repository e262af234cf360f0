// Writes mono samples as FLAC or Ogg Opus by ffmpeg, or as WAV where there is none.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { extname } from 'node:path';

/** For every way of packing the same: no dates, no name of the encoder. */
const BARE = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags', '+bitexact'];
const CODECS = {
  '.flac': ['-c:a', 'flac', '-compression_level', '12'],
  // Speech at 40 kbit/s; Opus knows 48 kHz.
  '.ogg': ['-ar', '48000', '-c:a', 'libopus', '-application', 'audio', '-b:a', '40k'],
};

/** @param file its ending says how: .flac or .ogg @param samples full scale 1 @returns the file that was written */
export function writeClip(file, samples, rate) {
  const codec = CODECS[extname(file)];
  if (codec === undefined) throw new Error(`clips are written as .flac or .ogg: ${file}`);
  const pcm = Buffer.alloc(samples.length * 2);
  samples.forEach((x, i) => pcm.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(x * 32_767))), 2 * i));
  try {
    const raw = ['-f', 's16le', '-ar', String(rate), '-ac', '1', '-i', 'pipe:0'];
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...raw, ...codec, ...BARE, file], { input: pcm });
    return file;
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    const wav = file.replace(/\.\w+$/, '.wav');
    writeFileSync(wav, Buffer.concat([wavHeader(pcm.length, rate), pcm]));
    return wav;
  }
}

function wavHeader(size, rate) {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + size, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(size, 40);
  return header;
}
