import type { ParticipantPermission } from '@livekit/protocol';
import type { Participant } from './participant.js';
import { unpublishAll } from './publishing.js';
import type { Room } from './room.js';
import { subscribe, unsubscribe } from './subscription.js';

/** New permissions take effect at once: what is no longer allowed ends, what became allowed begins. */
export function changePermission(room: Room, participant: Participant, permission: ParticipantPermission): void {
  const heardBefore = participant.permission.canSubscribe;
  participant.permission = permission;
  if (!permission.canPublish) unpublishAll(room, participant);
  if (!permission.canSubscribe) for (const { track } of [...participant.subscriptions.values()]) unsubscribe(participant, track);
  if (permission.canSubscribe && !heardBefore && participant.client.autoSubscribe)
    for (const other of room.others(participant))
      if (!other.hidden) for (const track of other.published.values()) subscribe(participant, track);
}
