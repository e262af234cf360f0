import { describe, expect, it } from 'vitest';
import { TurnrigError } from '../../src/error.js';
import type { SessionInput } from '../../src/schedule/events.js';
import { addressRemover, withoutAddress } from '../../simulator/supervisor/without-address.js';
import type { OpenOptions, Transport, TransportHandler } from '../../simulator/transport/transport.js';

const URL_OF = 'wss://rooms.example.org:7443/path';

describe('addresses', () => {
  it.each([
    ['the room server at rooms.example.org:7443 does not answer', 'the room server at [address] does not answer'],
    ['getaddrinfo ENOTFOUND rooms.example.org', 'getaddrinfo ENOTFOUND [address]'],
    ['connect ECONNREFUSED 10.1.2.3:7443', 'connect ECONNREFUSED [address]'],
    ['connect ECONNREFUSED ::1:7443', 'connect ECONNREFUSED [address]'],
    ['connect ETIMEDOUT 2001:db8::1:7443', 'connect ETIMEDOUT [address]'],
    ['connect ETIMEDOUT 2001:db8:1:2:3:4:5:6', 'connect ETIMEDOUT [address]'],
    ['wss://[2001:db8::1]:7443/rtc failed', 'wss://[address]/rtc failed'],
    ['a frame 59 ms late at 12:31:07, ratio 16:9, version 1.2.3', 'a frame 59 ms late at 12:31:07, ratio 16:9, version 1.2.3'],
    ['std::bad_alloc', 'std::bad_alloc'],
  ])('%s', (text, clean) => expect(addressRemover(URL_OF)(text)).toBe(clean));

  it('reach neither the log nor the error of a session', async () => {
    const trouble: SessionInput = { type: 'rig-trouble', what: 'server-gone', detail: 'read ECONNRESET 10.1.2.3:7443' };
    const other: SessionInput = { type: 'agent-joined', identity: '10.1.2.3' };
    const transport: Transport = {
      name: 'test',
      open: (_options, handler) => {
        handler.input(trouble);
        handler.input(other);
        throw new TurnrigError('room-unreachable', 'rooms.example.org is gone', { hint: 'Check LIVEKIT_URL.' });
      },
    };
    const inputs: SessionInput[] = [];
    const handler: TransportHandler = { input: (input) => inputs.push(input), track: () => undefined, packet: () => undefined };
    await expect(withoutAddress(transport, URL_OF).open({} as OpenOptions, handler)).rejects.toMatchObject({
      code: 'room-unreachable',
      message: '[address] is gone',
      hint: 'Check LIVEKIT_URL.',
    });
    expect(inputs).toEqual([{ ...trouble, detail: 'read ECONNRESET [address]' }, other]);
  });
});
