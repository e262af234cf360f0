/**
 * A sender in a process of its own, so that its event loop is neither the rig's nor another sender's. Started by `startSender`.
 * Messages both ways are plain JSON over IPC. What it pushed, and when, is in its log.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { messageOf, TurnrigError } from '../../../src/error.js';
import { endedWithin, settled, within } from '../../../simulator/bounded.js';
import type { LiveKitAccess } from '../../../simulator/transport/livekit/server-api.js';
import type { Part } from './part.js';

export interface SenderOrder {
  readonly access: LiveKitAccess;
  readonly room: string;
  readonly identity: string;
  readonly part: Part;
  readonly seed: number;
  /** File to make. */
  readonly log: string;
}

export type ToSender =
  | { readonly type: 'join'; readonly order: SenderOrder }
  /** Says so many bursts; an agent that answers needs no telling. */
  | { readonly type: 'play'; readonly bursts: number }
  | { readonly type: 'leave' };
export type FromSender = { readonly type: 'joined' | 'heard' | 'played' | 'left' } | { readonly type: 'failed'; readonly message: string };

export interface SenderProcess {
  /** Resolves when somebody in the room hears it. */
  heard(): Promise<void>;
  /** Resolves when so many bursts were said. */
  play(bursts: number): Promise<void>;
  /** Leaves the room and ends the process; its log is whole then. Never rejects. */
  leave(): Promise<void>;
}

/** Rendering the voices and joining take so long at most, on a machine that is busy with other things too. */
const JOIN_MS = 120_000;
/** How long a process may take to say good-bye, and to end after that. */
const LEAVE_MS = 8_000;

/** @throws TurnrigError `agent-start` when it does not come into the room, Overdue when it says nothing. */
export async function startSender(order: SenderOrder): Promise<SenderProcess> {
  const child = fork(fileURLToPath(new URL('./child.js', import.meta.url)), [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  const gone = once(child, 'exit');
  const said = new Map<FromSender['type'], () => void>();
  let failed: (error: Error) => void = () => undefined;
  const failure = new Promise<never>((_resolve, reject) => (failed = reject));
  failure.catch(() => undefined);
  child.on('message', (message: FromSender) => {
    if (message.type === 'failed') failed(new TurnrigError('agent-start', `sender ${order.identity}: ${message.message}`));
    else said.get(message.type)?.();
  });
  void gone.then(() => failed(new TurnrigError('agent-start', `the process of sender ${order.identity} ended`)));
  const until = (type: FromSender['type']): Promise<void> =>
    Promise.race([new Promise<void>((resolve) => said.set(type, resolve)), failure]);
  const leave = async (): Promise<void> => {
    const left = until('left').catch(() => undefined);
    tell(child, { type: 'leave' });
    await settled(LEAVE_MS, left);
    child.kill();
    await endedWithin(LEAVE_MS, gone, () => child.kill('SIGKILL'));
  };
  const heard = until('heard');
  heard.catch(() => undefined);
  const joined = until('joined');
  tell(child, { type: 'join', order });
  try {
    await within(JOIN_MS, `sender ${order.identity} did not join`, joined);
  } catch (error) {
    await leave();
    throw error;
  }
  return {
    heard: () => heard,
    play: (bursts) => {
      const played = until('played');
      tell(child, { type: 'play', bursts });
      return played;
    },
    leave,
  };
}

function tell(child: ChildProcess, message: ToSender): void {
  if (child.connected) child.send(message, () => undefined);
}

/** What a process says when something threw. */
export const failureOf = (error: unknown): FromSender => ({ type: 'failed', message: messageOf(error) });
