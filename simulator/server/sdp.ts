/**
 * The few changes to session descriptions that a room server between libwebrtc and libdatachannel needs. Text in, text out.
 *
 * What is dropped from an offer is never answered, so the client never waits for feedback that this server does not send.
 */

/** Payload types of this server's own offers, as libwebrtc numbers them. */
export const OPUS_PT = 111;
export const RED_PT = 63;

export interface MediaSection {
  readonly mid: string;
  readonly kind: string;
  /** Client id of the track that is being sent: the second word of `a=msid`. Kept by libwebrtc after an unpublish. */
  readonly cid: string | undefined;
  /** The sender means to send: `sendonly` or `sendrecv`. */
  readonly sending: boolean;
  readonly opus: number | undefined;
  /** Payload type of RED (RFC 2198), undefined when the section wants plain Opus. */
  readonly red: number | undefined;
  /** Id of the header extension that carries the audio level (RFC 6464). */
  readonly levelExtension: number | undefined;
}

/** Whether a description is small enough to be handed to the native stack. */
export function isReasonable(sdp: string): boolean {
  return (sdp.match(/^m=/gm) ?? []).length <= MAX_SECTIONS;
}

/**
 * Whether a client's candidate can be of use: UDP over IPv4, as this server listens on an IPv4 loopback address without ICE-TCP. In a burst
 * of joins clients trickle hundreds of others, and each costs a lock of the native stack.
 */
export function isReachable(candidate: string): boolean {
  const [, , transport = '', , address = ''] = candidate.split(' ');
  return transport.toLowerCase() === 'udp' && /^\d+(?:\.\d+){3}$/.test(address);
}

export interface FilteredOffer {
  readonly sdp: string;
  readonly sections: ReadonlyMap<string, MediaSection>;
}

const LEVEL_EXTENSION = 'urn:ietf:params:rtp-hdrext:ssrc-audio-level';
const MID_EXTENSION = 'urn:ietf:params:rtp-hdrext:sdes:mid';
const DIRECTION = /^a=(sendonly|recvonly|sendrecv|inactive)$/;

/**
 * Media sections in one description of a client. A room of a hundred needs no more, and the native stack takes time for each.
 * They are never removed, so this also bounds how often one client may publish or be subscribed.
 */
export const MAX_SECTIONS = 256;

/** The session part and one list of lines a media section. */
function split(sdp: string): string[][] {
  return sdp.split(/\r?\n(?=m=)/).map((part) => part.split(/\r?\n/).filter((line) => line.length > 0));
}
const join = (parts: readonly (readonly string[])[]): string => parts.map((lines) => lines.join('\r\n')).join('\r\n') + '\r\n';
const after = (lines: readonly string[], prefix: string): string | undefined =>
  lines
    .find((line) => line.startsWith(prefix))
    ?.slice(prefix.length)
    .trim();
const kindOf = (lines: readonly string[]): string => (lines[0] ?? '').slice(2).split(' ')[0] ?? '';

/** The payload type of a codec that the section's `m=` line lists: a left-over rtpmap alone accepts nothing. */
function payloadType(lines: readonly string[], codec: RegExp): number | undefined {
  const listed = new Set((lines[0] ?? '').trim().split(' ').slice(3));
  for (const line of lines) {
    const match = /^a=rtpmap:(\d{1,3}) (\S+)/.exec(line);
    if (match?.[1] === undefined || match[2] === undefined || !listed.has(match[1])) continue;
    if (codec.test(match[2])) return Number(match[1]);
  }
  return undefined;
}

function extension(lines: readonly string[], uri: string): number | undefined {
  for (const line of lines) {
    const match = /^a=extmap:(\d{1,3})\S* (\S+)/.exec(line);
    if (match?.[1] !== undefined && match[2] === uri) return Number(match[1]);
  }
  return undefined;
}

/** What a description's media sections say, by mid. */
export function readSections(sdp: string): Map<string, MediaSection> {
  const sections = new Map<string, MediaSection>();
  for (const lines of split(sdp)) {
    const mid = after(lines, 'a=mid:');
    if (mid === undefined || !(lines[0] ?? '').startsWith('m=')) continue;
    sections.set(mid, {
      mid,
      kind: kindOf(lines),
      cid: after(lines, 'a=msid:')?.split(' ')[1],
      sending: lines.some((line) => line === 'a=sendonly' || line === 'a=sendrecv'),
      opus: payloadType(lines, /^opus\/48000/i),
      red: payloadType(lines, /^red\/48000/i),
      levelExtension: extension(lines, LEVEL_EXTENSION),
    });
  }
  return sections;
}

/**
 * A publisher's offer with only what this server serves: Opus and RED, the mid and audio level extensions, no RTCP
 * feedback, candidates that can be reached. Without transport-cc and abs-send-time a sender makes no padding probes. `actpass` becomes `active`, so that
 * libwebrtc opens DTLS: it repeats a lost first flight after 50 ms, OpenSSL after 1 s.
 */
export function filterOffer(sdp: string): FilteredOffer {
  const sections = readSections(sdp);
  const parts = split(sdp).map((lines) => {
    const passive = lines
      .filter((line) => !line.startsWith('a=candidate:') || isReachable(line.slice(2)))
      .map((line) => (line === 'a=setup:actpass' ? 'a=setup:active' : line));
    if (!(lines[0] ?? '').startsWith('m=audio')) return passive;
    return filterAudio(passive);
  });
  return { sdp: join(parts), sections };
}

