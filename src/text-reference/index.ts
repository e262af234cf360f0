/** The text reference: the decisions of selective participation by a model that reads who says what, as an upper bound (docs/selective-participation.md). */
export { differsFromRun } from './beside.js';
export { parseTextReference, TEXT_REFERENCE_FORMAT, type TextReference } from './document.js';
export { PROMPT_SHA256, PROMPT_VERSION } from './prompt.js';
export { TEXT_REFERENCE_MARK, type ReferenceRow } from './row.js';
export { readable, readScenes, type ReadOptions } from './read.js';
export { scriptHash, scriptOf } from './script.js';
