/** The faulty reference agents: what each does wrong, by its own log and by the samples that it gave. */
import { describe, expect, it } from 'vitest';
import type { AgentBehaviour } from '../../agent/reference/behaviour.js';
import { SOUND_STARTS } from '../../agent/reference/behaviour.js';
import { anyBehaviour, BEHAVIOUR_NAMES, isParticipant, type BehaviourName } from '../../agent/reference/catalogue.js';
import { createBehaviour } from '../../agent/reference/create.js';
import { msToSamples as ms, rigPos } from '../../src/time/position.js';

type Span = readonly [number, number];

function humans(lengthMs: number, voiced: readonly Span[]): Float32Array {
  const out = new Float32Array(ms(lengthMs));
  for (const [from, to] of voiced) for (let i = ms(from); i < ms(to); i++) out[i] = 0.07 * Math.cos((2 * Math.PI * 1000 * i) / 48_000);
  return out;
}

/** Plays `voiced` (ms) to an agent frame by frame; a frame is heard once it has passed, as in a room. */
function live(name: BehaviourName, given: Record<string, number | string>, lengthMs: number, voiced: readonly Span[], seed = 1) {
  const agent = createBehaviour(anyBehaviour(name, given, seed));
  const heard = humans(lengthMs, voiced);
  const said = new Float32Array(heard.length);
  const frame = 960;
  for (let at = 0; at + frame <= heard.length; at += frame) {
    agent.speak(rigPos(at), said.subarray(at, at + frame));
    agent.hear(rigPos(at), heard.subarray(at, at + frame));
  }
  return { agent, said };
}

const did = (agent: AgentBehaviour, what: string): number[] => agent.actions.filter((a) => a.what === what).map(({ at }) => at / 48);

/** Sounds by the log: [start, stop] in ms. */
function logged(agent: AgentBehaviour): Span[] {
  const spans: Span[] = [];
  let from: number | undefined;
  for (const { what, at } of [...agent.actions].sort((a, b) => a.at - b.at)) {
    if (SOUND_STARTS.some((start) => start === what)) from = at / 48;
    else if (what === 'stop' && from !== undefined) spans.push([from, at / 48]);
  }
  return spans;
}

/** Sounds by the samples, parted by 100 ms of digital silence. */
function sounded(said: Float32Array): Span[] {
  const spans: [number, number][] = [];
  said.forEach((x, i) => {
    if (x === 0) return;
    const last = spans.at(-1);
    if (last && i / 48 - last[1] < 100) last[1] = (i + 1) / 48;
    else spans.push([i / 48, (i + 1) / 48]);
  });
  return spans;
}

const TURN: Span = [0, 1000];
const BARGE_IN: Span = [3000, 4500];
const BACKCHANNEL: Span = [3000, 3300];
const LONG = { speak: 5000 };

