/** An ASR in any language, as a process of its own: JSON lines over standard input and output (docs/words.md has the shapes and an example). */
import { TurnrigError } from '../../src/error.js';
import { ASR_RATE, type Asr } from '../../src/speech/asr.js';
import { JsonLines } from '../json-lines.js';

const PROTOCOL = 1;
/** Longest line that it may write, bytes: the longest transcript with every character escaped. Chosen. */
const LONGEST_LINE = 2 ** 20;

export interface ProcessAsrOptions {
  readonly command: string;
  /** A request that takes longer is an error. */
  readonly timeoutMs: number;
  /** Ends what is under way. */
  readonly signal?: AbortSignal;
  /** Takes out of what it says what nobody is to see. */
  readonly hide?: (text: string) => string;
}

/** Somebody waits at the terminal: the process gets so long for each step of its end, ms. */
const HURRIED_MS = 300;

/** Starts the process and hears what it is. @throws TurnrigError `input` when it does not keep to the shapes, `speech-service` when it fails; the signal's reason. */
export async function processAsr(options: ProcessAsrOptions): Promise<Asr> {
  const { signal, ...process } = options;
  const pipe = new JsonLines({
    ...process,
    longestLine: LONGEST_LINE,
    who: 'the ASR',
    error: (kind, message) =>
      new TurnrigError('speech-service', message, {
        hint: kind === 'late' ? '' : 'Run the command of --asr-cmd by itself to see what is wrong.',
      }),
  });
  const close = (): Promise<void> => pipe.close(signal?.aborted === true ? HURRIED_MS : undefined);
  try {
    const hello = await pipe.ask({ type: 'hello', protocol: PROTOCOL }, signal);
    const { name, version = '' } = hello;
    if (typeof name !== 'string' || name.trim() === '' || name.length > 200 || typeof version !== 'string')
      throw new TurnrigError('input', 'the ASR of --asr-cmd did not say its name', {
        hint: 'To {"type": "hello"} it answers {"id": ..., "name": "...", "version": "..."}.',
      });
    return {
      name: `process:${name}`,
      version,
      async transcribe(samples, language) {
        const { text } = await pipe.ask({ type: 'transcribe', language, sampling_rate: ASR_RATE, audio: base64(samples) }, signal);
        if (typeof text !== 'string') throw new TurnrigError('speech-service', 'the ASR answered without a text');
        return text;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Little-endian 16-bit samples. */
function base64(samples: Int16Array): string {
  const view = new DataView(new ArrayBuffer(2 * samples.length));
  samples.forEach((sample, i) => view.setInt16(2 * i, sample, true));
  return Buffer.from(view.buffer).toString('base64');
}
