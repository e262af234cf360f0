import fc from 'fast-check';
import { AccessToken, TokenVerifier } from 'livekit-server-sdk';
import { describe, expect, test } from 'vitest';
import { signToken, verifyToken } from '../../simulator/server/token.js';

const api = { key: 'APItest', secret: 'a secret of more than thirty-two characters' };
const NOW = 1_800_000_000;
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('access tokens', () => {
  test('come back as they were signed', () => {
    const claims = { sub: 'anna', name: 'Anna', attributes: { a: '1' }, exp: NOW + 10, video: { roomJoin: true, room: 'r', hidden: true } };
    expect(verifyToken(api, signToken(api, claims), NOW)).toEqual({ ...claims, iss: 'APItest' });
  });

  test("are those of LiveKit's own library, both ways", async () => {
    const theirs = new AccessToken(api.key, api.secret, { identity: 'anna', metadata: 'm', ttl: 600 });
    theirs.addGrant({ roomJoin: true, room: 'r', canPublish: false });
    const read = verifyToken(api, await theirs.toJwt(), Date.now() / 1000);
    expect(read).toMatchObject({ sub: 'anna', metadata: 'm', video: { roomJoin: true, room: 'r', canPublish: false } });
    const ours = signToken(api, { sub: 'ben', exp: Math.floor(Date.now() / 1000) + 60, video: { roomAdmin: true, room: 'r' } });
    expect(await new TokenVerifier(api.key, api.secret).verify(ours)).toMatchObject({ sub: 'ben', video: { roomAdmin: true, room: 'r' } });
  });

  test.each([
    ['of another secret', signToken({ ...api, secret: 'x'.repeat(40) }, { sub: 'a' })],
    ['of another key', signToken({ ...api, key: 'APIother' }, { sub: 'a' })],
    ['that has expired', signToken(api, { sub: 'a', exp: NOW - 61 })],
    ['that is not valid yet', signToken(api, { sub: 'a', nbf: NOW + 61 })],
    ['without a signature', `${encode({ alg: 'none' })}.${encode({ iss: api.key, sub: 'a' })}.`],
    ['of two parts', 'a.b'],
    ['of four parts', `${signToken(api, { sub: 'a' })}.x`],
    ['that is empty', ''],
    ['that is huge', 'a'.repeat(1_000_000)],
  ])('one %s is refused', (_what, token) => {
    expect(verifyToken(api, token, NOW)).toBeUndefined();
  });

  test('a correctly signed one of the wrong shape is refused', () => {
    const wrong = { sub: 7, video: 'all' } as unknown as Parameters<typeof signToken>[1];
    expect(verifyToken(api, signToken(api, wrong), NOW)).toBeUndefined();
  });

  test('small differences of clocks are forgiven', () => {
    expect(verifyToken(api, signToken(api, { sub: 'a', exp: NOW - 59, nbf: NOW + 59 }), NOW)).toBeDefined();
  });

  test('no change of any character goes through', () => {
    const token = signToken(api, { sub: 'anna', video: { roomJoin: true, room: 'r' } });
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom('a', 'b', 'X', 'Z', '0', '9', '-', '_', '.'), (at, letter) => {
        const changed = token.slice(0, at) + letter + token.slice(at + 1);
        // The last character of base64url carries bits that decode to nothing.
        if (changed === token || at === token.length - 1) return;
        expect(verifyToken(api, changed, NOW)).toBeUndefined();
      }),
    );
  });

  test('nothing that claims to be a token throws', () => {
    fc.assert(fc.property(fc.string(), (text) => verifyToken(api, text, NOW) === undefined));
    fc.assert(fc.property(fc.string(), fc.string(), fc.string(), (a, b, c) => verifyToken(api, `${a}.${b}.${c}`, NOW) === undefined));
  });
});
