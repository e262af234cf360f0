import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TurnrigError } from '../../src/error.js';
import { encodeRunManifest, parseRunManifest, parseSessionEnd, parseSessionManifest } from '../../src/recording/manifests.js';
import { migrate } from '../../src/recording/versions.js';
import { calibration } from '../calibration/example.js';
import { end, planned, runManifest, scene, turn } from './fixtures.js';

const every = runManifest({
  scenes: [
    scene({
      arm: 'a',
      pair: { id: 'p', condition: 'explicit' },
      turns: [
        turn({ expect: { kind: 'reply', within: 1, once: false, maxGap: 5 } }),
        turn({ cue: { kind: 'at', offset: 5 }, hold: { kind: 'gap', length: 1 }, expect: { kind: 'silence' } }),
        turn({
          cue: { kind: 'after', turn: 't1', edge: 'end', gap: -1 },
          hold: { kind: 'fixed', length: 3 },
          expect: { kind: 'may-answer' },
        }),
        turn({
          kind: 'noise',
          cue: { kind: 'agent', edge: 'onset', since: undefined, offset: 1, tolerance: 2, timeout: 3, otherwise: 'skip' },
          hold: { kind: 'observe', afterStart: 1, afterEnd: 2 },
          expect: { kind: 'yield', within: 1, quiet: 2, reply: { within: 3, once: true } },
        }),
        turn({ expect: { kind: 'continue', maxGap: 1, quietAfter: 3 } }),
        turn({ expect: { kind: 'none' } }),
      ],
    }),
  ],
});

describe('manifests', () => {
  it('gives back every kind of turn that a run can hold', () => {
    expect(parseRunManifest(JSON.stringify(every))).toEqual(every);
  });

  it('gives back a session and its end', () => {
    const session = {
      format: 'turnrig-session' as const,
      version: 4,
      attempt: 's0001-a1',
      session: planned(),
      scene: 'hello',
      agent: 'a',
      startedAt: '2026-11-30T00:00:00Z',
      zeroNs: '123456789012345678',
    };
    expect(parseSessionManifest(JSON.stringify(session))).toEqual(session);
    expect(parseSessionEnd(JSON.stringify(end()))).toEqual(end());
    const spoiled = end({
      spoiled: { cause: 'late', detail: 'late-frame of 60 ms', starvedBy: 'others' },
      health: { ...end().health, lostAgentPackets: 1, hostCpu: 1.9, processors: 2, whenLate: { agentCpu: 0.2, hostCpu: 2 } },
    });
    expect(parseSessionEnd(JSON.stringify(spoiled))).toEqual(spoiled);
  });

  it('gives back what latencies are judged by, figures that do not exist too', () => {
    const latency = {
      may: false,
      reason: 'too few waits',
      calibration: calibration({ n: 0, biasMs: undefined, p95AbsErrorMs: undefined }),
      roundTrip: { minMs: 30, medianMs: 31.5, n: 8 },
    };
    const manifest = runManifest({ latency });
    expect(parseRunManifest(encodeRunManifest(manifest))).toEqual(manifest);
    expect(parseRunManifest(encodeRunManifest(runManifest()))).toEqual(runManifest());
  });

  it('reads a run of version 1 as one of its own', () => {
    const { version, ...rest } = runManifest();
    expect(parseRunManifest(JSON.stringify({ ...rest, version: 1 }))).toEqual({ ...rest, version });
  });

  it('says which turnrig is needed for a newer run', () => {
    const newer = JSON.stringify({ ...runManifest(), version: 5, agents: 'a shape of the future' });
    expect(() => parseRunManifest(newer)).toThrow(/run.json has format version 5; this turnrig reads up to version 4/);
    try {
      parseRunManifest(newer);
    } catch (error) {
      expect(error).toMatchObject({ code: 'run-folder', hint: expect.stringContaining('reads run format 5') as string });
    }
  });

  it.each([
    ['', /not JSON/],
    ['[]', /not a JSON object/],
    ['null', /not a JSON object/],
    ['{}', /not the manifest/],
    ['{"format":"turnrig-run"}', /does not say which format version/],
    ['{"format":"turnrig-run","version":0}', /does not say/],
    ['{"format":"turnrig-run","version":1}', /damaged at id/],
  ])('refuses %j with a message for a person', (text, message) => {
    expect(() => parseRunManifest(text)).toThrow(message);
  });

  it('names the place of the damage', () => {
    const hurt = { ...runManifest(), plan: [{ ...planned(), repeat: 'two' }] };
    expect(() => parseRunManifest(JSON.stringify(hurt))).toThrow(/plan\.0\.repeat/);
  });

  it('never throws anything but a TurnrigError on any JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (a, b) => {
        for (const text of [a, `{"format":"turnrig-run","version":1,"scenes":${a},"plan":${b},"__proto__":${b}}`]) {
          for (const parse of [parseRunManifest, parseSessionManifest, parseSessionEnd]) {
            try {
              parse(text);
            } catch (error) {
              expect(error).toBeInstanceOf(TurnrigError);
            }
          }
        }
      }),
    );
  });

  it('migrates an older file step by step', () => {
    const steps = { 1: (json: object) => ({ ...json, b: 1 }), 2: (json: object) => ({ ...json, c: 1 }) };
    expect(migrate('x', { version: 1, a: 1 }, 3, steps)).toEqual({ version: 3, a: 1, b: 1, c: 1 });
    expect(migrate('x', { version: 2 }, 3, steps)).toEqual({ version: 3, c: 1 });
    expect(() => migrate('x', { version: 1 }, 3, {})).toThrow(/no longer reads/);
  });

  it('is not read by a turnrig that knows nothing of redacted copies, and a copy of that time is still one', () => {
    const redacted = { names: true, transcripts: true, audio: true };
    const copy = { ...runManifest(), redacted };
    // What a turnrig of version 3 does: it would pass over `redacted` and score removed sound as silence.
    expect(() => migrate('run.json', copy, 3)).toThrow(/has format version 4; this turnrig reads up to version 3/);
    expect(parseRunManifest(JSON.stringify({ ...copy, version: 3 }))).toEqual(copy);
  });
});
