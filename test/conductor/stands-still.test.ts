/** A session ends whatever stands still in it, keeps what it recorded, and says where it stood. Natives are played by promises that never settle. */
import { expect, test } from 'vitest';
import { InOrder } from '../../simulator/conductor/in-order.js';
import { runSession } from '../../simulator/conductor/conductor.js';
import { LiveClock } from '../../simulator/transport/livekit/live-clock.js';
import { memoryTransport } from '../../simulator/transport/memory/memory.js';
import type { Transport, TransportSession } from '../../simulator/transport/transport.js';
import { spoiledBy } from '../../src/score/spoiled.js';
import type { SessionEnd } from '../../src/recording/model.js';
import { longestSession } from '../../src/session/longest.js';
import { VirtualClock } from '../../src/time/virtual-clock.js';
import { energyDetector } from '../../src/vad/energy.js';
import type { TurnSketch } from '../schedule/scene.js';
import { answerAfter, compiled, MemoryStore, openOptions } from './rig.js';

const TURNS: TurnSketch[] = [{ id: 'ask', label: 'T', voiced: 1200 }];
const AGENT = answerAfter(400);
const never = new Promise<never>(() => undefined);
const memory = memoryTransport();

/** The room in memory, its session changed. */
const changed = (change: (session: TransportSession, step: (what: string) => void) => Partial<TransportSession>): Transport => ({
  name: 'changed',
  open: async (options, handler) => {
    const session = await memory.open(options, handler);
    const own: Partial<TransportSession> = change(session, (what) => handler.step?.(what));
    return {
      clock: session.clock,
      zeroNs: session.zeroNs,
      play: (request) => session.play(request),
      health: () => session.health(),
      agentLog: () => session.agentLog(),
      close: () => session.close(),
      ...own,
    };
  },
});

async function play(transport: Transport): Promise<{ end: SessionEnd; store: MemoryStore; steps: string[] }> {
  const store = new MemoryStore();
  const steps: string[] = [];
  const scene = compiled(TURNS);
  const end = await runSession({
    transport,
    options: openOptions(scene, AGENT),
    store,
    detector: () => energyDetector(),
    onStep: (step) => steps.push(step),
    patience: { opening: 50, leaving: 50 },
  });
  expect(store.ended).toEqual(end);
  return { end, store, steps };
}

function spoiled(end: SessionEnd, store: MemoryStore): void {
  expect(end.reason).toBe('rig-trouble');
  expect(end.spoiled).toEqual({ cause: 'trouble', detail: end.detail });
  expect(spoiledBy(end, store.events(), compiled(TURNS).limits, true)?.cause).toBe('trouble');
}

test('a room that never opens', async () => {
  const { end, store } = await play({
    name: 'stuck',
    open: (_options, handler) => {
      handler.step?.('joining: the recorder');
      return never;
    },
  });
  spoiled(end, store);
  expect(end.detail).toBe('the session stood still within 0.05 s (joining: the recorder)');
});

test('a room that opens after it was given up is left again', async () => {
  let left = 0;
  let open: (session: TransportSession) => void = () => undefined;
  const { end, store } = await play({ name: 'late', open: () => new Promise((resolve) => (open = resolve)) });
  spoiled(end, store);
  const session = await memory.open(openOptions(compiled(TURNS), AGENT), {
    input: () => undefined,
    track: () => undefined,
    packet: () => undefined,
  });
  open({
    clock: session.clock,
    zeroNs: session.zeroNs,
    play: () => undefined,
    health: () => session.health(),
    agentLog: () => [],
    close: () => {
      left++;
      return session.close();
    },
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(left).toBe(1);
});

test('a room that is never left: what was recorded stays', async () => {
  const { end, store, steps } = await play(
    changed((session, step) => ({
      close: () => {
        step('leaving: the speakers');
        void session.close();
        return never;
      },
    })),
  );
  spoiled(end, store);
  expect(end.detail).toBe('the session did not end within 0.05 s (leaving: the speakers)');
  expect(end.packets['a0']).toBeGreaterThan(0);
  expect(steps).toEqual(['opening the room', 'playing', 'leaving: the speakers', 'storing']);
});

test('a server that is found dead on the way out', async () => {
  const { end, store } = await play(changed(() => ({ trouble: () => 'the room server did not answer at the end' })));
  spoiled(end, store);
  expect(end.detail).toBe('the room server did not answer at the end');
});

test('what goes on beyond the longest time that a session can take', async () => {
  const scene = compiled(TURNS);
  const clock = new VirtualClock();
  const store = new MemoryStore();
  // A gate that never hears of an opened room has nothing to wait for: the machine asks for no time by itself.
  const transport: Transport = {
    name: 'deaf',
    open: async (options, handler) => {
      const session = await memoryTransport(clock).open(options, { ...forward(handler), input: () => undefined });
      handler.input({ type: 'agent-joined', identity: 'agent' });
      return session;
    },
  };
  const end = await runSession({ transport, options: openOptions(scene, AGENT), store, detector: () => energyDetector() });
  spoiled(end, store);
  expect(end.detail).toBe('stood-still: the session went on beyond the longest time it can take');
  expect(store.of('rig-trouble').map(({ what }) => what)).toEqual(['stood-still']);
  expect(end.lastPos).toBeGreaterThan(longestSession(scene));
});

function forward(handler: Parameters<Transport['open']>[1]): Parameters<Transport['open']>[1] {
  return {
    input: (input) => handler.input(input),
    track: (track) => handler.track(track),
    packet: (track, packet) => handler.packet(track, packet),
  };
}

test('a live ear that is far behind is not waited for', async () => {
  let asked = 0;
  let answer: () => void = () => undefined;
  const order = new InOrder(new LiveClock(), () => undefined);
  const heard: number[] = [];
  for (let i = 0; i < 100; i++)
    order.push(
      () => {
        asked++;
        return new Promise<number>((resolve) => (answer = () => resolve(i)));
      },
      (value) => heard.push(value),
    );
  await Promise.resolve();
  await Promise.resolve();
  order.stop();
  answer();
  await order.idle();
  expect(asked).toBe(1);
  expect(heard).toEqual([0]);
});