function filterAudio(lines: readonly string[]): string[] {
  const keep = new Set<string>();
  for (const pt of [payloadType(lines, /^opus\/48000/i), payloadType(lines, /^red\/48000/i)]) if (pt !== undefined) keep.add(String(pt));
  if (keep.size === 0) return [...lines];
  const out: string[] = [];
  for (const line of lines) {
    if (line.startsWith('m=')) {
      const words = line.split(' ');
      out.push([...words.slice(0, 3), ...words.slice(3).filter((pt) => keep.has(pt))].join(' '));
      continue;
    }
    const pt = /^a=(?:rtpmap|fmtp):(\d+)/.exec(line)?.[1];
    if (pt !== undefined && !keep.has(pt)) continue;
    if (line.startsWith('a=rtcp-fb:')) continue;
    const uri = /^a=extmap:\S+ (\S+)/.exec(line)?.[1];
    if (uri !== undefined && uri !== LEVEL_EXTENSION && uri !== MID_EXTENSION) continue;
    out.push(line);
  }
  return out;
}

/** How a section is to be sent: libwebrtc sets its encoder by the answer. */
export interface Reception {
  readonly red: boolean;
  readonly stereo: boolean;
  readonly dtx: boolean;
}

/**
 * libdatachannel mirrors directions and Opus parameters loosely. This says what the server means on a publisher connection:
 * receive what is sent, send nothing; RED as the preferred codec where it is wanted, which is how a client is told to send it;
 * and Opus as LiveKit's server asks for it (`opusParameters`).
 * @param receptions by mid; a section without one carries no known track
 */
export function fixAnswer(answer: string, sections: ReadonlyMap<string, MediaSection>, receptions: ReadonlyMap<string, Reception>): string {
  const parts = split(answer).map((lines) => {
    const mid = after(lines, 'a=mid:');
    const section = mid === undefined ? undefined : sections.get(mid);
    if (section === undefined || section.kind === 'application') return lines;
    return lines
      .filter((line) => !/^a=(msid|ssrc|ssrc-group):/.test(line))
      .map((line) => {
        if (DIRECTION.test(line)) return section.sending ? 'a=recvonly' : 'a=inactive';
        const reception = receptions.get(section.mid);
        if (line.startsWith('m=') && section.red !== undefined && reception?.red === true) return prefer(line, String(section.red));
        return section.opus === undefined ? line : opusParameters(line, section.opus, reception);
      });
  });
  return join(parts);
}

/** LiveKit's server asks a stereo track for all that Opus can do, bit/s. */
const STEREO_BITRATE = 510_000;
/** Parameters of Opus (RFC 7587) by which the answerer says what it wants to receive. An offer's own must not come back. */
const RECEIVER_PARAMETER = /^(stereo|usedtx|maxaveragebitrate)=/;

/**
 * The `a=fmtp` line of Opus as livekit-server 1.13.5 answers it; other lines as they are. libwebrtc offers `stereo=1` for itself,
 * and takes the same in the answer for a wish: it would encode a mono source in two channels, and at the client's 48 kbit/s
 * libopus then gives up full band for super-wideband.
 */
function opusParameters(line: string, opus: number, reception: Reception | undefined): string {
  const prefix = `a=fmtp:${opus} `;
  if (!line.startsWith(prefix)) return line;
  const parameters = line
    .slice(prefix.length)
    .split(';')
    .filter((parameter) => !RECEIVER_PARAMETER.test(parameter.trim()));
  if (reception?.dtx === true) parameters.push('usedtx=1');
  if (reception?.stereo === true) parameters.push('stereo=1', `maxaveragebitrate=${STEREO_BITRATE}`);
  return prefix + parameters.join(';');
}

function prefer(mediaLine: string, pt: string): string {
  const words = mediaLine.split(' ');
  const types = words.slice(3);
  if (!types.includes(pt)) return mediaLine;
  return [...words.slice(0, 3), pt, ...types.filter((other) => other !== pt)].join(' ');
}

/**
 * An own offer in which the sections of `dead` are inactive. They are never rejected (port 0): when the section that is
 * the BUNDLE tag is rejected, libwebrtc drops the whole transport.
 */
export function deactivate(offer: string, dead: ReadonlySet<string>): string {
  if (dead.size === 0) return offer;
  const parts = split(offer).map((lines) => {
    if (!dead.has(after(lines, 'a=mid:') ?? '')) return lines;
    return lines.filter((line) => !/^a=(msid|ssrc|ssrc-group):/.test(line)).map((line) => (DIRECTION.test(line) ? 'a=inactive' : line));
  });
  return join(parts);
}

export interface BareAnswer {
  readonly sdp: string;
  readonly candidates: readonly { readonly candidate: string; readonly mid: string }[];
}

/** An answer without its candidates, which must not reach libdatachannel together with it (facts.md: DTLS race). */
export function bareAnswer(answer: string): BareAnswer {
  const candidates: { candidate: string; mid: string }[] = [];
  const parts = split(answer).map((lines) => {
    const mid = after(lines, 'a=mid:') ?? '0';
    return lines.filter((line) => {
      if (line.startsWith('a=candidate:')) candidates.push({ candidate: line.slice(2), mid });
      return !line.startsWith('a=candidate:') && line !== 'a=end-of-candidates';
    });
  });
  return { sdp: join(parts), candidates };
}
