import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { TurnrigError } from '../../src/error.js';
import type { SessionEnd } from '../../src/recording/model.js';
import { NO_HEALTH } from '../../src/recording/no-health.js';
import { rigPos } from '../../src/time/position.js';
import type { PlannedSession } from '../../src/scenario/model.js';
import { AttemptQueue } from '../../simulator/supervisor/attempts.js';
import { supervise, type SupervisorEvent, type SupervisorOptions } from '../../simulator/supervisor/supervisor.js';

const workerFile = fileURLToPath(new URL('./fixtures/worker.mjs', import.meta.url));

function play(scripts: readonly string[], options: Partial<SupervisorOptions> = {}) {
  const plan: PlannedSession[] = scripts.map((scene, i) => ({
    id: `${scene}#${i}@a`,
    suite: 'test',
    scene,
    agent: 'a',
    repeat: i,
    block: 0,
    seed: i,
  }));
  const events: SupervisorEvent[] = [];
  const queue = new AttemptQueue(plan);
  const done = supervise({
    runDir: '/nowhere',
    queue,
    prepare: () =>
      Promise.resolve({
        agent: { name: 'a', way: 'wait', settings: {}, reported: {} },
        way: { kind: 'wait' },
        access: { kind: 'memory' },
        agentGroup: undefined,
        longestMs: 600_000,
      }),
    detector: 'energy',
    concurrency: 2,
    workerFile,
    roomPrefix: 'test',
    signal: new AbortController().signal,
    ...options,
    onEvent: (event) => {
      events.push(event);
      options.onEvent?.(event);
    },
  });
  const seen = (type: SupervisorEvent['type']) => events.filter((event) => event.type === type);
  return { done, queue, events, seen };
}

const stoodStill = (detail: string): SessionEnd => ({
  reason: 'rig-trouble',
  detail,
  tracks: [],
  lastPos: rigPos(0),
  packets: {},
  health: NO_HEALTH,
  spoiled: { cause: 'trouble', detail },
});

describe('supervise', () => {
  it('plays every session once', async () => {
    const { done, queue, seen } = play(['ok', 'absent', 'ok', 'ok', 'ok']);
    expect(await done).toEqual({ stopped: false, fatal: undefined });
    expect(queue.settled).toBe(5);
    expect(seen('ended')).toHaveLength(5);
    expect(seen('turn')).toHaveLength(5);
  });

  it('survives workers that crash, tries their sessions again under new attempt ids and gives up after three', async () => {
    const { done, queue, events, seen } = play(['crash-once', 'ok', 'crash', 'ok'], { concurrency: 1 });
    await done;
    expect(queue.settled).toBe(3);
    expect(queue.abandoned).toBe(1);
    expect(seen('crashed').length).toBe(4);
    const last = events.filter((event) => event.type === 'crashed').at(-1);
    expect(last).toMatchObject({ index: 2, attempt: 's0002-a3', again: false });
    expect(last?.type === 'crashed' && last.detail).toMatch(/SIGSEGV/);
    expect(events.flatMap((event) => (event.type === 'ended' ? [event.attempt] : []))).toContain('s0000-a2');
  });

  it('plays sessions again that the rig spoiled, and says which', async () => {
    const { done, queue, events } = play(['late-once', 'late', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok'], {
      concurrency: 1,
    });
    await done;
    expect(queue.settled).toBe(12);
    const ended = events.flatMap((event) => (event.type === 'ended' && event.index < 2 ? [[event.attempt, event.again]] : []));
    expect(ended).toEqual([
      ['s0000-a1', true],
      ['s0000-a2', false],
      ['s0001-a1', true],
      ['s0001-a2', true],
      ['s0001-a3', false],
    ]);
  });

  it('gives the plan up for an error that would meet every session', async () => {
    const { done, seen } = play(['refused', 'ok', 'ok'], { concurrency: 1 });
    expect((await done).fatal).toEqual({ code: 'room-refused', message: 'the key is not known', hint: 'check it' });
    expect(seen('started')).toHaveLength(1);
  });

  it('gives the plan up when room or agent cannot be made ready', async () => {
    const { done, seen } = play(['ok', 'ok'], {
      prepare: () => Promise.reject(new TurnrigError('agent-start', 'the worker ended at once')),
    });
    expect((await done).fatal).toMatchObject({ code: 'agent-start', message: 'the worker ended at once' });
    expect(seen('started')).toHaveLength(0);
  });

  // Long enough for a process to start on a busy machine; the worker that stood still is replaced, and its session played again.
  it.concurrent.each(['blocked', 'sigstop', 'standing'])(
    'ends a worker that stands still (%s), keeps what it recorded, says where it stood, and plays the session again',
    async (script) => {
      const kept: [string, string][] = [];
      const { done, queue, seen } = play([script], {
        hungAfterMs: script === 'standing' ? 600_000 : 8_000,
        prepare: () =>
          Promise.resolve({
            agent: { name: 'a', way: 'wait', settings: {}, reported: {} },
            way: { kind: 'wait' },
            access: { kind: 'memory' },
            agentGroup: undefined,
            longestMs: script === 'standing' ? 8_000 : 600_000,
          }),
        keep: (attempt, detail) => {
          kept.push([attempt, detail]);
          return Promise.resolve(stoodStill(detail));
        },
      });
      expect(await done).toEqual({ stopped: false, fatal: undefined });
      const detail =
        script === 'standing'
          ? 'the attempt did not end within 8 s (leaving: the speakers)'
          : 'its media worker did not move for 8 s (leaving: the speakers)';
      expect(kept).toEqual([['s0000-a1', detail]]);
      expect(seen('ended')).toMatchObject([
        { attempt: 's0000-a1', end: { reason: 'rig-trouble', detail }, again: true },
        { attempt: 's0000-a2', end: { reason: 'complete' }, again: false },
      ]);
      expect(queue.settled).toBe(1);
    },
    60_000,
  );

  it('counts one of which nothing was recorded as lost', async () => {
    const { done, seen } = play(['blocked'], { hungAfterMs: 8_000, keep: () => Promise.reject(new Error('nothing')) });
    await done;
    expect(seen('crashed')).toMatchObject([
      { attempt: 's0000-a1', detail: expect.stringContaining('did not move') as string, again: true },
    ]);
  }, 60_000);

  it('stops when asked: running sessions end as stopped and no new one begins', async () => {
    const abort = new AbortController();
    const { done, seen, queue } = play(['hang', 'ok'], {
      concurrency: 1,
      signal: abort.signal,
      onEvent: (event) => event.type === 'started' && setTimeout(() => abort.abort(), 50),
    });
    expect((await done).stopped).toBe(true);
    expect(seen('ended')).toMatchObject([{ end: { reason: 'stopped' } }]);
    expect(queue.settled).toBe(0);
  });
});
