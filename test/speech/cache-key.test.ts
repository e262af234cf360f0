import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { speechCacheKey, type SpeechRequest } from '../../src/speech/cache-key.js';

const request: SpeechRequest = { tts: 'flite', voice: 'slt', language: 'en', text: 'Hello.' };

describe('speechCacheKey', () => {
  it('is a file-safe name that stays the same from version to version', () => {
    expect(speechCacheKey(request)).toBe('e90c171d9a975705fad36574133183cf2695def129aadefeb7b8acaff04cc2a4');
  });

  it('takes two ways of writing the same letters for one text', () => {
    expect(speechCacheKey({ ...request, text: 'caf\u00e9' })).toBe(speechCacheKey({ ...request, text: 'cafe\u0301' }));
  });

  it('keeps everything apart that sounds different', () => {
    const field = fc.string({ maxLength: 6 });
    const requests = fc.record({ tts: field, voice: field, language: field, text: field });
    fc.assert(
      fc.property(requests, requests, (a, b) => {
        const same =
          a.tts === b.tts &&
          a.voice === b.voice &&
          a.language.toLowerCase() === b.language.toLowerCase() &&
          a.text.normalize('NFC') === b.text.normalize('NFC');
        expect(speechCacheKey(a) === speechCacheKey(b)).toBe(same);
      }),
    );
  });

  it('does not run one field into the next', () => {
    expect(speechCacheKey({ ...request, voice: 'a', language: 'b' })).not.toBe(speechCacheKey({ ...request, voice: 'ab', language: '' }));
  });
});
