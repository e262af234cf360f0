/** livekit.RoomService, as livekit-server-sdk calls it. */
import {
  CreateRoomRequest,
  DataPacket,
  DataPacket_Kind,
  DeleteRoomRequest,
  DeleteRoomResponse,
  DisconnectReason,
  LeaveRequest_Action,
  ListParticipantsRequest,
  ListParticipantsResponse,
  ListRoomsRequest,
  ListRoomsResponse,
  MuteRoomTrackRequest,
  MuteRoomTrackResponse,
  RemoveParticipantResponse,
  RoomParticipantIdentity,
  SendDataRequest,
  SendDataResponse,
  UpdateParticipantRequest,
  UpdateRoomMetadataRequest,
  UpdateSubscriptionsRequest,
  UpdateSubscriptionsResponse,
  UserPacket,
} from '@livekit/protocol';
import { LOSSY, RELIABLE } from './native.js';
import type { Participant } from './participant.js';
import { changePermission } from './permission.js';
import { muteByServer } from './publishing.js';
import type { Room } from './room.js';
import type { Rooms } from './rooms.js';
import type { VideoGrants } from './token.js';
import { method, TwirpError, type Methods } from './twirp.js';

function need(allowed: boolean | undefined): void {
  if (allowed !== true) throw new TwirpError('unauthenticated', 'permissions denied');
}
/** Administration of one room: the token must name it. */
export function needAdmin(grants: VideoGrants, room: string): void {
  need(grants.roomAdmin === true && grants.room === room);
}
export function existing(rooms: Rooms, name: string): Room {
  const room = rooms.get(name);
  if (room === undefined) throw new TwirpError('not_found', 'requested room does not exist');
  return room;
}
function member(rooms: Rooms, name: string, identity: string): { room: Room; participant: Participant } {
  const room = existing(rooms, name);
  const participant = room.participants.get(identity);
  if (participant === undefined) throw new TwirpError('not_found', 'participant does not exist');
  return { room, participant };
}

export function roomService(rooms: Rooms): Methods {
  return new Map([
    [
      'RoomService/CreateRoom',
      method(CreateRoomRequest, (request, grants) => {
        need(grants.roomCreate);
        if (request.name === '') throw new TwirpError('invalid_argument', 'the room needs a name');
        const room = rooms.get(request.name);
        room?.configure(request);
        return (room ?? rooms.open(request.name, request, request.agents)).info();
      }),
    ],
    [
      'RoomService/ListRooms',
      method(ListRoomsRequest, (request, grants) => {
        need(grants.roomList);
        const wanted = rooms.all().filter((room) => request.names.length === 0 || request.names.includes(room.name));
        return new ListRoomsResponse({ rooms: wanted.map((room) => room.info()) });
      }),
    ],
    [
      'RoomService/DeleteRoom',
      method(DeleteRoomRequest, (request, grants) => {
        need(grants.roomCreate);
        existing(rooms, request.room).close(DisconnectReason.ROOM_DELETED);
        return new DeleteRoomResponse();
      }),
    ],
    [
      'RoomService/UpdateRoomMetadata',
      method(UpdateRoomMetadataRequest, (request, grants) => {
        needAdmin(grants, request.room);
        const room = existing(rooms, request.room);
        room.setMetadata(request.metadata);
        return room.info();
      }),
    ],
    [
      'RoomService/ListParticipants',
      method(ListParticipantsRequest, (request, grants) => {
        needAdmin(grants, request.room);
        const participants = [...(rooms.get(request.room)?.participants.values() ?? [])];
        return new ListParticipantsResponse({ participants: participants.map((participant) => participant.info()) });
      }),
    ],
    [
      'RoomService/GetParticipant',
      method(RoomParticipantIdentity, (request, grants) => {
        needAdmin(grants, request.room);
        return member(rooms, request.room, request.identity).participant.info();
      }),
    ],
    [
      'RoomService/RemoveParticipant',
      method(RoomParticipantIdentity, (request, grants) => {
        needAdmin(grants, request.room);
        const { room, participant } = member(rooms, request.room, request.identity);
        room.remove(participant, DisconnectReason.PARTICIPANT_REMOVED, LeaveRequest_Action.DISCONNECT);
        return new RemoveParticipantResponse();
      }),
    ],
    [
      'RoomService/MutePublishedTrack',
      method(MuteRoomTrackRequest, (request, grants) => {
        needAdmin(grants, request.room);
        const { room, participant } = member(rooms, request.room, request.identity);
        const track = muteByServer(room, participant, request.trackSid, request.muted);
        if (track === undefined) throw new TwirpError('not_found', 'track is not published by the participant');
        return new MuteRoomTrackResponse({ track: track.info });
      }),
    ],
    [
      'RoomService/UpdateParticipant',
      method(UpdateParticipantRequest, (request, grants) => {
        needAdmin(grants, request.room);
        const { room, participant } = member(rooms, request.room, request.identity);
        if (!participant.change(request)) throw new TwirpError('invalid_argument', 'metadata or attributes exceed the limits');
        if (request.permission !== undefined) changePermission(room, participant, request.permission);
        room.announce(participant);
        return participant.info();
      }),
    ],
    [
      'RoomService/UpdateSubscriptions',
      method(UpdateSubscriptionsRequest, (request, grants) => {
        needAdmin(grants, request.room);
        const { room, participant } = member(rooms, request.room, request.identity);
        const sids = [...request.trackSids, ...request.participantTracks.flatMap((tracks) => tracks.trackSids)];
        room.setSubscriptions(participant, sids, request.subscribe);
        return new UpdateSubscriptionsResponse();
      }),
    ],
    [
      'RoomService/SendData',
      method(SendDataRequest, (request, grants) => {
        needAdmin(grants, request.room);
        existing(rooms, request.room).relay(dataPacket(request), request.kind === DataPacket_Kind.LOSSY ? LOSSY : RELIABLE, undefined);
        return new SendDataResponse();
      }),
    ],
  ]);
}

/* eslint-disable @typescript-eslint/no-deprecated -- the SDK's older signature sends sids, and older clients read them in the user part */
function dataPacket(request: SendDataRequest): DataPacket {
  const { data, topic, destinationIdentities, destinationSids } = request;
  const value = new UserPacket({ payload: data, destinationSids, destinationIdentities, ...(topic === undefined ? {} : { topic }) });
  return new DataPacket({ destinationIdentities, value: { case: 'user', value } });
}
/* eslint-enable @typescript-eslint/no-deprecated */
