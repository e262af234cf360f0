import { randomBytes, randomInt } from 'node:crypto';

/** Base 58, as LiveKit draws its ids: no letters that look alike. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const LENGTH = 12;

/** LiveKit's prefixes. Clients look at them: `PA_..|TR_..` is the stream id by which a track finds its participant. */
export type IdPrefix = 'RM_' | 'PA_' | 'TR_AM' | 'TR_VC' | 'AD_' | 'AJ_' | 'AW_' | 'ND_' | 'API';

export function newId(prefix: IdPrefix): string {
  let id: string = prefix;
  for (let i = 0; i < LENGTH; i++) id += ALPHABET.charAt(randomInt(ALPHABET.length));
  return id;
}

/** 43 characters of base64url: over the 32 that LiveKit's own server asks of a secret. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** A random synchronisation source, never 0. */
export function newSsrc(): number {
  return randomInt(1, 0x7fffffff);
}
