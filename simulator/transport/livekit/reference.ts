/** Reference agents come as guests: in this process, as participants like any other. */
import { createBehaviour } from '../../../agent/reference/create.js';
import { ReferenceAgent } from '../../../agent/reference/livekit-agent.js';
import { scriptOf } from '../../../agent/reference/script.js';
import { spokenVoice } from '../../../agent/reference/spoken-voice.js';
import { TurnrigError } from '../../../src/error.js';
import type { AgentWay, OpenOptions } from '../transport.js';
import type { LiveKitAccess } from './server-api.js';
import type { Guest } from './session.js';

/** Renders the voice, which keeps the process busy for a second: before anybody streams, not while frames are due. */
export async function prepareReferenceAgent(way: AgentWay): Promise<void> {
  if (way.kind === 'reference') await spokenVoice();
}

export async function seatReferenceAgent(access: LiveKitAccess, options: OpenOptions): Promise<Guest> {
  if (options.way.kind !== 'reference') throw new TurnrigError('internal', `a ${options.way.kind} agent is not ours to seat`);
  return ReferenceAgent.join(access, options.room, createBehaviour(options.way.behaviour, await spokenVoice(), scriptOf(options.scene)));
}
