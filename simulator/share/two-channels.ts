/** The tracks of an analysed recording as one WAV of two channels, user first, written in pieces. */
import { interleavedHeader } from '../../src/share/wav-header.js';
import { encodePcm16 } from '../../src/media/pcm.js';
import { PcmTrack } from '../analysis/pcm-track.js';
import { AGENT_TRACK, USER_TRACK } from '../analysis/hear-recording.js';
import { nodeFileSystem } from '../store/file-system.js';

const PIECE = 2 * 48_000;
/** A WAV says its length in 32 bits: 6 hours of two channels. */
const MOST_SAMPLES = Math.floor((2 ** 32 - 1 - 36) / 4);

/** @returns false where it is too long for a WAV; then nothing is written. @throws TurnrigError `run-folder`; the system's errors; the abort reason. */
export async function writeTwoChannels(run: string, attempt: string, path: string, signal?: AbortSignal): Promise<boolean> {
  const user = await PcmTrack.open(run, attempt, USER_TRACK);
  try {
    const agent = await PcmTrack.open(run, attempt, AGENT_TRACK);
    try {
      const length = Math.max(user.length, agent.length);
      if (length > MOST_SAMPLES) return false;
      const file = await nodeFileSystem.openFile(path, 'new');
      try {
        await file.write(interleavedHeader(length));
        for (let at = 0; at < length; at += PIECE) {
          signal?.throwIfAborted();
          const to = Math.min(length, at + PIECE);
          const [left, right] = [await user.read(at, to), await agent.read(at, to)];
          const both = new Float32Array(2 * (to - at));
          for (let i = 0; i < to - at; i++) both.set([left[i] ?? 0, right[i] ?? 0], 2 * i);
          await file.write(encodePcm16(both));
        }
      } finally {
        await file.close();
      }
      return true;
    } finally {
      await agent.close();
    }
  } finally {
    await user.close();
  }
}
