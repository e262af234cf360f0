import { describe, expect, it } from 'vitest';
import type { AgentBehaviour } from '../../agent/reference/behaviour.js';
import { anyBehaviour } from '../../agent/reference/catalogue.js';
import { createBehaviour } from '../../agent/reference/create.js';
import { speechLike } from '../../agent/reference/speech-like.js';
import { fitVoice } from '../../agent/reference/voice.js';
import { msToSamples as ms, rigPos } from '../../src/time/position.js';

const spec = anyBehaviour;

/** A steady tone where humans are voiced, at the clips' active level. */
function humans(lengthMs: number, voiced: readonly (readonly [number, number])[]): Float32Array {
  const out = new Float32Array(ms(lengthMs));
  for (const [from, to] of voiced) for (let i = ms(from); i < ms(to); i++) out[i] = 0.07 * Math.cos((2 * Math.PI * 1000 * i) / 48_000);
  return out;
}

function live(agent: AgentBehaviour, heard: Float32Array, frame = 960): Float32Array {
  const said = new Float32Array(heard.length);
  for (let at = 0; at + frame <= heard.length; at += frame) {
    agent.speak(rigPos(at), said.subarray(at, at + frame));
    agent.hear(rigPos(at), heard.subarray(at, at + frame));
  }
  return said;
}

const edges = (said: Float32Array): [number, number] => [said.findIndex((x) => x !== 0), said.findLastIndex((x) => x !== 0) + 1];
const did = (agent: AgentBehaviour, what: string): number[] => agent.actions.filter((a) => a.what === what).map(({ at }) => at / 48);

describe('reference agents', () => {
  it.each([480, 960, 2880, 441])('answer-after: the onset lies exactly 700 ms after the last voiced sample, frames of %i', (frame) => {
    const agent = createBehaviour(spec('answer-after', {}));
    const said = live(agent, humans(6000, [[1000, 2013]]), frame);
    expect(did(agent, 'heard-end')).toEqual([2013]);
    expect(did(agent, 'speak')).toEqual([2713]);
    expect(did(agent, 'stop')).toEqual([4213]);
    expect(edges(said)).toEqual([ms(2713), ms(4213)]);
  });

  it('answer-after: pauses under its delay are no ends, clicks are no turns', () => {
    const agent = createBehaviour(spec('answer-after', {}));
    live(agent, humans(8000, [[1000, 2000], [2600, 3500], [3800, 3810]])); // prettier-ignore
    expect(did(agent, 'speak')).toEqual([4200]);
  });

  it('answer-after: late when it can only hear in long frames', () => {
    const agent = createBehaviour(spec('answer-after', { delay: 10 }));
    live(agent, humans(4000, [[1000, 2013]]), 4800);
    expect(did(agent, 'speak')).toEqual([2100]);
  });

  it('answer-after: yields to a barge-in and answers it, and not to a backchannel', () => {
    const barged = createBehaviour(spec('answer-after', { speak: 5000 }));
    live(barged, humans(12_000, [[0, 1000], [2500, 4000]])); // prettier-ignore
    expect(did(barged, 'speak')).toEqual([1700, 4700]);
    expect(did(barged, 'stop')[0]).toBe(3005);
    const kept = createBehaviour(spec('answer-after', { speak: 5000 }));
    live(kept, humans(12_000, [[0, 1000], [2500, 2850]])); // prettier-ignore
    expect(did(kept, 'stop')[0]).toBe(6700);
  });

  it('premature: replies into a pause, does not yield, and replies to what comes after', () => {
    const agent = createBehaviour(spec('premature', { pause: 400 }));
    live(agent, humans(8000, [[0, 1000], [1900, 3500]])); // prettier-ignore
    expect(did(agent, 'speak')).toEqual([1400, 3900]);
    expect(did(agent, 'stop')).toEqual([2900, 5400]);
  });

  it('silent hears and says nothing; always-on never stops', () => {
    const silent = createBehaviour(spec('silent', {}));
    expect(edges(live(silent, humans(3000, [[1000, 2000]])))).toEqual([-1, 0]);
    expect(did(silent, 'heard-onset')).toEqual([1000]);
    const said = live(createBehaviour(spec('always-on', {})), humans(6000, []));
    for (let at = 0; at < said.length; at += 4800) expect(said.subarray(at, at + 4800).some((x) => Math.abs(x) > 0.02)).toBe(true);
  });

  it('speak with a given clip, cut or looped to length', () => {
    const clip = speechLike(ms(300), 3);
    const agent = createBehaviour(spec('answer-after', { speak: 700 }), clip);
    const said = live(agent, humans(4000, [[0, 1000]]));
    expect(said.subarray(ms(1700), ms(2000))).toEqual(clip);
    expect(fitVoice(clip, ms(100)).subarray(0, ms(90))).toEqual(clip.subarray(0, ms(90)));
    expect(edges(said)[1]).toBe(ms(2400));
  });

  it('are the same with the same seed', () => {
    const say = (seed: number): Float32Array => live(createBehaviour(spec('answer-after', {}, seed)), humans(4000, [[0, 1000]]));
    expect(say(5)).toEqual(say(5));
    expect(say(5)).not.toEqual(say(6));
  });
});
