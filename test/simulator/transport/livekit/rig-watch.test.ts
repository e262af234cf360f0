import { expect, test } from 'vitest';
import { RigWatch } from '../../../../simulator/transport/livekit/rig-watch.js';
import type { SessionInput } from '../../../../src/schedule/events.js';
import { msToSamples, rigPos, type RigPos } from '../../../../src/time/position.js';

function watch() {
  const state = { now: rigPos(0), heardAt: undefined as RigPos | undefined, lost: 0 };
  const reports: SessionInput[] = [];
  const own = new RigWatch(
    { lost: () => state.lost, quietest: () => (state.heardAt === undefined ? undefined : { track: 'h0', heardAt: state.heardAt }) },
    () => state.now,
    (trouble) => reports.push(trouble),
  );
  const at = (ms: number, heardAt: number | undefined, lost = 0): void => {
    Object.assign(state, { now: rigPos(msToSamples(ms)), heardAt: heardAt === undefined ? undefined : rigPos(msToSamples(heardAt)), lost });
    own.look();
  };
  return { at, reports };
}

test('a human of whom nothing comes for 3 s is the rig no longer hearing', () => {
  const { at, reports } = watch();
  at(1_000, 990);
  at(4_100, 1_000);
  expect(reports).toEqual([]);
  at(5_100, 1_000);
  expect(reports).toEqual([{ type: 'rig-trouble', what: 'recorder-gone', detail: 'nothing came of the human track h0 for 4.1 s' }]);
});

test('a stall of this process, after which the packets come, is none; nor is a track that was never heard', () => {
  const { at, reports } = watch();
  at(60_000, undefined);
  at(70_000, 60_500);
  at(71_000, 70_990);
  at(75_000, 71_900);
  expect(reports).toEqual([]);
});

test('packets lost for good are told as they are lost', () => {
  const { at, reports } = watch();
  at(1_000, 990, 2);
  at(2_000, 1_990, 2);
  at(3_000, 2_990, 5);
  expect(reports).toMatchObject([
    { what: 'packet-loss', detail: '2 packets lost' },
    { what: 'packet-loss', detail: '3 packets lost' },
  ]);
});
