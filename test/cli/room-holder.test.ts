import { describe, expect, it } from 'vitest';
import { RoomHolder } from '../../src/cli/play/room-holder.js';
import type { Room } from '../../src/cli/play/room-keeper.js';

const MB = 1e6;

class Fake implements Room {
  readonly access;
  readonly described = 'fake';
  isGone = false;
  stopped = false;
  constructor(
    readonly number: number,
    public size: number | undefined,
  ) {
    this.access = { kind: 'livekit' as const, url: `ws://127.0.0.1:${number}`, apiKey: 'k', apiSecret: 's' };
  }
  gone = () => this.isGone;
  answers = true;
  state = () => Promise.resolve({ answers: this.answers, ...(this.size === undefined ? {} : { memory: this.size }) });
  stop = () => {
    this.stopped = true;
    return Promise.resolve();
  };
}

function holder(largest?: number) {
  const opened: Fake[] = [];
  const left: number[] = [];
  const held = new RoomHolder(async () => {
    await Promise.resolve();
    opened.push(new Fake(opened.length + 1, 100 * MB));
    return opened.at(-1)!;
  }, largest);
  const enter = () =>
    held.enter(() => {
      left.push(opened.length);
      return Promise.resolve();
    });
  return { held, opened, left, enter };
}
const settled = async (promise: Promise<unknown>): Promise<boolean> => {
  let done = false;
  void promise.finally(() => (done = true));
  for (let i = 0; i < 20; i++) await Promise.resolve();
  return done;
};

describe('the room server of a play', () => {
  it('is none in memory', async () => {
    const held = new RoomHolder(undefined);
    const stay = await held.enter(() => Promise.reject(new Error('nobody has to leave')));
    expect(stay.access).toBeUndefined();
    stay.leave();
    await held.stop();
  });

  it('is opened once, however many come at once', async () => {
    const { enter, opened, held } = holder();
    const stays = await Promise.all([enter(), enter(), enter()]);
    expect(new Set(stays.map(({ access }) => access?.url)).size).toBe(1);
    expect(opened).toHaveLength(1);
    await held.stop();
    expect(opened[0]!.stopped).toBe(true);
  });

  it('that died is opened again once, after the agents have left it', async () => {
    const { enter, opened, left } = holder();
    await enter();
    opened[0]!.isGone = true;
    const [a, b] = await Promise.all([enter(), enter()]);
    expect(a.access?.url).toBe(b.access?.url);
    expect(opened).toHaveLength(2);
    expect(left).toEqual([1]);
  });

  it('that grew too large is changed when the last session in it is over, and newcomers wait', async () => {
    const { enter, opened, left } = holder(200 * MB);
    const [a, b] = await Promise.all([enter(), enter()]);
    opened[0]!.size = 201 * MB;
    const [c, d] = [enter(), enter()];
    a.leave();
    a.leave();
    expect(await settled(c)).toBe(false);
    expect(opened[0]!.stopped).toBe(false);
    b.leave();
    expect((await c).access?.url).toBe('ws://127.0.0.1:2');
    expect((await d).access?.url).toBe('ws://127.0.0.1:2');
    expect(opened[0]!.stopped).toBe(true);
    expect(left).toEqual([1]);
  });

  it('is opened anew where it stands still', async () => {
    const { held, opened, left, enter } = holder();
    const first = await enter();
    first.leave();
    opened[0]!.answers = false;
    const second = await enter();
    expect(second.access?.url).toBe('ws://127.0.0.1:2');
    expect(opened[0]!.stopped).toBe(true);
    expect(left).toEqual([1]);
    second.leave();
    await held.stop();
  });

  it('stays as it is up to the limit, and where its memory is not known', async () => {
    const { enter, opened } = holder(200 * MB);
    await enter();
    opened[0]!.size = 200 * MB;
    await enter();
    opened[0]!.size = undefined;
    await enter();
    expect(opened).toHaveLength(1);
  });

  it('that cannot be opened is tried again by the next session', async () => {
    let tries = 0;
    const held = new RoomHolder(() => (++tries === 1 ? Promise.reject(new Error('no port')) : Promise.resolve(new Fake(tries, undefined))));
    const nobody = () => Promise.resolve();
    await expect(held.enter(nobody)).rejects.toThrow('no port');
    expect((await held.enter(nobody)).access?.url).toBe('ws://127.0.0.1:2');
    await held.stop();
  });
});
