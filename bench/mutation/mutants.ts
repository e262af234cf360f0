/**
 * What a mutant is: one small change of a rule in a source file, found on its syntax tree. The question to the tests is whether they notice.
 *
 *   comparisons        made strict or not strict, and turned round
 *   conditions         negated; && and || exchanged; negations taken away; true and false exchanged
 *   lengths            + and - exchanged, a shift the other way, Math.min and Math.max exchanged
 *   choices            some and every, first and last (find, findLast) exchanged; what is kept once (??=) overwritten
 *   constants          10 ms (10 frames, 10 ms of msToSamples) more and less; what is below 20 by 1, shares by 0.01
 *   verdicts           another one: pass for fail, fail for pass, scored for spoiled
 *
 * Texts for people (reasons, messages) are rules of no score; numbers in them are left alone.
 */
import ts from 'typescript';

export interface Mutant {
  /** Number among all mutants of a pass. */
  readonly id: number;
  /** Path from the root of the project, with slashes. */
  readonly file: string;
  /** From 1, of what is changed. */
  readonly line: number;
  readonly column: number;
  /** The line of the source, trimmed: how a mutant is told from others when lines move. */
  readonly code: string;
  readonly old: string;
  readonly new: string;
  /** The expression that is put in the place of [from, to) of the source. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const COMPARISONS: Partial<Record<ts.SyntaxKind, readonly string[]>> = {
  [ts.SyntaxKind.LessThanToken]: ['<=', '>='],
  [ts.SyntaxKind.LessThanEqualsToken]: ['<', '>'],
  [ts.SyntaxKind.GreaterThanToken]: ['>=', '<='],
  [ts.SyntaxKind.GreaterThanEqualsToken]: ['>', '<'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: ['!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: ['==='],
};
const LOGICAL: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
};
const SUMS: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
  [ts.SyntaxKind.PlusEqualsToken]: '-=',
  [ts.SyntaxKind.MinusEqualsToken]: '+=',
  [ts.SyntaxKind.QuestionQuestionEqualsToken]: '=',
};
const METHODS: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  find: 'findLast',
  findLast: 'find',
  findIndex: 'findLastIndex',
  findLastIndex: 'findIndex',
  min: 'max',
  max: 'min',
};
const VERDICTS: Readonly<Record<string, string>> = {
  pass: 'fail',
  fail: 'pass',
  'within-uncertainty': 'pass',
  unscored: 'fail',
  scored: 'rig_invalid',
  rig_invalid: 'agent_failure',
  agent_failure: 'scored',
  answered: 'no-answer',
  'no-answer': 'answered',
  truncated: 'answered',
  complete: 'lost',
  lost: 'complete',
  measured: 'interval',
  interval: 'measured',
};

type Found = Omit<Mutant, 'id'>;

/** All mutants of a source, in order of their places. */
export function mutantsOf(file: string, source: string, firstId = 0): Mutant[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ES2023, true, ts.ScriptKind.TS);
  const lines = source.split('\n');
  const found: Found[] = [];
  /** `node` is replaced by `text`; `shown` is the part of it that changes. */
  const add = (node: ts.Node, shown: ts.Node, old: string, replacement: string, text: string): void => {
    const { line, character } = tree.getLineAndCharacterOfPosition(shown.getStart(tree));
    found.push({
      file,
      line: line + 1,
      column: character + 1,
      code: (lines[line] ?? '').trim(),
      old,
      new: replacement,
      from: node.getStart(tree),
      to: node.getEnd(),
      text,
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isTemplateExpression(node)) return;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) binary(node, source, add);
    else if (ts.isPrefixUnaryExpression(node)) prefix(node, source, add);
    else if (ts.isCallExpression(node)) call(node, source, add);
    else if (ts.isNumericLiteral(node)) constant(node, source, add);
    else if (ts.isStringLiteral(node)) verdict(node, add);
    else if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, node, 'true', 'false', 'false');
    else if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, node, 'false', 'true', 'true');
    if (isCondition(node)) {
      const text = textOf(source, node);
      add(node, node, text, `!(${text})`, `!(${text})`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found.sort((a, b) => a.line - b.line || a.column - b.column).map((one, i) => ({ id: firstId + i, ...one }));
}

type Add = (node: ts.Node, shown: ts.Node, old: string, replacement: string, text: string) => void;

const textOf = (source: string, node: ts.Node): string => source.slice(node.getStart(), node.getEnd());

function binary(node: ts.BinaryExpression, source: string, add: Add): void {
  const { operatorToken: operator, left, right } = node;
  const logical = LOGICAL[operator.kind];
  const sum = isText(left) || isText(right) ? undefined : SUMS[operator.kind];
  const others = COMPARISONS[operator.kind] ?? [logical ?? sum].filter((one) => one !== undefined);
  // In brackets, so that another rank of the operator binds what the old one did.
  const operand = (side: ts.Expression): string => (logical === undefined ? textOf(source, side) : `(${textOf(source, side)})`);
  for (const other of others) add(node, operator, operator.getText(), other, `${operand(left)} ${other} ${operand(right)}`);
}

function prefix(node: ts.PrefixUnaryExpression, source: string, add: Add): void {
  if (node.operator !== ts.SyntaxKind.ExclamationToken && node.operator !== ts.SyntaxKind.MinusToken) return;
  // -1 is a constant of its own, as in at(-1).
  if (ts.isNumericLiteral(node.operand)) return;
  const text = textOf(source, node);
  add(node, node, text, text.slice(1), text.slice(1));
}

function call(node: ts.CallExpression, source: string, add: Add): void {
  const { expression } = node;
  if (ts.isIdentifier(expression) && expression.text === 'shift') {
    const [at, by] = node.arguments;
    if (!at || !by) return;
    const other = `shift(${textOf(source, at)}, -(${textOf(source, by)}))`;
    add(node, node, textOf(source, node), other, other);
    return;
  }
  if (!ts.isPropertyAccessExpression(expression)) return;
  const { name } = expression;
  const other = Object.hasOwn(METHODS, name.text) ? METHODS[name.text] : undefined;
  if (other === undefined) return;
  const text = source.slice(node.getStart(), name.getStart()) + other + source.slice(name.getEnd(), node.getEnd());
  add(node, name, name.text, other, text);
}

function constant(node: ts.NumericLiteral, source: string, add: Add): void {
  const text = textOf(source, node);
  const value = Number(node.text);
  if (ts.isPropertyAssignment(node.parent) && node.parent.name === node) return;
  const step = !Number.isInteger(value) && value < 1 ? 0.01 : value >= 20 ? 10 : 1;
  for (const other of [value - step, value + step]) {
    // Nothing here is shorter than nothing: an index or a length below 0 is another kind of fault.
    if (other >= 0) add(node, node, text, String(Number(other.toFixed(6))), String(Number(other.toFixed(6))));
  }
}

function verdict(node: ts.StringLiteral, add: Add): void {
  const other = Object.hasOwn(VERDICTS, node.text) ? VERDICTS[node.text] : undefined;
  if (other === undefined || isCompared(node) || ts.isCaseClause(node.parent)) return;
  add(node, node, `'${node.text}'`, `'${other}'`, `'${other}'`);
}

/** A literal that something is compared with: the comparison has its own mutants. */
function isCompared({ parent }: ts.Node): boolean {
  return ts.isBinaryExpression(parent) && COMPARISONS[parent.operatorToken.kind] !== undefined;
}

function isText(node: ts.Node): boolean {
  return ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);
}

/** Something that is asked for as true or false and is no comparison, negation or joint: those have mutants of their own. */
function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node) && !ts.isCallExpression(node)) return false;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent)) return parent.expression === node;
  if (ts.isConditionalExpression(parent)) return parent.condition === node;
  if (ts.isForStatement(parent)) return parent.condition === node;
  return ts.isBinaryExpression(parent) && LOGICAL[parent.operatorToken.kind] !== undefined;
}
