import { describe, expect, it } from 'vitest';
import type { AgentBehaviour } from '../../agent/reference/behaviour.js';
import { behaviourOf } from '../../agent/reference/catalogue.js';
import { speechLike } from '../../agent/reference/speech-like.js';
import { TurnrigError } from '../../src/error.js';
import { decodePcm16 } from '../../src/media/pcm.js';
import { createSession } from '../../src/session/session.js';
import type { SessionCommand } from '../../src/schedule/events.js';
import { rigPos } from '../../src/time/position.js';
import { energyDetector } from '../../src/vad/energy.js';
import type { MemoryFault } from '../../simulator/transport/memory/memory.js';
import type { Transport } from '../../simulator/transport/transport.js';
import { ms, type TurnSketch } from '../schedule/scene.js';
import { answerAfter, compiled, MemoryStore, openOptions, rig } from './rig.js';

const TURNS: TurnSketch[] = [
  { id: 'hello', label: 'N2', voiced: 1200 },
  { id: 'ask', label: 'T', voiced: 1700, speaker: 'bob' },
  { id: 'talk', label: 'N2', voiced: 900 },
];
/** Does not answer the first turn: the next one comes before its 700 ms are over. */
const AGENT = answerAfter(700);

describe('a session in memory', () => {
  it('runs to its end, and the agent answers where it says it does', async () => {
    const { end, store } = await rig(compiled(TURNS), AGENT);
    expect(end).toMatchObject({ reason: 'complete', detail: '', health: { lateFrames: 0, lostPackets: 0 } });
    expect(store.ended).toEqual(end);
    const asked = store.of('turn-ended').find(({ turn }) => turn === 'ask')!;
    const answer = store.of('agent-speech-on')[0]!;
    expect((answer.since - asked.voicedEnd) / 48).toBeGreaterThan(690);
    expect((answer.since - asked.voicedEnd) / 48).toBeLessThan(710);
    expect((answer.at - answer.since) / 48).toBeLessThanOrEqual(250);
    const silent = store.of('agent-speech-off')[0]!;
    const talk = store.of('turn-started').find(({ turn }) => turn === 'talk')!;
    expect((talk.start - silent.since) / 48).toBeGreaterThanOrEqual(2000);
    expect((talk.start - silent.since) / 48).toBeLessThan(2050);
  });

  it('keeps every packet of every track, and the clips in them at the sample where they were played', async () => {
    const scene = compiled(TURNS);
    const { end, store } = await rig(scene, AGENT);
    expect(end.tracks.map(({ id }) => id)).toEqual(['h0', 'a0']);
    const clip = openOptions(scene, AGENT).clip;
    const packets = store.packets.get('h0')!;
    expect(end.packets).toEqual({ h0: packets.length, a0: store.packets.get('a0')!.length });
    for (const { turn, start } of store.of('turn-started')) {
      const expected = clip(`clip-${turn}`);
      const first = Math.floor(start / 960);
      const heard = packets.slice(first, first + Math.ceil(expected.length / 960) + 1).flatMap(({ payload }) => [...decodePcm16(payload)]);
      const from = start - first * 960;
      expect(Math.max(...expected.map((x, i) => Math.abs(x - heard[from + i]!)))).toBeLessThan(1e-4);
    }
    packets.forEach(({ arrival }, i) => expect(arrival).toBe((i + 1) * 960));
  });

  it('gives each speaker a track when the scene says so', async () => {
    const { end } = await rig(compiled(TURNS, { layout: 'tracks' }), AGENT);
    expect(end.reason).toBe('complete');
    expect(end.tracks.map(({ id, owner }) => [id, owner.kind === 'human' ? owner.speakers : owner.kind])).toEqual([
      ['h0', ['ann']],
      ['h1', ['bob']],
      ['a0', 'agent'],
    ]);
  });

  it('has the same log with the same seed on a bad network, and another one with another', async () => {
    const lines = async (seed: number): Promise<string> => {
      const network = { delay: ms(30), jitter: ms(10), loss: 0.05 };
      const { store, end } = await rig(compiled(TURNS), AGENT, { network, seed });
      expect(end.health.lostPackets).toBeGreaterThan(0);
      return JSON.stringify(store.lines);
    };
    expect(await lines(1)).toBe(await lines(1));
    expect(await lines(1)).not.toBe(await lines(2));
  });

  it('can be replayed: the logged events give the logged commands', async () => {
    const scene = compiled(TURNS);
    const { store } = await rig(scene, AGENT);
    const machine = createSession(scene);
    const again: SessionCommand[] = store.events().flatMap((event) => machine.handle(event));
    expect(again).toEqual(store.lines.flatMap((line) => (line.kind === 'command' ? [line.command] : [])));
  });

  it('runs the other reference agents', async () => {
    const silent = await rig(compiled(TURNS), behaviourOf('silent'));
    expect([silent.end.reason, silent.store.of('agent-speech-on').length]).toEqual(['complete', 0]);
    const always = await rig(compiled(TURNS), behaviourOf('always-on'));
    expect(always.end.reason).toBe('complete');
    expect(always.store.mark('greeting-truncated')).toBeDefined();
    expect(always.store.mark('truncated')).toBeDefined();
    const premature = await rig(compiled(TURNS), behaviourOf('premature', { pause: 300 }));
    const firstOn = premature.store.of('agent-speech-on')[0]!;
    expect((firstOn.since - premature.store.of('turn-ended')[0]!.voicedEnd) / 48).toBeCloseTo(300, -1);
  });

  it('waits for a greeting, and hears it through a second track of typing', async () => {
    const greeting = speechLike(ms(2000), 4);
    const typing = new Float32Array(ms(900));
    for (let i = 0; i < ms(3); i++) typing[i] = i % 2 ? 0.05 : -0.05;
    const greeter: AgentBehaviour = {
      actions: [],
      hear: () => undefined,
      speak: (at, pcm) => pcm.forEach((_, i) => (pcm[i] = greeting[at + i - ms(2500)] ?? 0)),
      ambience: (at, pcm) => pcm.forEach((_, i) => (pcm[i] = typing[(at + i) % typing.length] ?? 0)),
    };
    const scene = compiled(TURNS, { greeting: { policy: 'expected', within: ms(4000) } });
    const { end, store } = await rig(scene, AGENT, { agent: () => greeter });
    expect(end.reason).toBe('complete');
    expect(end.tracks.map(({ id }) => id)).toEqual(['h0', 'a0', 'a1']);
    expect(store.of('agent-speech-on')).toHaveLength(1);
    expect(store.mark('scene-start')! - store.of('agent-speech-off')[0]!.since / 48).toBeGreaterThanOrEqual(1000);
    expect(store.mark('scene-start')! - store.of('agent-speech-off')[0]!.since / 48).toBeLessThan(1000 + 100 + 40);
  });

  it('gives an agent that never reports a state time to settle', async () => {
    const { store } = await rig(compiled(TURNS), AGENT, { reportsReady: false });
    expect(store.mark('agent-ready')! - store.of('agent-flowing')[0]!.at / 48).toBe(2000);
  });
});

