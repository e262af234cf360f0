/** livekit.AgentDispatchService, as livekit-server-sdk calls it. */
import {
  CreateAgentDispatchRequest,
  DeleteAgentDispatchRequest,
  ListAgentDispatchRequest,
  ListAgentDispatchResponse,
} from '@livekit/protocol';
import type { Dispatcher } from './dispatch.js';
import { existing, needAdmin } from './room-service.js';
import type { Rooms } from './rooms.js';
import { method, TwirpError, type Methods } from './twirp.js';

export function agentDispatchService(rooms: Rooms, dispatcher: Dispatcher): Methods {
  return new Map([
    [
      'AgentDispatchService/CreateDispatch',
      method(CreateAgentDispatchRequest, (request, grants) => {
        needAdmin(grants, request.room);
        return dispatcher.create(rooms.get(request.room) ?? rooms.open(request.room, {}, []), request);
      }),
    ],
    [
      'AgentDispatchService/ListDispatch',
      method(ListAgentDispatchRequest, (request, grants) => {
        needAdmin(grants, request.room);
        const room = rooms.get(request.room);
        const dispatches = room === undefined ? [] : dispatcher.list(room);
        const agentDispatches = dispatches.filter((dispatch) => request.dispatchId === '' || dispatch.id === request.dispatchId);
        return new ListAgentDispatchResponse({ agentDispatches });
      }),
    ],
    [
      'AgentDispatchService/DeleteDispatch',
      method(DeleteAgentDispatchRequest, (request, grants) => {
        needAdmin(grants, request.room);
        const deleted = dispatcher.delete(existing(rooms, request.room), request.dispatchId);
        if (deleted === undefined) throw new TwirpError('not_found', 'dispatch does not exist');
        return deleted;
      }),
    ],
  ]);
}
