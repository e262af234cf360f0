import { DisconnectReason } from '@livekit/rtc-node';
import { expect, it } from 'vitest';
import { leftBecause } from '../../../../simulator/transport/livekit/left-because.js';

it.each([
  [DisconnectReason.SIGNAL_CLOSE, 'its connection broke off, as when its process dies'],
  [DisconnectReason.CLIENT_INITIATED, 'it disconnected'],
  [DisconnectReason.UNKNOWN_REASON, 'the server gave no reason'],
  [undefined, 'the server gave no reason'],
  [DisconnectReason.MIGRATION, 'disconnect reason 8'],
])('%s: %s', (reason, words) => expect(leftBecause(reason)).toBe(words));
