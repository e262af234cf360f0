import { describe, expect, it } from 'vitest';
import { keyHider } from '../../src/speech/keys.js';

describe('keyHider', () => {
  const key = 'sk-Ab/9+$.x';
  const hide = keyHider([key, undefined, '', `${key}-more`]);
  const escaped = Array.from(key, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  it.each([
    ['as it is', `Bearer ${key}, again ${key}`, 'Bearer [key], again [key]'],
    ['the longer of two', `${key}-more`, '[key]'],
    ['in a JSON text', `{"reason":"${escaped}"}`, '{"reason":"[key]"}'],
    ['in capitals of hex', escaped.toUpperCase().replaceAll('U', 'u'), '[key]'],
    ['in a JSON text in a JSON text', JSON.stringify(JSON.stringify(key.replace('/', '\\/'))), JSON.stringify(JSON.stringify('[key]'))],
    ['in a URL', encodeURIComponent(key), '[key]'],
    ['not what is like it', key.replace('.', '!'), key.replace('.', '!')],
  ])('hides it %s', (_, text, hidden) => {
    expect(hide(text)).toBe(hidden);
  });
  it('leaves words alone that stand for no key', () => {
    expect(keyHider(['none', 'x', '  '])('none of them, x')).toBe('none of them, x');
    expect(keyHider(['none'], 1)('none')).toBe('[key]');
  });
  it('takes no time for a wall of backslashes', () => {
    const from = performance.now();
    hide('\\'.repeat(200_000));
    expect(performance.now() - from).toBeLessThan(2000);
  });
});
