/* eslint-disable @typescript-eslint/no-deprecated -- older clients still use these fields, so they are tested */
import { DataPacket, RpcRequest, UserPacket } from '@livekit/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDataPacket, route } from '../../simulator/server/data.js';
import { DataQueue } from '../../simulator/server/data-queue.js';

const anna = { identity: 'anna', sid: 'PA_anna' };
const ben = { identity: 'ben', sid: 'PA_ben' };
const user = (fields: Partial<UserPacket>): DataPacket => new DataPacket({ value: { case: 'user', value: new UserPacket(fields) } });

describe('data packets', () => {
  test('name the sender that the server knows, whatever the client wrote', () => {
    const forged = user({ payload: Uint8Array.of(1), participantIdentity: 'ben', participantSid: 'PA_ben' });
    forged.participantIdentity = 'ben';
    const packet = readDataPacket(forged.toBinary(), anna);
    expect(packet).toMatchObject({ participantIdentity: 'anna', participantSid: 'PA_anna' });
    expect(packet?.value.value).toMatchObject({ participantIdentity: 'anna', participantSid: 'PA_anna' });
  });

  test.each([
    ['for all', user({}), true],
    ['for ben by identity', new DataPacket({ destinationIdentities: ['ben'], value: user({}).value }), true],
    ['for ben by the older field', user({ destinationIdentities: ['ben'] }), true],
    ['for ben by sid', user({ destinationSids: ['PA_ben'] }), true],
    ['for carl', user({ destinationIdentities: ['carl'] }), false],
  ])('%s', (_what, packet, isForBen) => {
    expect(route(packet).isFor(ben)).toBe(isForBen);
  });

  test('RPC goes through with its request', () => {
    const rpc = new DataPacket({
      destinationIdentities: ['ben'],
      value: { case: 'rpcRequest', value: new RpcRequest({ id: '1', method: 'm' }) },
    });
    const packet = readDataPacket(rpc.toBinary(), anna);
    expect(DataPacket.fromBinary(route(packet!).bytes).value.value).toMatchObject({ id: '1', method: 'm' });
  });

  test('without a value, too large or garbled: none', () => {
    expect(readDataPacket(new DataPacket().toBinary(), anna)).toBeUndefined();
    expect(readDataPacket(new Uint8Array(300_000), anna)).toBeUndefined();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const packet = readDataPacket(bytes, anna);
        expect(packet === undefined || packet.participantIdentity === 'anna').toBe(true);
      }),
    );
  });
});

describe('the queue before the channel opens', () => {
  test('keeps reliable packets in order and no lossy ones', () => {
    const queue = new DataQueue();
    queue.keep('_reliable', Uint8Array.of(1));
    queue.keep('_lossy', Uint8Array.of(2));
    queue.keep('_reliable', Uint8Array.of(3));
    expect(queue.take().map(({ bytes }) => bytes[0])).toEqual([1, 3]);
    expect(queue.take()).toEqual([]);
  });

  test('is bounded in packets and bytes', () => {
    const queue = new DataQueue();
    for (let i = 0; i < 2000; i++) queue.keep('_reliable', new Uint8Array(1));
    expect(queue.take()).toHaveLength(1000);
    for (let i = 0; i < 100; i++) queue.keep('_reliable', new Uint8Array(200_000));
    expect(queue.take().length).toBeLessThan(50);
  });
});
