import { describe, expect, it } from 'vitest';
import { serverOf } from '../../src/cli/play/room-keeper.js';

const keys = { LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: 'secret' };

describe('the room server that the environment names', () => {
  it('is none without an address', () => {
    expect(serverOf(keys)).toBeUndefined();
    expect(serverOf({ LIVEKIT_URL: '', ...keys })).toBeUndefined();
  });

  it.each(['ws://127.0.0.1:7880', 'wss://name.livekit.cloud', 'http://[::1]:7880/path'])('%s', (url) => {
    expect(serverOf({ LIVEKIT_URL: url, ...keys })).toEqual({ kind: 'livekit', url, apiKey: 'key', apiSecret: 'secret' });
  });

  it.each(['foo', 'ftp://host', 'ws://', 'ws:///x', 'ws://[::', 'ws://host:99999', 'ws://a b'])('refuses %s', (url) => {
    expect(() => serverOf({ LIVEKIT_URL: url, ...keys })).toThrow('LIVEKIT_URL is no address of a LiveKit server.');
  });

  it('says which keys are missing', () => {
    expect(() => serverOf({ LIVEKIT_URL: 'ws://a' })).toThrow('LIVEKIT_API_KEY and LIVEKIT_API_SECRET are not');
    expect(() => serverOf({ LIVEKIT_URL: 'ws://a', LIVEKIT_API_KEY: 'k' })).toThrow('LIVEKIT_API_SECRET is not');
  });
});
