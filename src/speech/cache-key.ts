import { createHash } from 'node:crypto';

/** Everything that decides how a rendered line sounds. */
export interface SpeechRequest {
  /** `Tts.name`. */
  readonly tts: string;
  readonly voice: string;
  /** BCP 47. */
  readonly language: string;
  readonly text: string;
}

/** Goes up when the same request must be rendered anew, e.g. because what is done with an engine's output has changed. */
const CACHE_VERSION = 1;

/**
 * Name under which a rendered line is cached: 64 hex digits, SHA-256 of the request.
 *
 * Texts are brought to Unicode NFC, so that an editor's way of writing "é" does not decide; nothing else is normalised, since
 * case, punctuation and spaces change how an engine speaks. JSON keeps the fields apart: no two requests share a key by
 * running one field into the next.
 */
export function speechCacheKey(request: SpeechRequest): string {
  const fields = [CACHE_VERSION, request.tts, request.voice, request.language.toLowerCase(), request.text.normalize('NFC')];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}
