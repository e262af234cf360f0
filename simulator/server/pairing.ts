/** Which of a client's tracks a media section of its offer carries. Pure. */
import { TrackType } from '@livekit/protocol';
import type { MediaSection } from './sdp.js';

/** What pairing needs of a track. */
export interface Pairable {
  /** Client id under which it was announced. */
  readonly cid: string;
  /** The id by which the sending section names it, from the first offer that sent it on. */
  readonly senderId: string | undefined;
  readonly info: { readonly type: TrackType };
}

/**
 * The tracks of the sending audio sections, by mid. A live track keeps the section that names it as before. Then an announced one
 * takes the section that names its client id. What is left over goes in order, as on LiveKit's server: libwebrtc names a sender
 * by its track's id, except when an earlier sender of the connection had that name, stopped or not; then by a random one. So a
 * client that publishes one track object again announces the old client id and sends under another.
 * @param live tracks that earlier offers sent
 * @param announced in the order of their announcements
 */
export function pairSections<T extends Pairable>(
  sections: ReadonlyMap<string, MediaSection>,
  live: Iterable<T>,
  announced: Iterable<T>,
): Map<string, T> {
  const audio = (tracks: Iterable<T>): T[] => [...tracks].filter(({ info }) => info.type === TrackType.AUDIO);
  const paired = new Map<string, T>();
  let open = [...sections.values()].filter(({ kind, sending, cid }) => kind === 'audio' && sending && cid !== undefined);
  let waiting = audio(announced);
  const pair = (section: MediaSection, track: T | undefined): void => {
    if (track === undefined) return;
    paired.set(section.mid, track);
    open = open.filter((other) => other !== section);
    waiting = waiting.filter((other) => other !== track);
  };
  const playing = audio(live);
  for (const section of open) {
    pair(
      section,
      playing.find(({ senderId }) => senderId === section.cid),
    );
  }
  for (const section of open) {
    pair(
      section,
      waiting.find(({ cid }) => cid === section.cid),
    );
  }
  for (const section of open) pair(section, waiting[0]);
  return paired;
}
