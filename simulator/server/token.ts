/**
 * LiveKit access tokens: JWT (RFC 7519) signed with HMAC-SHA-256, `iss` the API key, `sub` the identity, grants in `video`.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** Clocks of two machines may differ by this much, in seconds. */
const LEEWAY = 60;
/** No honest token is longer: metadata and attributes together are limited to 64 kB by LiveKit. */
const MAX_TOKEN = 256 * 1024;

const Grants = z.object({
  room: z.string().optional(),
  roomJoin: z.boolean().optional(),
  roomCreate: z.boolean().optional(),
  roomList: z.boolean().optional(),
  roomAdmin: z.boolean().optional(),
  canPublish: z.boolean().optional(),
  canSubscribe: z.boolean().optional(),
  canPublishData: z.boolean().optional(),
  canUpdateOwnMetadata: z.boolean().optional(),
  hidden: z.boolean().optional(),
  recorder: z.boolean().optional(),
  agent: z.boolean().optional(),
});

const ClaimsSchema = z.object({
  iss: z.string(),
  sub: z.string().optional(),
  exp: z.number().optional(),
  nbf: z.number().optional(),
  name: z.string().optional(),
  kind: z.string().optional(),
  metadata: z.string().optional(),
  attributes: z.record(z.string(), z.string()).optional(),
  /** JSON of RoomConfiguration; read where it is used. */
  roomConfig: z.unknown().optional(),
  video: Grants.optional(),
});
const Header = z.object({ alg: z.literal('HS256') });

/** What a token says, checked for shape, signature and time. */
export type Claims = z.infer<typeof ClaimsSchema>;
export type VideoGrants = z.infer<typeof Grants>;

export interface ApiKey {
  readonly key: string;
  readonly secret: string;
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
const signature = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(text).digest();

/** Signs claims; `iss` is the key's. */
export function signToken(api: ApiKey, claims: Omit<Claims, 'iss'>): string {
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ ...claims, iss: api.key })}`;
  return `${text}.${signature(api.secret, text).toString('base64url')}`;
}

/**
 * The claims of a token, or undefined for anything that is not a valid token of this key at this time. Never throws.
 * @param now Unix seconds
 */
export function verifyToken(api: ApiKey, token: string, now: number): Claims | undefined {
  if (token.length > MAX_TOKEN) return undefined;
  const [header, body, mac, ...rest] = token.split('.');
  if (header === undefined || body === undefined || mac === undefined || rest.length > 0) return undefined;
  const expected = signature(api.secret, `${header}.${body}`);
  const got = Buffer.from(mac, 'base64url');
  if (got.length !== expected.length || !timingSafeEqual(got, expected)) return undefined;
  try {
    if (!Header.safeParse(decode(header)).success) return undefined;
    const parsed = ClaimsSchema.safeParse(decode(body));
    if (!parsed.success) return undefined;
    const claims = parsed.data;
    if (claims.iss !== api.key) return undefined;
    if (claims.exp !== undefined && claims.exp < now - LEEWAY) return undefined;
    if (claims.nbf !== undefined && claims.nbf > now + LEEWAY) return undefined;
    return claims;
  } catch {
    return undefined;
  }
}
