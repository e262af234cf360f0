import OpusScript from 'opusscript';
import { beforeAll, describe, expect, it } from 'vitest';
import { spokenVoice } from '../../agent/reference/spoken-voice.js';
import { constantDelayOf } from '../../src/media/encoder.js';
import { opusMode } from '../../src/media/opus.js';
import { msToSamples } from '../../src/time/position.js';
import { UNKNOWN_ENCODER_DELAY } from '../../simulator/transport/livekit/track-delay.js';

const { VOIP, AUDIO, RESTRICTED_LOWDELAY } = OpusScript.Application;
const track = { codec: 'opus', ...UNKNOWN_ENCODER_DELAY } as const;
const delay = (ms: number, plusMinus: number) => ({ constantDelay: msToSamples(ms), constantDelayPlusMinus: msToSamples(plusMinus) });

let voice: Float32Array;
beforeAll(async () => {
  voice = await spokenVoice('awb');
});

function encoded(application: typeof VOIP | typeof AUDIO | typeof RESTRICTED_LOWDELAY, bitrate: number, packetMs: number): Uint8Array[] {
  const encoder = new OpusScript(48_000, 1, application);
  encoder.setBitrate(bitrate);
  const packet = msToSamples(packetMs);
  const pcm = Int16Array.from({ length: 2 * voice.length }, (_, i) => 32_767 * (voice[i % voice.length] ?? 0));
  const payloads: Uint8Array[] = [];
  for (let at = 0; at + packet <= pcm.length; at += packet)
    payloads.push(new Uint8Array(encoder.encode(Buffer.from(pcm.slice(at, at + packet).buffer), packet)));
  encoder.delete();
  return payloads;
}

describe('what packets tell of their encoder', () => {
  it.each([
    ['VoIP, 24 kbit/s', VOIP, 24_000, 20, delay(6.5, 0)],
    ['VoIP, 32 kbit/s in packets of 10 ms', VOIP, 32_000, 10, delay(6.5, 0)],
    ['VoIP, 32 kbit/s in packets of 60 ms', VOIP, 32_000, 60, delay(6.5, 0)],
    ['audio, 24 kbit/s', AUDIO, 24_000, 20, delay(6.5, 0)],
    ['low delay, 32 kbit/s', RESTRICTED_LOWDELAY, 32_000, 20, delay(2.5, 4)],
    ['low delay, 24 kbit/s in packets of 10 ms', RESTRICTED_LOWDELAY, 24_000, 10, delay(2.5, 4)],
    ['audio where bits are plenty: nobody can tell', AUDIO, 128_000, 20, delay(6.5, 4)],
    ['low delay where bits are plenty: nobody can tell', RESTRICTED_LOWDELAY, 128_000, 20, delay(6.5, 4)],
  ] as const)('%s', (_name, application, bitrate, packetMs, expected) => {
    expect(constantDelayOf(encoded(application, bitrate, packetMs), track)).toMatchObject(expected);
  });

  it('few packets of CELT alone tell nothing', () => {
    expect(constantDelayOf(encoded(RESTRICTED_LOWDELAY, 32_000, 20).slice(0, 20), track)).toMatchObject(delay(6.5, 4));
    expect(constantDelayOf([], track)).toMatchObject(delay(6.5, 4));
  });

  it('what is known is not asked again, and PCM has no encoder', () => {
    const known = { codec: 'opus', ...delay(2.5, 0) } as const;
    expect(constantDelayOf(encoded(VOIP, 32_000, 20), known)).toMatchObject(delay(2.5, 0));
    expect(constantDelayOf([new Uint8Array(960)], { codec: 'pcm', ...delay(0, 1) })).toMatchObject(delay(0, 1));
  });

  it('the mode is in the configuration number (RFC 6716, table 2)', () => {
    const modes = Array.from({ length: 32 }, (_, config) => opusMode(Uint8Array.of(config << 3)));
    expect(modes).toEqual([...Array<string>(12).fill('silk'), ...Array<string>(4).fill('hybrid'), ...Array<string>(16).fill('celt')]);
    expect(opusMode(new Uint8Array())).toBe('silk');
  });
});
