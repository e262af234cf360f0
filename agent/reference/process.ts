/**
 * A reference agent in a process of its own, so that its event loop is not the rig's. Started by `startReferenceProcess`.
 * Messages both ways are plain JSON over IPC; instants are decimal strings of monotonic nanoseconds, which all processes of a host share.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { messageOf, TurnrigError } from '../../src/error.js';
import { endedWithin, within } from '../../simulator/bounded.js';
import type { LiveKitAccess } from '../../simulator/transport/livekit/server-api.js';
import type { AgentAction, ReferenceBehaviour } from './behaviour.js';
import { createBehaviour } from './create.js';
import { ReferenceAgent, type TimedAction } from './livekit-agent.js';
import { spokenVoice } from './spoken-voice.js';

type ToAgent =
  | { readonly type: 'join'; readonly access: LiveKitAccess; readonly room: string; readonly behaviour: ReferenceBehaviour }
  | { readonly type: 'leave' };
type FromAgent =
  | { readonly type: 'joined' }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'left'; readonly actions: readonly { readonly what: AgentAction['what']; readonly ns: string }[] };

export type { TimedAction } from './livekit-agent.js';

export interface ReferenceProcess {
  readonly pid: number;
  /** Leaves the room, ends the process, and tells what the agent did. Nothing when the process is gone already. */
  leave(): Promise<readonly TimedAction[]>;
}

/** Rendering the voice and joining take so long at most, on a machine that is busy with other things too. */
const JOIN_MS = 120_000;
/** How long a process may take to say good-bye, and to end after that. */
const LEAVE_MS = 5_000;

/** @throws TurnrigError agent-start when it does not come into the room. */
export async function startReferenceProcess(access: LiveKitAccess, room: string, behaviour: ReferenceBehaviour): Promise<ReferenceProcess> {
  const child = fork(fileURLToPath(import.meta.url), [CHILD], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
  const gone = once(child, 'exit');
  const joined = next(child);
  tell(child, { type: 'join', access, room, behaviour });
  const answer = await within(
    JOIN_MS,
    'no word from its process',
    Promise.race([joined, gone.then((): FromAgent => ({ type: 'failed', message: 'its process ended' }))]),
  ).catch((error: unknown): FromAgent => ({ type: 'failed', message: messageOf(error) }));
  if (answer.type !== 'joined') {
    child.kill();
    await endedWithin(LEAVE_MS, gone, () => child.kill('SIGKILL'));
    throw new TurnrigError('agent-start', `the reference agent did not join: ${answer.type === 'failed' ? answer.message : answer.type}`);
  }
  return {
    pid: child.pid ?? 0,
    async leave() {
      const left = next(child);
      tell(child, { type: 'leave' });
      const nothing: FromAgent = { type: 'left', actions: [] };
      // One that was stopped, or whose native library hangs, says nothing any more.
      const end = await within(LEAVE_MS, 'no good-bye', Promise.race([left, gone.then(() => nothing)])).catch(() => nothing);
      await endedWithin(LEAVE_MS, gone, () => child.kill('SIGKILL'));
      return end.type === 'left' ? end.actions.map(({ what, ns }) => ({ what, ns: BigInt(ns) })) : [];
    },
  };
}

function next(child: ChildProcess): Promise<FromAgent> {
  return new Promise((resolve) => child.once('message', (message) => resolve(message as FromAgent)));
}

function tell(child: ChildProcess, message: ToAgent): void {
  if (child.connected) child.send(message, () => undefined);
}

const CHILD = 'turnrig-reference-agent';

async function join(access: LiveKitAccess, room: string, behaviour: ReferenceBehaviour): Promise<ReferenceAgent> {
  return ReferenceAgent.join(access, room, createBehaviour(behaviour, await spokenVoice()));
}

/** The child's side. */
function serve(): void {
  let agent: ReferenceAgent | undefined;
  const say = (message: FromAgent): void => void process.send?.(message);
  const leave = async (): Promise<void> => {
    await agent?.close();
    const actions = agent?.log().map(({ what, ns }) => ({ what, ns: String(ns) })) ?? [];
    if (process.connected) process.send?.({ type: 'left', actions } satisfies FromAgent, () => process.exit(0));
    else process.exit(0);
  };
  process.on('message', (message: ToAgent) => {
    if (message.type === 'leave') {
      void leave();
      return;
    }
    join(message.access, message.room, message.behaviour).then(
      (joined) => {
        agent = joined;
        say({ type: 'joined' });
      },
      (error: unknown) => say({ type: 'failed', message: messageOf(error) }),
    );
  });
  // The rig is gone: so is the agent.
  process.on('disconnect', () => void leave());
}

if (process.argv[2] === CHILD && process.send !== undefined) serve();
