/**
 * LiveKit's turn detector v1-mini, from the user's own installation. Its model licence allows use together with LiveKit Agents only, so it
 * is neither brought along nor loaded unless the user says to have accepted that licence.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BatchAdapter, BatchItem } from '../../../src/eot/adapter.js';
import { EotError } from '../../../src/eot/error.js';
import { messageOf } from '../../../src/error.js';
import { resample } from '../../../src/media/resample.js';

const PACKAGE = '@livekit/local-inference';
export const ACCEPT_FLAG = '--accept-livekit-model-license';
const RATE = 16_000;
/** What the model hears at most. */
const HEARD_SEC = 1.2;
/** LiveKit Agents asks it once, so long into a silence. */
const SCORE_POINT = 0.2;

type Predict = (pcm: Int16Array) => Promise<number>;

export class LiveKitMiniAdapter implements BatchAdapter {
  readonly adapterId = 'livekit-v1-mini';
  readonly displayName = 'LiveKit turn detector v1-mini';
  readonly scorePoint = SCORE_POINT;
  readonly maxAudioSec = HEARD_SEC;

  private constructor(private readonly predict: Predict) {}

  /**
   * @param folder whose node_modules has the package: the user's, not turnrig's own
   * @throws EotError without the acceptance, or the package
   */
  static async load(folder: string, accepted: boolean): Promise<LiveKitMiniAdapter> {
    if (!accepted)
      throw new EotError(`--adapter livekit-v1-mini wants ${ACCEPT_FLAG}`, {
        hint: 'Its model licence allows use together with LiveKit Agents only: read MODEL_LICENSE of the package, and decide whether yours is.',
      });
    let predict: unknown;
    try {
      const path = createRequire(join(folder, 'package.json')).resolve(PACKAGE);
      const loaded = (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>;
      const whole =
        typeof loaded['default'] === 'object' && loaded['default'] !== null ? (loaded['default'] as Readonly<Record<string, unknown>>) : {};
      predict = loaded['predict'] ?? whole['predict'];
    } catch (cause) {
      throw new EotError(
        `--adapter livekit-v1-mini: ${PACKAGE} cannot be loaded from ${folder}: ${messageOf(cause).split('\n')[0] ?? ''}`,
        {
          code: 'missing',
          hint: `Install it there: npm install ${PACKAGE}`,
          cause,
        },
      );
    }
    if (typeof predict !== 'function') throw new EotError(`${PACKAGE} of ${folder} has no predict()`, { code: 'missing' });
    return new LiveKitMiniAdapter(predict as Predict);
  }

  async predictBatch(items: readonly BatchItem[]): Promise<number[]> {
    const scores: number[] = [];
    for (const { audio } of items) scores.push(await this.predict(pcm(resample(audio.samples, audio.rate, RATE))));
    return scores;
  }
}

function pcm(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) => Math.round(32_767 * Math.min(1, Math.max(-1, sample))));
}
