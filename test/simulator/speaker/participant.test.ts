/** rtc-node whose promises never settle: joining fails, leaving ends. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const state = vi.hoisted(() => ({ hangs: new Set<string>(), calls: [] as string[] }));

vi.mock('@livekit/rtc-node', () => {
  const call = (name: string): Promise<unknown> => {
    state.calls.push(name);
    return state.hangs.has(name) ? new Promise(() => undefined) : Promise.resolve({ sid: 'TR_x' });
  };
  class Room {
    localParticipant = { publishTrack: () => call('publish'), unpublishTrack: () => call('unpublish') };
    connect = () => call('connect');
    disconnect = () => call('disconnect');
    removeAllListeners = (): void => undefined;
  }
  return {
    Room,
    AudioFrame: class {
      readonly made = true;
    },
    AudioSource: class {
      readonly made = true;
    },
    LocalAudioTrack: { createAudioTrack: () => ({ close: () => call('close') }) },
    TrackPublishOptions: class {
      readonly made = true;
    },
    TrackSource: {},
  };
});

const { SpeakingParticipant } = await import('../../../simulator/speaker/participant.js');
const { SecondTrack } = await import('../../../agent/reference/second-track.js');
const OPTIONS = { server: 'ws://127.0.0.1:9', token: 'token', trackName: 'microphone', autoSubscribe: false };

beforeEach(() => {
  vi.useFakeTimers();
  state.hangs.clear();
  state.calls.length = 0;
});
afterEach(() => void vi.useRealTimers());

/** Runs the clock until the work has ended. */
async function ended<T>(work: Promise<T>): Promise<T> {
  const outcome = work.then(
    (value) => () => value,
    (error: unknown) => () => {
      throw error;
    },
  );
  await vi.advanceTimersByTimeAsync(60_000);
  return (await outcome)();
}

test.each([
  ['connect', 'no answer to the join within 20 s'],
  ['publish', 'no answer to the publication within 20 s'],
])('%s that never settles fails the join, also where leaving hangs too', async (hang, said) => {
  state.hangs = new Set([hang, 'disconnect']);
  await expect(ended(SpeakingParticipant.join(OPTIONS))).rejects.toMatchObject({
    code: 'room-unreachable',
    message: expect.stringContaining(said) as string,
  });
  expect(state.calls.at(-1)).toBe('disconnect');
});

test.each(['disconnect', 'close', 'unpublish'])('%s that never settles keeps nobody', async (hang) => {
  const participant = await ended(SpeakingParticipant.join(OPTIONS));
  state.hangs = new Set([hang]);
  await ended(participant.unpublish());
  await ended(participant.close());
  expect(state.calls.slice(-3)).toEqual(['unpublish', 'disconnect', 'close']);
});

test('a second track that is never published fails the join', async () => {
  const participant = await ended(SpeakingParticipant.join(OPTIONS));
  state.hangs = new Set(['publish']);
  await expect(ended(SecondTrack.publish(participant.room))).rejects.toThrow('a second track within 20 s');
});
