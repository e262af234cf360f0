import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LONGEST_VERDICT, oneLine, parseVerdict } from '../../src/words/verdict.js';

const right = '{"verdict": "right", "reason": "says four"}';

describe('parseVerdict', () => {
  it.each([
    ['answer', right, true],
    ['answer', '{"verdict":"wrong","reason":""}', false],
    ['answer', '  {"reason": "other order", "verdict": "right"}\n', true],
    ['intrusion', '{"verdict": "acknowledgement", "reason": "mm-hm"}', true],
    ['intrusion', '{"verdict": "intrusion", "reason": "a bare price"}', false],
    ['answer', '{"verdict": "right", "reason": "says \\"four\\", and {\\"verdict\\"}"}', true],
  ] as const)('reads %s %s', (kind, answer, passes) => {
    expect(parseVerdict(answer, kind)).toMatchObject({ kind: 'verdict', passes });
  });

  it.each([
    ['prose', 'The answer is right.', 'not JSON alone'],
    ['prose around it', `Here you are: ${right}`, 'not JSON alone'],
    ['a code fence', `\`\`\`json\n${right}\n\`\`\``, 'not JSON alone'],
    ['nothing', '', 'not JSON alone'],
    ['a list', `[${right}]`, 'not a JSON object'],
    ['null', 'null', 'not a JSON object'],
    ['a text', '"right"', 'not a JSON object'],
    ['another key', '{"verdict": "right", "reason": "x", "confidence": 1}', 'other keys'],
    ['no reason', '{"verdict": "right"}', 'no reason'],
    ['a reason that is a number', '{"verdict": "right", "reason": 1}', 'no reason'],
    ['another verdict', '{"verdict": "Right", "reason": "x"}', 'neither'],
    ['a verdict of the other question', '{"verdict": "acknowledgement", "reason": "x"}', 'neither'],
    ['a boolean', '{"verdict": true, "reason": "x"}', 'neither'],
    ['a key twice', '{"verdict": "wrong", "verdict": "right", "reason": "x"}', 'a key twice'],
    ['a prototype', '{"__proto__": {"verdict": "right"}, "reason": "x", "verdict": "right"}', 'other keys'],
    ['a flood', JSON.stringify({ verdict: 'right', reason: 'x'.repeat(LONGEST_VERDICT) }), 'longer than'],
  ])('finds %s unusable', (_, answer, reason) => {
    const opinion = parseVerdict(answer, 'answer');
    expect(opinion).toMatchObject({ kind: 'unusable', passes: false });
    expect(opinion.reason).toContain(reason);
  });

  it('never throws, and passes nothing but a passing verdict', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (answer) => {
        const opinion = parseVerdict(answer, 'answer');
        expect(opinion.kind === 'verdict' && opinion.passes).toBe(
          opinion.kind === 'verdict' && (JSON.parse(answer) as { verdict: unknown }).verdict === 'right',
        );
      }),
    );
  });

  it('keeps a reason as one line that steers nothing', () => {
    const opinion = parseVerdict(JSON.stringify({ verdict: 'right', reason: 'a\nb\u001b[2J\u202ec' }), 'answer');
    expect(opinion.reason).toBe('a b [2J c');
  });
});

describe('oneLine', () => {
  it('never ends in half a letter', () => {
    expect(oneLine('ab😀', 3)).toBe('ab');
  });
});
