// The import directions of the house (design.md, "Three rings"), as a lint rule that resolves relative imports to files.
//
// core (src/*, without cli/ and index.ts) imports only core, and inside it only folders of the same or a lower rank;
// shell (simulator/, agent/) imports core and shell; composition (src/cli, src/index.ts) imports anything; nothing imports tests.
import { dirname, relative, resolve, sep } from 'node:path';

const RANK = {
  error: 0,
  time: 1,
  media: 2,
  vad: 3,
  speech: 4,
  scenario: 5,
  schedule: 6,
  session: 7,
  recording: 8,
  tabular: 6,
  score: 9,
  stats: 1,
  calibration: 2,
  analysis: 10,
  sid: 10,
  'entry-yield': 10,
  generate: 10,
  words: 10,
  calls: 10,
  'text-reference': 11,
  compare: 12,
  share: 12,
  report: 13,
  eot: 14,
  replay: 14,
  shrink: 14,
};
const NODE_IN_CORE = new Set([
  'node:crypto',
  'node:path',
  'node:assert',
  'node:util',
  'node:buffer',
  'node:module',
  'node:url',
  'node:zlib',
]);
const PRINTS = new Set(['composition', 'outside']);

export function ringOf(root, file) {
  const parts = relative(root, file).split(sep);
  if (parts[0] === 'src') {
    if (parts[1] === 'cli' || parts[1] === 'index.ts') return { ring: 'composition' };
    const folder = parts[1]?.replace(/\.(ts|js)$/, '');
    return { ring: 'core', folder, rank: RANK[folder] };
  }
  if (parts[0] === 'simulator' || parts[0] === 'agent') return { ring: 'shell', folder: parts[0] };
  if (parts[0] === 'test') return { ring: 'test' };
  return { ring: 'outside' };
}

const TRUTH = ['agent', 'truth', ''].join(sep);
const SENDERS = ['agent', 'reference', 'senders', ''].join(sep);

/**
 * The truth program shares no code with what is held against it (measurement.md, "Truth for calibration"): it imports nothing from outside
 * its folder, and of it only the senders import, and only the format of the logs that they write.
 */
function apartFromTruth(root, file, target) {
  const [from, to] = [relative(root, file), relative(root, target)];
  if (from.startsWith(TRUTH)) return to.startsWith(TRUTH) ? undefined : 'the truth program shares no code with the rest';
  if (!to.startsWith(TRUTH)) return undefined;
  return from.startsWith(SENDERS) && to === `${TRUTH}format.js` ? undefined : 'only senders import the truth program, and only its format';
}

/** Undefined when the import is allowed, else the reason why not. */
export function refusal(root, file, source) {
  const from = ringOf(root, file);
  if (from.ring === 'test' || from.ring === 'outside') return undefined;
  if (!source.startsWith('.')) {
    if (relative(root, file).startsWith(TRUTH) && !source.startsWith('node:')) return 'the truth program shares no code with the rest';
    if (from.ring === 'core' && source.startsWith('node:') && !NODE_IN_CORE.has(source))
      return `core has no I/O and no clock: it must not import ${source}`;
    return undefined;
  }
  const to = ringOf(root, resolve(dirname(file), source));
  const apart = apartFromTruth(root, file, resolve(dirname(file), source));
  if (apart !== undefined) return apart;
  if (to.ring === 'test') return 'nothing imports tests';
  if (from.ring === 'core') {
    if (from.rank === undefined) return `src/${from.folder} has no rank in scripts/eslint-rings.mjs: give it one`;
    if (to.ring !== 'core') return `core imports only core, not ${to.ring}`;
    if (to.rank === undefined || to.rank > from.rank) return `src/${from.folder} must not import src/${to.folder}: it stands above it`;
    if (to.rank === from.rank && to.folder !== from.folder)
      return `src/${from.folder} and src/${to.folder} stand side by side and must not import each other`;
  }
  if (from.ring === 'shell' && to.ring === 'composition') return 'shell must not import composition';
  return undefined;
}

const rule = {
  meta: { type: 'problem', schema: [], messages: { no: '{{why}}' } },
  create(context) {
    const check = (node) => {
      const source = node.source?.value;
      if (typeof source !== 'string') return;
      const why = refusal(context.cwd, context.filename, source);
      if (why) context.report({ node, messageId: 'no', data: { why } });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      MemberExpression(node) {
        const where = ringOf(context.cwd, context.filename);
        if (node.object.type !== 'Identifier') return;
        const name = `${node.object.name}.${node.property.name ?? ''}`;
        if (node.object.name === 'console' && !PRINTS.has(where.ring) && where.ring !== 'test')
          context.report({ node, messageId: 'no', data: { why: 'only src/cli prints' } });
        if (where.ring === 'core' && (name === 'Date.now' || name === 'performance.now' || name === 'process.hrtime'))
          context.report({ node, messageId: 'no', data: { why: `core has no clock of its own: ${name}` } });
        if (where.ring === 'core' && name === 'Math.random')
          context.report({ node, messageId: 'no', data: { why: 'everything is seeded: use a seeded generator' } });
      },
    };
  },
};
export default { rules: { directions: rule } };
