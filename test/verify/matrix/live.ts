/** Cells of the matrix in rooms: the same plays, in real time, on a room server. */
import type { LiveKitAccess } from '../../../simulator/transport/livekit/livekit.js';
import { livekitTransport } from '../../../simulator/transport/livekit/livekit.js';
import { spokenVoice } from '../../../agent/reference/spoken-voice.js';
import type { CompiledSuite } from '../../../src/scenario/index.js';
import { sileroDetector } from '../../../src/vad/silero.js';
import { AGENTS } from './agents.js';
import { judge, type Cell } from './cell.js';
import { record, type Play, type Recorded, type Stage } from './play.js';

/**
 * Beside the edges (memory.ts) there are the transit of 1 to 3 ms, the clips' placement of 2, and the decay that Opus adds where a voice
 * stops dead, up to 30 ms at -40 dB.
 */
export const LIVE_MARGIN_MS = 40;

/** Scene and agents: each fault beside an agent that has not got it. */
const PAIRS: readonly (readonly [scene: string, agents: readonly string[]])[] = [
  ['c01', ['answer-after', 'premature', 'silent', 'burst,where=pause,after=250,length=180']],
  ['c05', ['answer-after', 'premature,pause=620,speak=700']],
  ['c06', ['blip', 'burst', 'answer-after']],
  ['c08', ['stuck,delay=300', 'answer-after,speak=6000', 'deaf']],
  ['c10', ['answer-after,speak=6000', 'stops-on-backchannel', 'resumes', 'restarts']],
  ['c11', ['answer-after,speak=6000', 'restarts']],
  ['c12', ['deaf', 'answer-after,speak=6000', 'stops-after']],
  ['c13', ['resumes', 'stops-after']],
  ['c14[offset=150]', ['deaf', 'answer-after,speak=6000']],
  ['c16', ['double', 'two-tracks', 'dies', 'dies,how=track', 'greets', 'answer-after']],
  ['c20-noise[noise=-20]', ['silent', 'always-on']],
];

export interface Pair {
  readonly scene: string;
  readonly agent: string;
}

export const LIVE_PAIRS: readonly Pair[] = PAIRS.flatMap(([scene, agents]) => agents.map((agent) => ({ scene, agent })));

/** A spoiled cell is played again, so often in all: what the machine did to it says nothing of the scorer. */
const TRIES = 3;

export interface LiveOptions {
  readonly access: LiveKitAccess;
  readonly suite: CompiledSuite;
  /** Cells side by side. */
  readonly atOnce: number;
  readonly each?: (cell: Cell) => void;
}

export async function liveMatrix(pairs: readonly Pair[], { access, suite, atOnce, each }: LiveOptions): Promise<Cell[]> {
  // Rendered before anybody streams: it keeps the process busy.
  await spokenVoice();
  const stage: Stage = { suite, transport: () => livekitTransport(access), detector: () => sileroDetector() };
  let waiting = pairs.map((pair, place) => ({ ...pair, place, tries: 0 }));
  const cells: Cell[] = [];
  while (waiting.length > 0) {
    const batch = waiting.splice(0, atOnce);
    // Scored when no room plays: what scoring would do to the others' frames is no fault of the rig's.
    const recorded = await Promise.all(batch.map((pair) => recordPair(stage, pair)));
    for (const [i, pair] of batch.entries()) {
      const cell = judge(await scoreOnce(recorded[i] as Recorded), LIVE_MARGIN_MS);
      if (cell.state === 'invalid' && pair.tries + 1 < TRIES) waiting = [...waiting, { ...pair, tries: pair.tries + 1 }];
      else {
        each?.(cell);
        cells[pair.place] = cell;
      }
    }
  }
  return cells;
}

function recordPair(stage: Stage, pair: Pair): Promise<Recorded> {
  const scene = stage.suite.scenes.find(({ id }) => id === pair.scene);
  const agent = AGENTS.find(({ name }) => name === pair.agent);
  if (!scene || !agent) throw new Error(`there is no cell ${pair.scene} @ ${pair.agent}`);
  return record(stage, scene, agent);
}

async function scoreOnce(recorded: Recorded): Promise<Play> {
  try {
    return await recorded.score();
  } finally {
    await recorded.remove();
  }
}
