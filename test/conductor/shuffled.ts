/** A session whose detector answers after delays that a seed shuffles: its log must not show them. */
import { behaviourOf } from '../../agent/reference/catalogue.js';
import { mulberry32 } from '../../src/scenario/random.js';
import type { SpeechDetector } from '../../src/vad/detector.js';
import { energyDetector } from '../../src/vad/energy.js';
import { ms } from '../schedule/scene.js';
import { compiled, openOptions, rig } from './rig.js';

const SCENE = compiled([{ id: 'ask', label: 'T', voiced: 600 }], { tail: ms(200) });
const BEHAVIOUR = behaviourOf('answer-after', { delay: 300, speak: 500 });
const OPTIONS = openOptions(SCENE, BEHAVIOUR);

function lateDetector(seed: number): SpeechDetector {
  const sync = energyDetector();
  const random = mulberry32(seed);
  return {
    name: 'late',
    modelHash: 'late',
    frame: sync.frame,
    reset: () => sync.reset(),
    speechProbability: async (frame) => {
      const probability = sync.speechProbability(frame);
      for (let turns = Math.floor(random() * 5); turns > 0; turns--) await Promise.resolve();
      if (random() < 0.02) await new Promise((resolve) => setImmediate(resolve));
      return probability;
    },
  };
}

/** The log of one run, as text. */
export async function shuffledLog(seed: number): Promise<string> {
  const { store, end } = await rig(SCENE, BEHAVIOUR, {}, { options: OPTIONS, detector: () => lateDetector(seed) });
  return JSON.stringify([end, store.lines]);
}
