/** Generated pairs, compiled with placeholder speech: tones as long as the words, so that only edges matter. */
import { defaultVoices, grammarGenerator, makePairs, requestsOf, suiteOf, yamlOf, type MadePair } from '../../src/generate/index.js';
import { formatProblem, loadSuite, type CompiledSuite, type ScenarioIo } from '../../src/scenario/index.js';
import { placeholderTts } from '../../src/speech/placeholder.js';

const VOICES = defaultVoices('en', undefined);
const SUITE = { name: 'generated', title: 'Generated pairs', room: 'mixed', voices: VOICES } as const;

/** By the seeded grammar, in order. @throws Error when one cannot be made. */
export async function generatedPairs(pairs: number, seed: number): Promise<MadePair[]> {
  const requests = requestsOf({ pairs, seed, language: 'en', voices: VOICES });
  const made = await makePairs(requests, { generator: grammarGenerator(), suite: SUITE, parallel: 1 });
  return made.map((one) => {
    if ('draft' in one) return one;
    throw new Error(`pair ${one.request.index + 1}: ${one.problems.join('; ')}`);
  });
}

/** As `turnrig generate` would write them and `turnrig run` read them, without a file. @throws Error for what `turnrig validate` would find. */
export async function compiledPairs(pairs: readonly MadePair[]): Promise<CompiledSuite> {
  const text = new TextEncoder().encode(yamlOf(suiteOf(pairs, SUITE), ['bench']));
  const tts = placeholderTts();
  const io: ScenarioIo = {
    readFile: () => Promise.resolve(text),
    resolve: (_from, to) => to,
    list: () => Promise.resolve([]),
    tts: () => tts,
    cache: { get: () => Promise.resolve(undefined), put: () => Promise.resolve() },
  };
  const result = await loadSuite('generated.yaml', io);
  if ('problems' in result) throw new Error(result.problems.map(formatProblem).join('\n'));
  return result.suite;
}
