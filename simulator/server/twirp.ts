/** Twirp (protocol v7): a POST with a protobuf request as JSON or bytes, and errors as {code, msg} with their HTTP status. */
import type { VideoGrants } from './token.js';

const STATUS = {
  invalid_argument: 400,
  malformed: 400,
  unauthenticated: 401,
  permission_denied: 403,
  not_found: 404,
  bad_route: 404,
  already_exists: 409,
  resource_exhausted: 429,
  internal: 500,
  unimplemented: 501,
} as const;
export type TwirpCode = keyof typeof STATUS;

export class TwirpError extends Error {
  constructor(
    readonly code: TwirpCode,
    message: string,
  ) {
    super(message);
    this.name = 'TwirpError';
  }
}

/** JSON as JSON.parse gives it. */
type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

interface RequestType<Q> {
  fromJson(json: Json, options?: { ignoreUnknownFields?: boolean }): Q;
  fromBinary(bytes: Uint8Array): Q;
}
interface Reply {
  toJson(options?: { emitDefaultValues?: boolean; useProtoFieldName?: boolean }): unknown;
  toBinary(): Uint8Array;
}

export interface Method {
  /** @throws TwirpError */
  run(body: Uint8Array, json: boolean, grants: VideoGrants): Reply;
}
export type Methods = ReadonlyMap<string, Method>;

/** A method of a service. `handle` may throw TwirpError. */
export function method<Q>(type: RequestType<Q>, handle: (request: Q, grants: VideoGrants) => Reply): Method {
  return {
    run(body, json, grants) {
      let request: Q;
      try {
        request = json
          ? type.fromJson(JSON.parse(Buffer.from(body).toString('utf8') || '{}') as Json, { ignoreUnknownFields: true })
          : type.fromBinary(body);
      } catch {
        throw new TwirpError('malformed', 'the request could not be decoded');
      }
      return handle(request, grants);
    },
  };
}

export interface TwirpResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Uint8Array;
}

/** Runs one call. Never throws. @param grants of a valid token; undefined without one */
export function callTwirp(
  methods: Methods,
  name: string,
  contentType: string,
  body: Uint8Array,
  grants: VideoGrants | undefined,
): TwirpResponse {
  try {
    if (grants === undefined) throw new TwirpError('unauthenticated', 'permissions denied');
    const found = methods.get(name);
    if (found === undefined) throw new TwirpError('bad_route', `no handler for path ${JSON.stringify(name.slice(0, 200))}`);
    const json = contentType.includes('json');
    const reply = found.run(body, json, grants);
    return json
      ? {
          status: 200,
          contentType: 'application/json',
          body: JSON.stringify(reply.toJson({ emitDefaultValues: true, useProtoFieldName: true })),
        }
      : { status: 200, contentType: 'application/protobuf', body: reply.toBinary() };
  } catch (error) {
    const known = error instanceof TwirpError ? error : new TwirpError('internal', 'internal error');
    return { status: STATUS[known.code], contentType: 'application/json', body: JSON.stringify({ code: known.code, msg: known.message }) };
  }
}
