import { describe, expect, test } from 'vitest';
import { offeredStreams, payloadTypes, receiveOnly } from '../../../simulator/recorder/sdp.js';

const audio = (mid: string, direction: string, extra: string[] = []): string[] => [
  'm=audio 9 UDP/TLS/RTP/SAVPF 63 111',
  'c=IN IP4 0.0.0.0',
  `a=mid:${mid}`,
  `a=${direction}`,
  'a=rtpmap:63 red/48000/2',
  'a=rtpmap:111 opus/48000/2',
  ...extra,
];
const sdp = (...sections: string[][]): string => ['v=0', 's=-', 't=0 0', 'a=group:BUNDLE 0', ...sections.flat()].join('\r\n') + '\r\n';
const data = ['m=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'a=mid:0', 'a=sctp-port:5000'];

describe('offeredStreams', () => {
  test('maps sections to participants and tracks by msid, with their SSRCs once each', () => {
    const offer = sdp(
      data,
      audio('1', 'sendonly', ['a=msid:PA_a|TR_b TR_b', 'a=ssrc:7 cname:x', 'a=ssrc:7 msid:PA_a|TR_b TR_b', 'a=ssrc:9 cname:x']),
    );
    expect(offeredStreams(offer)).toEqual([
      { mid: '1', kind: 'audio', sending: true, participantSid: 'PA_a', trackSid: 'TR_b', ssrcs: [7, 9] },
    ]);
  });

  test.each([
    ['PA_a|TR_b whatever', 'TR_b'],
    ['PA_a TR_c', 'TR_c'],
    ['PA_a|TR_b TR_c', 'TR_c'],
  ])('msid "%s" is track %s', (msid, trackSid) => {
    expect(offeredStreams(sdp(audio('1', 'sendonly', [`a=msid:${msid}`])))[0]).toMatchObject({ participantSid: 'PA_a', trackSid });
  });

  test('a section without a track, and one that is inactive, send nothing', () => {
    const offer = sdp(audio('1', 'inactive'), audio('2', 'recvonly'));
    expect(offeredStreams(offer).map((stream) => [stream.sending, stream.trackSid])).toEqual([
      [false, ''],
      [false, ''],
    ]);
  });

  test('takes bare line feeds as well', () => {
    expect(offeredStreams(sdp(audio('1', 'sendonly', ['a=msid:PA_a|TR_b TR_b'])).replaceAll('\r', ''))[0]?.trackSid).toBe('TR_b');
  });
});

test('payloadTypes names codecs by number', () => {
  expect([...payloadTypes(sdp(audio('1', 'sendonly', ['a=rtpmap:96 VP8/90000'])))]).toEqual([
    [63, 'red'],
    [111, 'opus'],
    [96, 'vp8'],
  ]);
});

describe('receiveOnly', () => {
  test('receives what is sent, is inactive else, and publishes nothing of its own', () => {
    const offer = sdp(data, audio('1', 'sendonly'), audio('2', 'inactive'), audio('3', 'sendrecv'));
    const answer = sdp(
      data,
      audio('1', 'sendrecv', ['a=msid:- x', 'a=ssrc:1 cname:me', 'a=setup:active']),
      audio('2', 'recvonly'),
      audio('3', 'sendrecv', ['a=ssrc-group:FID 1 2']),
    );
    const fixed = receiveOnly(answer, offer);
    expect(fixed.match(/^a=(sendonly|recvonly|sendrecv|inactive)$/gm)).toEqual(['a=recvonly', 'a=inactive', 'a=recvonly']);
    expect(fixed).not.toMatch(/msid|ssrc/);
    expect(fixed).toContain('a=setup:active');
    expect(fixed).toContain('m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\na=mid:0\r\na=sctp-port:5000\r\n');
    expect(fixed.endsWith('\r\n')).toBe(true);
  });
});
