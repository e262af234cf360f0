/** A room server that stands still in the middle of a session: it ends all the same, and counts for nobody. Nothing here asks how long that takes. */
import { afterEach, expect, test } from 'vitest';
import { behaviourOf } from '../../agent/reference/catalogue.js';
import { runSession } from '../../simulator/conductor/conductor.js';
import type { RoomServer } from '../../simulator/server/room-server.js';
import { startRoomServer } from '../../simulator/server/start.js';
import { livekitTransport } from '../../simulator/transport/livekit/livekit.js';
import type { CompiledScene } from '../../src/scenario/model.js';
import type { SessionEvent } from '../../src/schedule/events.js';
import { outcomeOf } from '../../src/score/outcome.js';
import { msToSamples } from '../../src/time/position.js';
import { energyDetector } from '../../src/vad/energy.js';
import { compiled, MemoryStore, openOptions } from '../conductor/rig.js';

const ANSWERS = behaviourOf('answer-after', { delay: 400, speak: 800 });
/** A machine that is busy may take a minute to bring an agent in. */
const patient = (scene: CompiledScene): CompiledScene => ({ ...scene, limits: { ...scene.limits, readyWithin: msToSamples(90_000) } });
/** Over two seconds after its only turn has left: before any watch has noticed. */
const SHORT = patient(compiled([{ id: 'go', label: 'N2', voiced: 400 }]));
const LONG = patient(compiled(Array.from({ length: 8 }, (_, i) => ({ id: `t${i}`, label: 'T' as const, voiced: 900 }))));

let server: RoomServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

async function play(scene: CompiledScene, onEvent: (event: SessionEvent) => void) {
  if (server === undefined) throw new Error('no server');
  const store = new MemoryStore();
  const room = `still-${process.pid}-${Math.floor(Math.random() * 1e9).toString(36)}`;
  const end = await runSession({
    transport: livekitTransport(server),
    options: { ...openOptions(scene, ANSWERS), room },
    store,
    detector: () => energyDetector(),
    onEvent,
  });
  expect(store.ended).toEqual(end);
  return { end, outcome: outcomeOf(end, store.events(), scene.limits, true) };
}

test.each([
  ['long', LONG],
  ['short', SHORT],
])('a room server that is stopped in the middle of a %s session spoils it', { timeout: 600_000 }, async (_, scene) => {
  server = await startRoomServer();
  const { pid } = server;
  const { end, outcome } = await play(scene, (event) => {
    if (event.type === 'turn-started') process.kill(pid, 'SIGSTOP');
  });
  expect(end.reason).toBe('rig-trouble');
  expect(end.detail).not.toBe('');
  expect(outcome.outcome).toBe('rig_invalid');
});
