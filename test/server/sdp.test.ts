import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bareAnswer, deactivate, filterOffer, fixAnswer, isReachable, readSections } from '../../simulator/server/sdp.js';

/** The offer of rtc-node 0.13.35 that publishes a microphone after falling back from the single connection; no candidates. */
const OFFER = readFileSync(new URL('fixtures/rtc-node-0.13.35-offer.sdp', import.meta.url), 'utf8');

const section = (sdp: string, mid: string): string[] =>
  (sdp.split(/\r?\n(?=m=)/).find((part) => part.includes(`a=mid:${mid}\r`) || part.includes(`a=mid:${mid}\n`)) ?? '').split(/\r?\n/);

describe('reading a real offer', () => {
  const sections = readSections(OFFER);
  const sending = [...sections.values()].filter((one) => one.sending);

  test('finds the one track among the recvonly sections of the fallback', () => {
    expect([...sections.values()].map((one) => one.kind)).toEqual([
      'audio',
      'audio',
      'audio',
      'video',
      'video',
      'video',
      'application',
      'audio',
    ]);
    expect(sending).toHaveLength(1);
    expect(sending[0]).toMatchObject({ mid: '14', kind: 'audio', opus: 111, red: 63, levelExtension: 1 });
    expect(sending[0]?.cid).toMatch(/\S/);
  });

  test('the filtered offer keeps every section, and of audio only Opus, RED, mid and level', () => {
    const { sdp } = filterOffer(OFFER);
    expect([...readSections(sdp).keys()]).toEqual([...sections.keys()]);
    const lines = section(sdp, '14');
    expect(lines[0]).toMatch(/^m=audio \d+ UDP\/TLS\/RTP\/SAVPF 111 63$/);
    expect(lines.filter((line) => line.startsWith('a=rtpmap:'))).toEqual(['a=rtpmap:111 opus/48000/2', 'a=rtpmap:63 red/48000/2']);
    expect(lines.filter((line) => line.startsWith('a=extmap:'))).toHaveLength(2);
    expect(lines.join()).not.toContain('transport-cc');
    expect(lines).toContain('a=setup:active');
  });

  test('lines end with CRLF only', () => {
    expect(filterOffer(OFFER).sdp.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });
});

const WANTED = { red: true, stereo: false, dtx: false };

describe('an answer', () => {
  const { sections } = filterOffer(OFFER);
  const loose = filterOffer(OFFER).sdp.replaceAll('a=recvonly', 'a=sendonly');

  test('receives what is sent, is inactive elsewhere, and names no stream of its own', () => {
    const fixed = fixAnswer(loose, sections, new Map([['14', WANTED]]));
    expect(section(fixed, '14')).toContain('a=recvonly');
    for (const mid of ['7', '8', '9', '10', '11', '12']) expect(section(fixed, mid)).toContain('a=inactive');
    expect(fixed).not.toMatch(/^a=(msid|ssrc):/m);
    expect(section(fixed, '13').join()).toContain('webrtc-datachannel');
  });

  test('prefers RED exactly where it should be sent', () => {
    expect(section(fixAnswer(loose, sections, new Map([['14', WANTED]])), '14')[0]).toMatch(/ 63 111$/);
    expect(section(fixAnswer(loose, sections, new Map()), '14')[0]).toMatch(/ 111 63$/);
  });

  // As livekit-server 1.13.5 answers the same offer and announcements; the offer has stereo=1.
  test.each([
    ['mono', {}, 'minptime=10;useinbandfec=1'],
    ['mono with DTX', { dtx: true }, 'minptime=10;useinbandfec=1;usedtx=1'],
    ['stereo', { stereo: true }, 'minptime=10;useinbandfec=1;stereo=1;maxaveragebitrate=510000'],
    ['stereo with DTX', { stereo: true, dtx: true }, 'minptime=10;useinbandfec=1;usedtx=1;stereo=1;maxaveragebitrate=510000'],
  ])('asks for Opus as LiveKit’s server does: %s', (_what, asked, parameters) => {
    const lines = section(fixAnswer(loose, sections, new Map([['14', { ...WANTED, ...asked }]])), '14');
    expect(lines.filter((line) => line.startsWith('a=fmtp:'))).toEqual([`a=fmtp:111 ${parameters}`, 'a=fmtp:63 111/111']);
  });

  test('asks nothing of a section that carries no known track', () => {
    expect(section(fixAnswer(loose, sections, new Map()), '14')).toContain('a=fmtp:111 minptime=10;useinbandfec=1');
  });

  test('is bared of its candidates, which are handed over apart', () => {
    const answer =
      'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=mid:a0\r\na=candidate:1 1 udp 1 10.0.0.1 9 typ host\r\na=end-of-candidates\r\n';
    expect(bareAnswer(answer)).toEqual({
      sdp: 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=mid:a0\r\n',
      candidates: [{ candidate: 'candidate:1 1 udp 1 10.0.0.1 9 typ host', mid: 'a0' }],
    });
  });

  test.each([
    ['both listed', 'm=audio 9 UDP/TLS/RTP/SAVPF 111 63', 63],
    ['a left-over rtpmap', 'm=audio 9 UDP/TLS/RTP/SAVPF 111', undefined],
  ])('takes RED only when its m= line lists it: %s', (_what, media, red) => {
    const answer = `v=0\r\n${media}\r\na=mid:a0\r\na=rtpmap:111 opus/48000/2\r\na=rtpmap:63 red/48000/2\r\n`;
    expect(readSections(answer).get('a0')?.red).toBe(red);
  });
});

test.each([
  ['candidate:826602358 1 udp 2122194687 192.0.2.2 43123 typ host generation 0 ufrag 1fok network-id 1', true],
  ['candidate:1 1 UDP 2114977791 127.0.0.1 44709 typ host', true],
  ['candidate:3488491490 1 tcp 1518214911 192.0.2.2 35429 typ host tcptype passive generation 0', false],
  ['candidate:339057068 1 udp 2122265343 fd00::2 56867 typ host', false],
  ['candidate:1 1 udp 1 0a1b2c3d.local 9 typ host', false],
  ['candidate:x', false],
  ['', false],
])('a candidate that this server can reach: %j is %s', (candidate, reachable) => {
  expect(isReachable(candidate)).toBe(reachable);
});

test('an offer is cleared of candidates that nobody can reach', () => {
  const udp = 'a=candidate:1 1 udp 1 10.0.0.1 9 typ host';
  const tcp = 'a=candidate:2 1 tcp 1 10.0.0.1 9 typ host tcptype passive';
  const { sdp } = filterOffer(['v=0', 'm=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'a=mid:0', udp, tcp, ''].join('\r\n'));
  expect(sdp).toContain(udp);
  expect(sdp).not.toContain(tcp);
});

describe('an own offer', () => {
  const offer = ['v=0', 'm=audio 9 UDP/TLS/RTP/SAVPF 111', 'a=mid:a0', 'a=sendonly', 'a=msid:PA|TR TR', 'a=ssrc:1 cname:x', ''].join(
    '\r\n',
  );

  test('makes a removed track inactive and never rejects its section', () => {
    const sdp = deactivate(offer, new Set(['a0']));
    expect(sdp).toBe('v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=mid:a0\r\na=inactive\r\n');
  });

  test('is left alone otherwise', () => {
    expect(deactivate(offer, new Set(['a1']))).toBe(offer);
  });
});

describe('whatever a client sends as SDP', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'm=audio',
      'm=',
      'm=audio 9 X 111 63',
      'a=mid:0',
      'a=mid:',
      'a=msid:',
      'a=msid:a b',
      'a=sendonly',
      'a=rtpmap:111 opus/48000/2',
    ),
    fc.constantFrom(
      'a=rtpmap:63 red/48000',
      'a=rtpmap:999999 opus/48000',
      'a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level',
      'a=candidate:',
    ),
  );
  const hostile = fc.array(line).map((lines) => lines.join('\n'));

  test('is filtered, answered and bared without an exception', () => {
    fc.assert(
      fc.property(hostile, (sdp) => {
        const { sections, sdp: filtered } = filterOffer(sdp);
        fixAnswer(filtered, sections, new Map([...sections.keys()].map((mid) => [mid, WANTED])));
        bareAnswer(sdp);
        deactivate(sdp, new Set(sections.keys()));
        for (const one of sections.values()) expect(one.red === undefined || one.red < 1000).toBe(true);
      }),
    );
  });

  test('filtering twice is filtering once', () => {
    fc.assert(
      fc.property(hostile, (sdp) => {
        const once = filterOffer(sdp).sdp;
        expect(filterOffer(once).sdp).toBe(once);
      }),
    );
  });
});
