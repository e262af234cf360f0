import { describe, expect, test } from 'vitest';
import { Ears } from '../../../../simulator/transport/livekit/ears.js';
import { UNKNOWN_ENCODER_DELAY, RTC_NODE_DELAY } from '../../../../simulator/transport/livekit/track-delay.js';
import type { MediaPacket } from '../../../../src/media/packet.js';
import { msToSamples } from '../../../../src/time/position.js';
import type { RigPos } from '../../../../src/time/position.js';

const packet = (ms: number): MediaPacket => ({
  arrival: msToSamples(ms) as RigPos,
  ssrc: 1,
  seq: 0,
  time: 0,
  marker: false,
  recovered: false,
  payload: new Uint8Array(1),
});
const agentTrack = (sid: string) => ({ sid, identity: 'bot', name: 'voice', source: 'microphone' });

function setup() {
  const log: string[] = [];
  const ears = new Ears({
    track: (manifest) => log.push(`track ${manifest.id}`),
    packet: (track) => log.push(`packet ${track}`),
    input: (input) =>
      log.push(
        input.type === 'agent-subscribed'
          ? `subscribed ${input.speaker}`
          : 'tracks' in input
            ? `${input.type} ${input.track} ${input.tracks}`
            : input.type,
      ),
    subscribe: (sid) => log.push(`take ${sid}`),
  });
  ears.humanTrack('TR_a', { speakers: ['anna'], trackName: 'microphone' }, 'h0', RTC_NODE_DELAY);
  ears.humanTrack('TR_b', { speakers: ['ben', 'cleo'], trackName: 'microphone' }, 'h1', RTC_NODE_DELAY);
  log.length = 0;
  return { ears, log };
}

describe('the proof that the agent hears', () => {
  test('needs the server’s word, an agent in the room, and the recorder on the track', () => {
    const { ears, log } = setup();
    ears.recorderReady();
    ears.humanHeard('TR_b');
    ears.agentJoined();
    expect(log).toEqual(['take TR_b']);
    ears.packet('TR_b', packet(0));
    expect(log).toEqual(['take TR_b', 'subscribed ben', 'subscribed cleo', 'packet h1']);
  });

  test('comes in any order, once', () => {
    const { ears, log } = setup();
    ears.humanHeard('TR_a');
    ears.humanHeard('TR_a');
    ears.recorderReady();
    ears.packet('TR_a', packet(0));
    expect(log).toEqual(['take TR_a', 'packet h0']);
    ears.agentJoined();
    ears.agentJoined();
    ears.packet('TR_a', packet(20));
    expect(log).toEqual(['take TR_a', 'packet h0', 'subscribed anna', 'packet h0']);
  });

  test('the recorder never takes a human’s track before: its own subscription would look like the agent’s', () => {
    const { ears, log } = setup();
    ears.recorderReady();
    ears.agentJoined();
    ears.agentTrack(agentTrack('TR_x'), UNKNOWN_ENCODER_DELAY);
    ears.followAgent('TR_x');
    expect(log.filter((line) => line.startsWith('take'))).toEqual(['take TR_x']);
  });
});

describe('the agent’s tracks', () => {
  test('are announced before their packets, counted, and taken after the lead human, whichever order things come in', () => {
    const { ears, log } = setup();
    ears.agentTrack(agentTrack('TR_x'), UNKNOWN_ENCODER_DELAY);
    ears.followAgent('TR_x');
    expect(log).toEqual(['track a0', 'agent-track a0 1']);
    ears.recorderReady();
    ears.followAgent('TR_x');
    ears.agentTrack(agentTrack('TR_y'), UNKNOWN_ENCODER_DELAY);
    ears.packet('TR_x', packet(0));
    ears.agentTrackEnded('TR_x');
    ears.agentTrackEnded('TR_x');
    expect(log.slice(2)).toEqual(['take TR_x', 'track a1', 'agent-track a1 2', 'packet a0', 'agent-track-ended a0 1']);
  });

  test('each flows after a second of packets', () => {
    const { ears, log } = setup();
    ears.agentTrack(agentTrack('TR_x'), UNKNOWN_ENCODER_DELAY);
    for (let ms = 0; ms <= 2000; ms += 20) ears.packet('TR_x', packet(ms));
    ears.agentTrackEnded('TR_x');
    ears.agentTrack(agentTrack('TR_z'), UNKNOWN_ENCODER_DELAY);
    for (let ms = 3000; ms <= 5000; ms += 20) ears.packet('TR_z', packet(ms));
    expect(log.filter((line) => line === 'agent-flowing')).toHaveLength(2);
  });

  test('packets of strangers are nobody’s', () => {
    const { ears, log } = setup();
    ears.packet('TR_who', packet(0));
    expect(log).toEqual([]);
  });
});

test('losses are summed over humans and agents', () => {
  const { ears } = setup();
  ears.agentTrack(agentTrack('TR_x'), UNKNOWN_ENCODER_DELAY);
  expect(ears.lost((sid) => ({ TR_a: 1, TR_b: 10, TR_x: 100 })[sid] ?? 0)).toBe(111);
});