describe('bad days', () => {
  const table: [string, MemoryFault[], string, string][] = [
    ['no agent', [{ kind: 'agent-absent' }], 'agent-absent', 'missing: an agent in the room'],
    ['no track', [{ kind: 'no-track' }], 'agent-not-ready', 'missing: an audio track of the agent'],
    ['no RTP', [{ kind: 'no-rtp' }], 'agent-silent-track', "missing: audio on the agent's track"],
    ['a deaf agent', [{ kind: 'not-subscribed' }], 'agent-not-ready', "missing: the agent's subscription to ann, bob"],
    ['an agent that leaves', [{ kind: 'agent-leaves', at: ms(4000), reason: 'crashed' }], 'agent-left', 'crashed'],
    ['a server that goes', [{ kind: 'server-gone', at: ms(4000) }], 'rig-trouble', 'server-gone: the room is gone'],
  ];
  it.each(table)('%s', async (_name, faults, reason, detail) => {
    const { end, store } = await rig(compiled(TURNS), AGENT, { faults });
    expect(end).toMatchObject({ reason, detail });
    expect(store.ended).toEqual(end);
    expect(store.packets.get('h0')!.length).toBeGreaterThan(100);
    expect(store.lines.at(-1)).toMatchObject({ kind: 'command', command: { type: 'finish', reason } });
  });

  it('turns that leave late are played, told of and counted', async () => {
    const { end, store } = await rig(compiled(TURNS), AGENT, { faults: [{ kind: 'late-turns', by: ms(33) }] });
    expect(end).toMatchObject({ reason: 'complete', health: { lateFrames: 3, maxLateness: ms(33) } });
    expect(store.of('rig-trouble').map(({ what, amount }) => [what, amount])).toEqual(Array(3).fill(['late-frame', ms(33)]));
  });

  it('Ctrl-C ends the session and keeps its evidence', async () => {
    const abort = new AbortController();
    const onEvent = ({ type }: { type: string }): void => (type === 'turn-started' ? abort.abort('Ctrl-C') : undefined);
    const { end, store } = await rig(compiled(TURNS), AGENT, {}, { signal: abort.signal, onEvent });
    expect(end).toMatchObject({ reason: 'stopped', detail: 'Ctrl-C' });
    expect(store.of('stop-requested')).toHaveLength(1);
    const before = new AbortController();
    before.abort();
    expect((await rig(compiled(TURNS), AGENT, {}, { signal: before.signal })).end).toMatchObject({ reason: 'stopped', lastPos: 0 });
  });

  it('a full disk ends the session; what was recorded stays, and the error is told', async () => {
    const store = new MemoryStore();
    store.failAfter = 12;
    store.fullDisk = new TurnrigError('store', 'the disk is full');
    await expect(rig(compiled(TURNS), AGENT, {}, { store })).rejects.toThrow('the disk is full');
    expect(store.lines).toHaveLength(12);
    expect(store.packets.get('h0')!.length).toBeGreaterThan(0);
    expect(store.ended).toBeUndefined();
  });

  it('a room that cannot be had is an error, and an ended attempt', async () => {
    const store = new MemoryStore();
    const transport: Transport = { name: 'broken', open: () => Promise.reject(new TurnrigError('room-unreachable', 'nobody there')) };
    await expect(rig(compiled(TURNS), AGENT, {}, { store, transport })).rejects.toMatchObject({ code: 'room-unreachable' });
    expect(store.ended).toMatchObject({ reason: 'rig-trouble', detail: 'nobody there' });
  });

  it('a live ear that fails ends the session', async () => {
    const detector = (): ReturnType<typeof energyDetector> => {
      const good = energyDetector();
      let frames = 0;
      return {
        ...good,
        frame: good.frame,
        reset: () => undefined,
        speechProbability: () => {
          if (frames++ > 100) throw new Error('model broke');
          return 0;
        },
      };
    };
    const { end } = await rig(compiled(TURNS), AGENT, {}, { detector });
    expect(end).toMatchObject({ reason: 'rig-trouble', detail: 'recorder-gone: model broke' });
  });

  it('a transport that throws on play ends the session', async () => {
    const scene = compiled([{ id: 'a', speaker: 'nobody' }]);
    const { end } = await rig(scene, AGENT);
    expect(end.reason).toBe('rig-trouble');
    expect(end.detail).toContain('nobody');
  });

  it('an agent from outside cannot come into memory', async () => {
    const options = { ...openOptions(compiled(TURNS), AGENT), way: { kind: 'automatic' as const } };
    const store = new MemoryStore();
    await expect(rig(compiled(TURNS), AGENT, {}, { store, options })).rejects.toMatchObject({ code: 'input' });
    expect(store.ended?.lastPos).toBe(rigPos(0));
  });
});
