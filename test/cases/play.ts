/** A scene of the suite `cases` against an agent in virtual time, scored from what was recorded, with the suite's own clips. */
import { behaviourOf, type ReferenceBehaviour } from '../../agent/reference/catalogue.js';
import { createBehaviour } from '../../agent/reference/create.js';
import type { AgentBehaviour } from '../../agent/reference/behaviour.js';
import { decodeTrack } from '../../src/media/decode.js';
import { loadSuite, type CompiledSuite } from '../../src/scenario/index.js';
import type { CompiledScene } from '../../src/scenario/model.js';
import type { SessionCommand } from '../../src/schedule/events.js';
import { joinTracks } from '../../src/score/all-tracks.js';
import type { SessionScore, WindowScore } from '../../src/score/model.js';
import { placeTurn } from '../../src/score/placement.js';
import { scoreSession } from '../../src/score/session.js';
import { detectSpeech } from '../../src/vad/detect.js';
import { energyDetector } from '../../src/vad/energy.js';
import { findSpeech } from '../../src/vad/find.js';
import { scenarioIo } from '../../simulator/scenario-io.js';
import { suiteFile } from '../../src/cli/paths.js';
import { openOptions, rig } from '../conductor/rig.js';
import { ScriptedAgent, type Line } from './scripted-agent.js';

export type Agent = ReferenceBehaviour | readonly Line[];

export async function loadCases(): Promise<CompiledSuite> {
  const loaded = await loadSuite(suiteFile('cases'), scenarioIo());
  if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems));
  return loaded.suite;
}

const isScript = (agent: Agent): agent is readonly Line[] => Array.isArray(agent);

export async function playCase(suite: CompiledSuite, scene: CompiledScene, agent: Agent): Promise<SessionScore> {
  const behaviour = isScript(agent) ? behaviourOf('silent') : agent;
  const core = (): AgentBehaviour => (isScript(agent) ? new ScriptedAgent(agent) : createBehaviour(agent));
  const options = { ...openOptions(scene, behaviour), clip: (hash: string) => suite.clips.get(hash) ?? new Float32Array(0) };
  const { end, store } = await rig(scene, behaviour, { agent: core }, { options });
  const speech = await Promise.all(
    end.tracks
      .filter(({ owner }) => owner.kind === 'agent')
      .map(async (track) => {
        const audio = await decodeTrack(store.packets.get(track.id) ?? [], track);
        return findSpeech(audio, track.id, await detectSpeech(audio, energyDetector()));
      }),
  );
  const turns = store.of('turn-started').flatMap(({ turn, start }) => {
    const found = scene.turns.find(({ id }) => id === turn);
    return found ? [placeTurn(found, start, 0, 'recorder')] : [];
  });
  const commands = store.lines.flatMap((line): SessionCommand[] => (line.kind === 'command' ? [line.command] : []));
  const session = { id: `cases/${scene.id}#1@a`, scene: scene.id, suite: suite.name, agent: 'a', repeat: 1, block: 0, seed: 1 };
  return scoreSession({ attempt: 's0000-a1', session, scene, events: store.events(), commands, turns, speech: joinTracks(speech), end });
}

export const verdicts = (score: SessionScore): Record<string, WindowScore['verdict']> =>
  Object.fromEntries(score.windows.map(({ id, verdict }) => [id, verdict]));
