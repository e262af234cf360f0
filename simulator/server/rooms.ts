import { DisconnectReason } from '@livekit/protocol';
import type { DispatchRequest, Dispatcher } from './dispatch.js';
import { Room, type RoomSettings } from './room.js';

/** All rooms by name. Opening one also starts its agents. */
export class Rooms {
  private readonly rooms = new Map<string, Room>();

  constructor(private readonly dispatcher: Dispatcher) {}

  get(name: string): Room | undefined {
    return this.rooms.get(name);
  }

  all(): Room[] {
    return [...this.rooms.values()];
  }

  /** Opens a room that is not there yet. */
  open(name: string, settings: Partial<RoomSettings>, agents: readonly DispatchRequest[]): Room {
    const dispatcher = this.dispatcher;
    const room = new Room(name, settings, {
      active: (changed) => dispatcher.participantChanged(changed),
      published: (changed) => dispatcher.participantChanged(changed),
      closed: (closed) => {
        this.rooms.delete(name);
        dispatcher.roomClosed(closed);
      },
    });
    this.rooms.set(name, room);
    dispatcher.roomOpened(room, agents);
    return room;
  }

  close(): void {
    for (const room of this.all()) room.close(DisconnectReason.SERVER_SHUTDOWN);
  }
}
