/** What the other rings use of the generators. */
export { chatGenerator, REPAIRS } from './chat/generator.js';
export { PROMPT_VERSION } from './chat/prompt.js';
export { diversityOf, type Diversity } from './diversity.js';
export { makePairs, type GivenUp, type Made } from './generate.js';
export { grammarGenerator } from './grammar/build.js';
export { LANGUAGES, type Language, type PairGenerator } from './model.js';
export { MOST_PAIRS, requestsOf } from './requests.js';
export { suiteOf, yamlOf, type MadePair, type SuiteOptions } from './suite.js';
export { defaultVoices, type Voices } from './voices.js';
