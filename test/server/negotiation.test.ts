import { describe, expect, test } from 'vitest';
import { DescriptionCancelled } from '../../simulator/pending-description.js';
import { Negotiation, type Offerer } from '../../simulator/server/negotiation.js';
import { readSections } from '../../simulator/server/sdp.js';

/** A connection that numbers its offers and takes every answer but `bad`. */
class FakePeer implements Offerer {
  offers = 0;
  /** Makes the next offer fail. */
  failure: Error | undefined;
  offer(): Promise<string> {
    const { failure } = this;
    this.failure = undefined;
    if (failure !== undefined) return Promise.reject(failure);
    return Promise.resolve(`offer ${++this.offers}`);
  }
  accept(answer: string): ReturnType<Offerer['accept']> {
    if (answer === 'bad') throw new Error('bad answer');
    return readSections(answer);
  }
}

function setUp(): { negotiation: Negotiation; peer: FakePeer; sent: string[]; troubles: string[] } {
  const sent: string[] = [];
  const troubles: string[] = [];
  const peer = new FakePeer();
  const negotiation = new Negotiation(
    peer,
    (sdp) => sent.push(sdp),
    (message) => troubles.push(message),
  );
  return { negotiation, peer, sent, troubles };
}
/** Everything that is due without a timer. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('negotiation', () => {
  test('several changes at once make one offer, and all hear of its answer', async () => {
    const { negotiation, sent } = setUp();
    const heard: number[] = [];
    negotiation.request(() => heard.push(1));
    negotiation.request(() => heard.push(2));
    await settle();
    expect(sent).toEqual(['offer 1']);
    negotiation.answer('v=0');
    expect(heard).toEqual([1, 2]);
    await settle();
    expect(sent).toEqual(['offer 1']);
  });

  test('a change while an offer is out goes into the next, and hears only of that', async () => {
    const { negotiation, sent } = setUp();
    const heard: number[] = [];
    negotiation.request(() => heard.push(1));
    await settle();
    negotiation.request(() => heard.push(2));
    await settle();
    expect(sent).toEqual(['offer 1']);
    negotiation.answer('v=0');
    expect(heard).toEqual([1]);
    await settle();
    expect(sent).toEqual(['offer 1', 'offer 2']);
    negotiation.answer('v=0');
    expect(heard).toEqual([1, 2]);
  });

  test('an offer that cannot be made is told and goes with the next one; that the connection was closed is none', async () => {
    const { negotiation, peer, sent, troubles } = setUp();
    const heard: number[] = [];
    peer.failure = new Error('no description');
    negotiation.request(() => heard.push(1));
    await settle();
    expect([sent, troubles]).toEqual([[], ['no offer: no description']]);
    peer.failure = new DescriptionCancelled('description closed');
    negotiation.request();
    await settle();
    expect([sent, troubles]).toEqual([[], ['no offer: no description']]);
    negotiation.request();
    await settle();
    negotiation.answer('v=0');
    expect([sent, heard]).toEqual([['offer 1'], [1]]);
  });

  test('an answer nobody asked for changes nothing', async () => {
    const { negotiation, sent, troubles } = setUp();
    negotiation.answer('bad');
    await settle();
    expect({ sent, troubles }).toEqual({ sent: [], troubles: [] });
  });

  test('an answer that cannot be applied is reported, and a good one still counts', async () => {
    const { negotiation, troubles } = setUp();
    let heard = false;
    negotiation.request(() => (heard = true));
    await settle();
    negotiation.answer('bad');
    expect(troubles).toEqual(['answer refused: bad answer']);
    expect(heard).toBe(false);
    negotiation.answer('v=0');
    expect(heard).toBe(true);
  });
});
