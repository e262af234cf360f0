/** The scene's humans in the room: who joins under which name, and which track carries which speakers (layout `mixed` or `tracks`). */
import type { LocalTrackPublication } from '@livekit/rtc-node';
import type { Room } from '@livekit/rtc-node';
import type { CompiledScene } from '../../../src/scenario/model.js';
import type { SpeakerId } from '../../../src/schedule/events.js';
import { SpeakingParticipant } from '../../speaker/participant.js';
import type { Identity, ServerApi } from './server-api.js';

export interface HumanSeat extends Identity {
  readonly speakers: readonly SpeakerId[];
  readonly trackName: string;
}

export interface Human {
  readonly seat: HumanSeat;
  readonly participant: SpeakingParticipant;
}

/** Name of every human's track: what a headset publishes. */
const TRACK_NAME = 'microphone';

/** Who sits at the table. Identities of speakers are their ids, so that an agent can tell them apart. */
export function seats(scene: CompiledScene): HumanSeat[] {
  if (scene.layout === 'mixed')
    return [
      {
        identity: 'humans',
        name: scene.speakers.map((speaker) => speaker.name).join(', '),
        speakers: scene.speakers.map((speaker) => speaker.id),
        trackName: TRACK_NAME,
      },
    ];
  return scene.speakers.map((speaker) => ({ identity: speaker.id, name: speaker.name, speakers: [speaker.id], trackName: TRACK_NAME }));
}

/**
 * Joins all of them. None subscribes by itself: the first subscriber of a human's track that is not ours is the agent, and that is the
 * proof that it hears (see `Subscriptions`). On failure nobody stays behind.
 *
 * @param prepare called with each one's room before it connects; the first one's is the one that hears and watches the agent.
 */
export async function seatHumans(
  api: ServerApi,
  server: string,
  room: string,
  scene: CompiledScene,
  prepare: (room: Room, first: boolean) => void,
): Promise<Human[]> {
  const joins = seats(scene).map(async (seat, index): Promise<Human> => {
    const token = await api.speakerToken(room, seat);
    const participant = await SpeakingParticipant.join({
      server,
      token,
      trackName: seat.trackName,
      autoSubscribe: false,
      prepare: (speakersRoom) => prepare(speakersRoom, index === 0),
    });
    return { seat, participant };
  });
  const settled = await Promise.allSettled(joins);
  const failed = settled.find((result) => result.status === 'rejected');
  const seated = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  if (failed === undefined) return seated;
  await Promise.all(seated.map((human) => human.participant.close()));
  throw failed.reason;
}

/** The track's id on the server. rtc-node keeps the object and changes the id when it publishes anew after a reconnect. */
export function trackSid(publication: LocalTrackPublication): string {
  return publication.sid ?? '';
}
