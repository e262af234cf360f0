/**
 * The little of SDP that a receive-only peer of LiveKit needs (RFC 8866, RFC 8843 for mids, RFC 8830 for msids). Pure.
 */

/** A media section of an offer that carries somebody's track. */
export interface OfferedStream {
  readonly mid: string;
  readonly kind: 'audio' | 'video';
  /** False when the section is inactive or carries nothing: the track is gone. */
  readonly sending: boolean;
  /** Participant and track id from the section's msid; LiveKit writes "PA_x|TR_y TR_y". */
  readonly participantSid: string;
  readonly trackSid: string;
  readonly ssrcs: readonly number[];
}

function mediaSections(sdp: string): string[] {
  return sdp.split(/\r?\n(?=m=)/).slice(1);
}

/** Value of `a=<name>:` in a section, or undefined. */
function attribute(section: string, name: string): string | undefined {
  return new RegExp(`^a=${name}:(.*?)\\r?$`, 'm').exec(section)?.[1];
}

function direction(section: string): string {
  return /^a=(sendonly|sendrecv|recvonly|inactive)\r?$/m.exec(section)?.[1] ?? 'sendrecv';
}

/** Audio and video sections of an offer with whose track they carry. */
export function offeredStreams(offer: string): OfferedStream[] {
  return mediaSections(offer).flatMap((section) => {
    const kind = /^m=(audio|video) /.exec(section)?.[1];
    if (kind !== 'audio' && kind !== 'video') return [];
    const [stream = '', track = ''] = (attribute(section, 'msid') ?? '').split(' ');
    const [participantSid = '', fromStream = ''] = stream.split('|');
    const ssrcs = [...section.matchAll(/^a=ssrc:(\d+) /gm)].map((found) => Number(found[1]));
    const way = direction(section);
    return [
      {
        mid: attribute(section, 'mid') ?? '',
        kind,
        sending: way === 'sendonly' || way === 'sendrecv',
        participantSid,
        trackSid: track.startsWith('TR_') ? track : fromStream || track,
        ssrcs: [...new Set(ssrcs)],
      },
    ];
  });
}

/** Codec names (lower case) by payload type, from every rtpmap of the description. */
export function payloadTypes(sdp: string): Map<number, string> {
  const types = new Map<number, string>();
  for (const found of sdp.matchAll(/^a=rtpmap:(\d+) ([\w.-]+)\//gm)) {
    if (found[1] !== undefined && found[2] !== undefined) types.set(Number(found[1]), found[2].toLowerCase());
  }
  return types;
}

/**
 * The answer as a pure receiver gives it: what the offer sends is recvonly, what it does not is inactive, and no msid or ssrc of our own
 * (libdatachannel reciprocates them, and servers take them for a publication).
 */
export function receiveOnly(answer: string, offer: string): string {
  const sending = new Map<string, boolean>();
  for (const section of mediaSections(offer)) sending.set(attribute(section, 'mid') ?? '', /^a=send(only|recv)\r?$/m.test(section));
  const [head = '', ...sections] = answer.split(/\r?\n(?=m=)/);
  const fixed = sections.map((section) => {
    if (!/^m=(audio|video) /.test(section)) return section.trimEnd();
    const want = sending.get(attribute(section, 'mid') ?? '') === true ? 'recvonly' : 'inactive';
    return section
      .replace(/^a=(sendonly|recvonly|sendrecv|inactive)(\r?)$/m, `a=${want}$2`)
      .replace(/^a=(msid|ssrc|ssrc-group):.*(\r?\n|$)/gm, '')
      .trimEnd();
  });
  return [head.trimEnd(), ...fixed].join('\r\n') + '\r\n';
}
