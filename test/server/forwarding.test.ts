import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Forwarder, type Sink } from '../../simulator/server/forwarding.js';
import { audioLevel, LevelMeter, SILENT } from '../../simulator/server/level.js';
import { buildRed } from '../../src/media/red.js';
import { buildRtp, parseRtp } from '../../src/media/rtp.js';

const OPUS = Uint8Array.of(0x78, 1, 2, 3);
const EARLIER = Uint8Array.of(0x78, 9);
const header = { marker: true, seq: 65_535, time: 0xffff_fff0, ssrc: 7 };
const red = buildRed(header.time, { payloadType: 111, payload: OPUS }, [{ payloadType: 111, time: header.time - 960, payload: EARLIER }]);

function setUp(takesRed: boolean): { forwarder: Forwarder; sent: Uint8Array[]; levels: number[]; sink: Sink } {
  const sent: Uint8Array[] = [];
  const levels: number[] = [];
  const forwarder = new Forwarder((level) => levels.push(level));
  forwarder.format = { red: 63, levelExtension: 1 };
  const sink: Sink = { ssrc: 4242, red: takesRed ? 63 : undefined, send: (datagram) => sent.push(datagram) };
  forwarder.add(sink);
  return { forwarder, sent, levels, sink };
}

describe('forwarding', () => {
  test.each([
    ['Opus to one that takes RED', true, 111, OPUS, 111, OPUS],
    ['Opus to one that does not', false, 111, OPUS, 111, OPUS],
    ['RED to one that takes it', true, 63, red, 63, red],
    ['RED to one that does not: its primary block', false, 63, red, 111, OPUS],
  ])('%s', (_what, takesRed, from, payload, to, expected) => {
    const { forwarder, sent } = setUp(takesRed);
    forwarder.forward(buildRtp({ ...header, payloadType: from }, payload));
    expect(sent).toHaveLength(1);
    expect(parseRtp(sent[0]!)).toMatchObject({ ...header, ssrc: 4242, payloadType: to, payload: expected });
  });

  test('strips header extensions, contributing sources and padding', () => {
    const { forwarder, sent, levels } = setUp(true);
    const extended = Uint8Array.of(
      0xb1,
      111,
      0,
      5,
      0,
      0,
      0,
      9,
      0,
      0,
      0,
      7,
      0,
      0,
      0,
      1,
      0xbe,
      0xde,
      0,
      1,
      0x10,
      0x80 | 12,
      0,
      0,
      ...OPUS,
      0,
      2,
    );
    forwarder.forward(extended);
    expect(sent[0]).toEqual(buildRtp({ marker: false, payloadType: 111, seq: 5, time: 9, ssrc: 4242 }, OPUS));
    expect(levels).toEqual([12]);
  });

  test('what is no audio is counted and goes nowhere', () => {
    const { forwarder, sent } = setUp(false);
    forwarder.forward(new Uint8Array(5));
    forwarder.forward(buildRtp({ ...header, payloadType: 111 }, new Uint8Array()));
    forwarder.forward(buildRtp({ ...header, payloadType: 63 }, Uint8Array.of(0xef, 0xff, 0xff, 0xff)));
    expect(sent).toEqual([]);
    expect(forwarder.counters).toMatchObject({ packets: 1, dropped: 3 });
  });

  test('a sink that was removed gets nothing more', () => {
    const { forwarder, sent, sink } = setUp(false);
    forwarder.remove(sink);
    forwarder.forward(buildRtp({ ...header, payloadType: 111 }, OPUS));
    expect(sent).toEqual([]);
  });

  test('no datagram makes it throw, and whatever comes out is RTP of its sink', () => {
    const datagram = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ maxLength: 60 }).map((payload) => buildRtp({ ...header, payloadType: 63 }, payload)),
      fc.tuple(fc.nat(255), fc.nat(255), fc.uint8Array({ maxLength: 60 })).map(([a, b, rest]) => Uint8Array.of(a, b, ...rest)),
    );
    fc.assert(
      fc.property(datagram, fc.boolean(), (bytes, takesRed) => {
        const { forwarder, sent } = setUp(takesRed);
        forwarder.forward(bytes);
        for (const out of sent) expect(parseRtp(out)?.ssrc).toBe(4242);
        expect(forwarder.counters.packets + forwarder.counters.dropped).toBeGreaterThan(0);
      }),
    );
  });
});

describe('audio levels', () => {
  const packet = (data: number[], profile = 0xbede): Parameters<typeof audioLevel>[0] => ({
    ...header,
    payloadType: 111,
    csrcs: [],
    extension: { profile, data: Uint8Array.from(data) },
    payload: OPUS,
  });

  test.each([
    ['first', [0x10, 0x80 | 30, 0, 0], 30],
    ['after another of two bytes and padding', [0x41, 1, 2, 0, 0x10, 5], 5],
    ['absent', [0x40, 1, 0, 0], undefined],
    ['cut off', [0x10], undefined],
    ['empty', [], undefined],
  ])('%s', (_what, data, level) => {
    expect(audioLevel(packet(data), 1)).toBe(level);
  });

  test('need the negotiated id and the one-byte form', () => {
    expect(audioLevel(packet([0x10, 30]), undefined)).toBeUndefined();
    expect(audioLevel(packet([0x10, 30], 0x1000), 1)).toBeUndefined();
  });

  test('the meter keeps the loudest of an interval', () => {
    const meter = new LevelMeter();
    expect(meter.take()).toBe(SILENT);
    for (const level of [60, 20, 40]) meter.add(level);
    expect(meter.take()).toBe(20);
    expect(meter.take()).toBe(SILENT);
  });
});
