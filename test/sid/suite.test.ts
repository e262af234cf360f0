/** The suite `barge-in`: ten different clips of each kind, each of them one that `sid from-run` counts. */
import { expect, it, vi } from 'vitest';
import { behaviourOf, type ReferenceBehaviour } from '../../agent/reference/catalogue.js';
import { suiteFile } from '../../src/cli/paths.js';
import { formatProblem, loadSuite } from '../../src/scenario/index.js';
import { isInvalid, liveClips } from '../../src/sid/live.js';
import { summariseLiveSid } from '../../src/sid/live-summary.js';
import { scenarioIo } from '../../simulator/scenario-io.js';
import { playCase } from '../cases/play.js';

// Sessions in virtual time take the processor for seconds, and it may be shared.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

it('ten clips to stop at, ten to go on at', async () => {
  const loaded = await loadSuite(suiteFile('barge-in'), scenarioIo());
  if ('problems' in loaded) throw new Error(loaded.problems.map(formatProblem).join('\n'));
  const clips = loaded.suite.scenes.flatMap(({ turns }) => turns.filter(({ id }) => id === 'clip'));
  expect(clips).toHaveLength(40);
  for (const kind of ['yield', 'continue'])
    expect(new Set(clips.filter(({ expect: wanted }) => wanted.kind === kind).map(({ clip }) => clip.hash)).size).toBe(10);
});

it('an agent that stops at everything, and one that stops at nothing', async () => {
  const loaded = await loadSuite(suiteFile('barge-in'), scenarioIo());
  if ('problems' in loaded) throw new Error('the suite has problems');
  const played = loaded.suite.scenes.filter(({ id }) => ['wait[offset=1000]', 'uh-huh[offset=2500]', 'tickets[offset=1000]'].includes(id));
  expect(played).toHaveLength(3);
  const against = async (agent: ReferenceBehaviour): Promise<ReturnType<typeof summariseLiveSid>[number] | undefined> => {
    const clips = await Promise.all(played.map(async (scene) => liveClips(scene, await playCase(loaded.suite, scene, agent))));
    expect(clips.flat().filter(isInvalid)).toEqual([]);
    return summariseLiveSid(clips.flat(), 'text')[0];
  };
  const timid = await against(behaviourOf('stops-on-backchannel', { stop: 300, delay: 1500, speak: 12000, notice: 100 }));
  expect(timid).toMatchObject({ sid: { all: { fir: { value: 1, hits: 2, clips: 2 } } }, yields: { breaks: 1, stopped: 1 } });
  const deaf = await against(behaviourOf('deaf', { delay: 1500, speak: 12000, notice: 400 }));
  expect(deaf).toMatchObject({ sid: { all: { fir: { value: 0, clips: 2 } } }, yields: { breaks: 1, stopped: 0 } });
});