describe('faulty reference agents', () => {
  // Who is told nothing of the scene, cuts-in too, does not cut in.
  const untold = ['always-on', 'silent', 'cuts-in'];
  it.each(BEHAVIOUR_NAMES.filter((name) => !untold.includes(name) && !isParticipant(name)))(
    'the log of %s says to the sample what it gave',
    (name) => {
      const { agent, said } = live(name, {}, 28_000, [TURN, [1600, 2300], BARGE_IN, [9000, 9300], [14_000, 15_000]]);
      expect(logged(agent).length).toBeGreaterThan(0);
      expect(sounded(said)).toEqual(logged(agent));
    },
  );

  it('premature with a probability is drawn for in each pause, and the seed says how', () => {
    const pauses: Span[] = Array.from({ length: 40 }, (_, i) => [3000 * i, 3000 * i + 1500]);
    const cuts = (probability: number, seed: number): number => {
      const { agent } = live('premature', { pause: 300, delay: 1000, speak: 200, probability }, 120_000, pauses, seed);
      const starts = did(agent, 'speak');
      expect(starts).toHaveLength(40);
      return starts.filter((at) => at % 3000 === 1800).length;
    };
    expect(cuts(0, 1)).toBe(0);
    expect(cuts(1, 1)).toBe(40);
    expect(cuts(0.3, 5)).toBe(cuts(0.3, 5));
    expect(cuts(0.3, 5)).toBeGreaterThan(3);
    expect(cuts(0.3, 5)).toBeLessThan(25);
  });

  it('deaf speaks on through a barge-in and answers it when it has finished; a backchannel it does not answer', () => {
    expect(logged(live('deaf', LONG, 16_000, [TURN, BARGE_IN]).agent)).toEqual([[1700, 6700], [7400, 12_400]]); // prettier-ignore
    expect(logged(live('deaf', LONG, 16_000, [TURN, BACKCHANNEL]).agent)).toEqual([[1700, 6700]]);
  });

  it('answer-after does not answer a backchannel either', () => {
    expect(logged(live('answer-after', LONG, 16_000, [TURN, BACKCHANNEL]).agent)).toEqual([[1700, 6700]]);
  });

  it.each([450, 600, 900])('stops-after stops %i ms after the barge-in began, and answers the turn after it only', (stop) => {
    const { agent } = live('stops-after', { ...LONG, stop }, 16_000, [TURN, BARGE_IN, [8000, 9000]]);
    expect(logged(agent)).toEqual([[1700, 3000 + stop], [9700, 14_700]]); // prettier-ignore
    expect(did(agent, 'ignore')).toEqual([5200]);
    expect(logged(live('stops-after', LONG, 16_000, [TURN, BACKCHANNEL]).agent)).toEqual([[1700, 6700]]);
  });

  it('stops-on-backchannel does so, and does not go on', () => {
    const { agent } = live('stops-on-backchannel', LONG, 16_000, [TURN, BACKCHANNEL]);
    expect(logged(agent)).toEqual([[1700, 3300]]);
    expect(did(agent, 'ignore')).toEqual([4000]);
  });

  it('resumes goes on where it was, restarts begins again', () => {
    const resumed = live('resumes', { ...LONG, resume: 900 }, 16_000, [TURN, BACKCHANNEL]);
    expect(logged(resumed.agent)).toEqual([[1700, 3300], [4200, 7600]]); // prettier-ignore
    expect(did(resumed.agent, 'resume')).toEqual([4200]);
    const restarted = live('restarts', { ...LONG, restart: 900 }, 16_000, [TURN, BACKCHANNEL]);
    expect(logged(restarted.agent)).toEqual([[1700, 3300], [4200, 9200]]); // prettier-ignore
    expect(restarted.said.subarray(ms(4200), ms(5000))).toEqual(restarted.said.subarray(ms(1700), ms(2500)));
    expect(resumed.said.subarray(ms(4300), ms(5000))).toEqual(restarted.said.subarray(ms(5900), ms(6600)));
  });

  it('comes back over a user who still talks, once', () => {
    const { agent } = live('resumes', LONG, 16_000, [TURN, [3000, 7000]]);
    expect(did(agent, 'yield')).toHaveLength(1);
    expect(logged(agent)).toEqual([[1700, 3300], [4100, 7500]]); // prettier-ignore
  });

  it('double says it twice, unless it was stopped', () => {
    expect(logged(live('double', { gap: 1200 }, 9000, [TURN]).agent)).toEqual([[1700, 3200], [4400, 5900]]); // prettier-ignore
    expect(logged(live('double', LONG, 14_000, [TURN, BARGE_IN]).agent)[1]).toEqual([5200, 10_200]);
    expect(logged(live('double', { gap: 1200 }, 12_000, [TURN, [6500, 7000]]).agent)).toHaveLength(4);
  });

  it.each(['leave', 'track'])('dies in its first answer: %s', (how) => {
    const { agent, said } = live('dies', { after: 510, how }, 8000, [TURN, [5000, 6000]]);
    // At the frame of 20 ms that follows.
    expect(agent.gone).toEqual({ how, at: ms(2220) });
    expect(did(agent, how === 'leave' ? 'left' : 'track-gone')).toEqual([2220]);
    expect(logged(agent)).toEqual([[1700, 2220]]);
    expect(sounded(said)).toEqual([[1700, 2220]]);
  });

  it('stuck yields and never speaks again', () => {
    const { agent } = live('stuck', LONG, 20_000, [TURN, BARGE_IN, [9000, 10_000]]);
    expect(did(agent, 'speak')).toEqual([1700]);
    expect(did(agent, 'heard-onset')).toEqual([0, 3000, 9000]);
    expect(logged(live('stuck', LONG, 20_000, [TURN, BACKCHANNEL, [9000, 10_000]]).agent)).toHaveLength(2);
  });

  it('greets first and answers then; a user who barges in is let speak', () => {
    expect(logged(live('greets', {}, 8000, [[4000, 5000]]).agent)).toEqual([[600, 2100], [5700, 7200]]); // prettier-ignore
    const { agent } = live('greets', { greeting: 4000 }, 9000, [[1000, 3000]]);
    expect(did(agent, 'greet')).toEqual([600]);
    expect(logged(agent)[0]?.[1]).toBeCloseTo(1505, -1);
    expect(did(agent, 'speak')).toEqual([3700]);
  });

  it('blips while the user talks, once an utterance, or in silence, once a silence', () => {
    const talk = live('blip', { length: 60 }, 9000, [TURN, [1600, 2600]]).agent;
    expect(did(talk, 'blip')).toEqual([400, 2000]);
    expect(did(talk, 'speak')).toEqual([3300]);
    const pause = live('blip', { length: 60, where: 'pause', after: 300 }, 9000, [TURN, [1600, 2600]]).agent;
    expect(did(pause, 'blip')).toEqual([1300, 2900]);
    expect(did(pause, 'speak')).toEqual([3300]);
    const burst = live('burst', { length: 200 }, 9000, [TURN]).agent;
    expect(logged(burst)).toEqual([[400, 600], [1700, 3200]]); // prettier-ignore
  });

  it('does not blip where the user stopped before, and still answers a short turn', () => {
    const { agent } = live('blip', { length: 60 }, 9000, [[0, 250]]);
    expect(did(agent, 'blip')).toEqual([]);
    expect(did(agent, 'speak')).toEqual([950]);
    const paused = live('blip', { length: 60, where: 'pause', after: 300 }, 9000, [[0, 250]]).agent;
    expect(did(paused, 'blip')).toEqual([550]);
    expect(did(paused, 'speak')).toEqual([950]);
  });

  it.each(['typing', 'hum'])('two-tracks has a second track of %s, softer than speech and never silent for long', (kind) => {
    const { agent } = live('two-tracks', { ambience: kind }, 4000, [TURN]);
    const sound = new Float32Array(ms(12_000));
    agent.ambience?.(rigPos(-ms(1000)), sound);
    const peak = sound.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    expect(peak).toBeGreaterThan(0.002);
    expect(peak).toBeLessThan(0.05);
    for (let at = 0; at < sound.length; at += ms(500)) expect(sound.subarray(at, at + ms(500)).some((x) => x !== 0)).toBe(true);
    expect(logged(agent)).toEqual([[1700, 3200]]);
  });

  it('a mouth that hears late stops what it can still stop, and says so', () => {
    const agent = createBehaviour(anyBehaviour('answer-after', LONG));
    const heard = humans(12_000, [TURN, BARGE_IN]);
    const said = new Float32Array(heard.length);
    // Frames of 10 ms, heard 40 ms late.
    for (let at = 0; at + 480 <= heard.length; at += 480) {
      agent.speak(rigPos(at), said.subarray(at, at + 480));
      if (at >= 4 * 480) agent.hear(rigPos(at - 4 * 480), heard.subarray(at - 4 * 480, at - 3 * 480));
    }
    expect(sounded(said)).toEqual(logged(agent));
    expect(logged(agent)[0]).toEqual([1700, 3500 + 40 + 5]);
  });
});
