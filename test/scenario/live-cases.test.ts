/**
 * Every case of the live cases C01 to C21, written in the format: it loads without new code, and the compiled scene holds what the case
 * asks for. Texts are invented; all clips are the one test clip.
 */
import { describe, expect, it } from 'vitest';
import { loadSuite } from '../../src/scenario/load.js';
import { formatProblem } from '../../src/scenario/problem.js';
import type { CompiledScene, CompiledTurn } from '../../src/scenario/model.js';
import { CLIPS, memoryIo, tone, wav } from './fixture.js';

const HEAD = `version: 1
suite: live
speakers: { ana: Ana, bo: Bo, cy: Cy }
`;
const QUESTION = '{ id: q, speaker: ana, text: "Tell me about it.", clip: q.wav, expect: none }';
const io = (text: string) => memoryIo(text, { ...CLIPS, 'q.wav': wav(tone(200, 20)), 'noise.wav': wav(tone(200, 20, 0.1)) });

async function scenes(text: string): Promise<readonly CompiledScene[]> {
  const result = await loadSuite('suite.yaml', io(HEAD + text));
  if ('problems' in result) throw new Error(result.problems.map(formatProblem).join('\n'));
  return result.suite.scenes;
}
const scene = (id: string, turns: string, more = ''): string => `scenes:\n  - id: ${id}\n${more}    turns:\n${turns}`;
const turn = (scene: CompiledScene | undefined, id: string): CompiledTurn | undefined => scene?.turns.find((one) => one.id === id);
/** Pauses of a turn in ms. */
const pauses = (one: CompiledTurn | undefined): number[] =>
  (one?.clip.parts ?? []).slice(1).map(({ from }, i) => (from - (one?.clip.parts[i]?.to ?? 0)) / 48);
const parts = (...all: (number | string)[]): string =>
  `[${all.map((one) => (typeof one === 'number' || one.startsWith('$') ? `{ pause: ${one} }` : `{ text: "${one}", clip: q.wav }`)).join(', ')}]`;

describe('live cases', () => {
  it('C01 pauses inside a sentence', async () => {
    const [only] = await scenes(
      scene(
        'c01',
        `      - { id: q, speaker: ana, parts: ${parts('I wanted to ask about', 700, 'erm', 1100, 'the green parcel', 500, 'that should have come on Friday.')} }\n`,
      ),
    );
    expect(pauses(turn(only, 'q'))).toEqual([700, 1100, 500]);
    expect(turn(only, 'q')?.expect).toMatchObject({ kind: 'reply', once: true });
  });

  it('C02 a phone number, gaps swept', async () => {
    const all = await scenes(
      scene(
        'c02',
        `      - { id: q, speaker: ana, parts: ${parts('oh one seven', '$gap', 'four four two', '$gap', 'nine three')} }\n`,
        '    sweep: { gap: [400, 600, 800, 1000, 1200] }\n    repeats: 30\n',
      ),
    );
    expect(all.map((one) => pauses(turn(one, 'q')))).toEqual([400, 600, 800, 1000, 1200].map((gap) => [gap, gap]));
    expect(all[0]?.repeats).toBe(30);
  });

  it('C03 an e-mail address letter by letter', async () => {
    const [only] = await scenes(
      scene('c03', `      - { id: q, speaker: ana, parts: ${parts('m', 350, 'a', 350, 'r', 900, 'a', 350, 'at home dot org')} }\n`),
    );
    expect(pauses(turn(only, 'q'))).toEqual([350, 350, 900, 350]);
  });

  it('C04 two arms with byte-identical speech', async () => {
    const one = (arm: string, gap: number): string =>
      `  - { id: c04-${arm}, arm: ${arm}, turns: [{ id: q, speaker: ana, parts: ${parts('I would like the', gap, 'blue one.')} }] }\n`;
    const [a, b] = await scenes(`arms: [a, b]\nrepeats: 20\nscenes:\n${one('a', 0)}${one('b', 1000)}`);
    expect([a?.arm, b?.arm]).toEqual(['a', 'b']);
    expect([pauses(turn(a, 'q')), pauses(turn(b, 'q'))]).toEqual([[0], [1000]]);
  });

  it('C05, C06 a stale reply or a blip after the user resumed', async () => {
    const [only] = await scenes(
      scene(
        'c05',
        `      - { id: q, speaker: ana, parts: ${parts('No no, leave it', 500, 'it is six seven eight.')}, expect: { reply: { within: 4000 } } }\n`,
      ),
    );
    expect(turn(only, 'q')?.expect).toEqual({ kind: 'reply', within: 4000 * 48, once: true });
  });

  it('C07 a reply that races the resume', async () => {
    const [only] = await scenes(
      scene(
        'c07',
        `      - { id: q, speaker: ana, parts: ${parts('The first one was sales.', 670, 'And', 250, 'the second one was design.')} }\n`,
      ),
    );
    expect(pauses(turn(only, 'q'))).toEqual([670, 250]);
  });

  it('C08 the rest of the name after the agent cut in', async () => {
    const [only] = await scenes(
      scene(
        'c08',
        `      - { id: q, speaker: ana, text: "You can call me Ana", clip: q.wav, expect: none }
      - { id: rest, speaker: ana, text: "Lindqvist.", clip: q.wav, when: { agent: onset, since: q, offset: 150, timeout: 850, otherwise: play }, expect: { yield: { within: 1000 }, reply: { within: 3000 } } }\n`,
      ),
    );
    expect(turn(only, 'rest')).toMatchObject({
      cue: { kind: 'agent', since: 'q', offset: 150 * 48, timeout: 850 * 48, otherwise: 'play' },
      expect: { kind: 'yield', reply: { within: 3000 * 48, once: true } },
    });
  });

  it('C09 a cough after the question', async () => {
    const all = await scenes(
      scene(
        'c09',
        `      - { id: q, speaker: ana, text: "Is it open?", clip: q.wav, expect: { reply: { within: 3000 } } }
      - { id: cough, speaker: ana, kind: noise, clip: noise.wav, when: { after: q, gap: $after }, hold: { answer: { onset_within: 6000 } } }\n`,
        '    sweep: { after: [0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000] }\n',
      ),
    );
    expect(all).toHaveLength(11);
    expect(turn(all[3], 'cough')).toMatchObject({
      kind: 'noise',
      cue: { kind: 'after', turn: 'q', edge: 'end', gap: 14_400 },
      expect: { kind: 'none' },
      hold: { kind: 'answer', onsetWithin: 288_000 },
    });
  });

  it('C10, C11 a backchannel in a long answer', async () => {
    const [only] = await scenes(
      scene(
        'c10',
        `      - ${QUESTION}
      - { id: mhmm, speaker: ana, text: "Mhmm.", clip: q.wav, when: { agent: onset, since: q, offset: 2500 }, expect: { continue: { max_gap: 2000, quiet_after: 4000 } }, hold: { answer: { silence: 4000 } } }\n`,
      ),
    );
    expect(turn(only, 'mhmm')?.expect).toEqual({ kind: 'continue', maxGap: 96_000, quietAfter: 192_000 });
  });

  it('C12, C13 a barge-in, and silence after it', async () => {
    const [only] = await scenes(
      scene(
        'c12',
        `      - ${QUESTION}\n      - { id: stop, speaker: ana, text: "Stop, please stop.", clip: q.wav, when: { agent: onset, offset: 3000 }, expect: { yield: { within: 800, quiet: 3000 } }, hold: { fixed: 4000 } }\n`,
      ),
    );
    expect(turn(only, 'stop')).toMatchObject({
      cue: { since: 'q' },
      expect: { kind: 'yield', within: 38_400, quiet: 144_000 },
      hold: { kind: 'fixed', length: 192_000 },
    });
  });

  it('C14 an afterthought on the onset of the reply', async () => {
    const all = await scenes(
      scene(
        'c14',
        `      - ${QUESTION}\n      - { id: oh, speaker: ana, text: "Oh, and for two people.", clip: q.wav, when: { agent: onset, offset: $offset, tolerance: 100 }, expect: { yield: { within: 500 }, reply: { within: 4000 } } }\n`,
        '    sweep: { offset: [50, 150, 300] }\n',
      ),
    );
    expect(all.map((one) => turn(one, 'oh')?.cue)).toMatchObject([{ offset: 2_400 }, { offset: 7_200 }, { offset: 14_400 }]);
  });

  it('C15 one-word turns, the same bytes every time', async () => {
    const all = await scenes(
      scene(
        'c15',
        '      - { id: q, speaker: ana, text: $word, clip: $file.wav }\n',
        '    sweep: { word: ["Yes.", "Yeah.", "Hello?"], file: [q] }\n    repeats: 20\n',
      ),
    );
    expect(all.map((one) => turn(one, 'q')?.text)).toEqual(['Yes.', 'Yeah.', 'Hello?']);
    expect(new Set(all.map(({ id }) => id)).size).toBe(3);
  });

  it('C16 a second reply in one window', async () => {
    const [only] = await scenes(
      scene(
        'c16',
        '      - { id: q, speaker: ana, clip: q.wav, expect: { reply: { within: 3000, once: true } }, hold: { answer: { silence: 4000 } } }\n',
      ),
    );
    expect(turn(only, 'q')).toMatchObject({ expect: { once: true }, hold: { silence: 192_000 } });
  });

  it('C17 six barge-ins, then three questions', async () => {
    const barges = Array.from(
      { length: 6 },
      (_, i) =>
        `      - { id: b${i}, speaker: ana, clip: q.wav, when: { agent: onset, offset: ${300 + 100 * i}, timeout: 4000, otherwise: play }, hold: { gap: 0 }, expect: none }\n`,
    );
    const questions = Array.from(
      { length: 3 },
      (_, i) => `      - { id: q${i}, speaker: ana, clip: q.wav, expect: { reply: { within: 4000 } } }\n`,
    );
    const [only] = await scenes(scene('c17', `      - ${QUESTION}\n${barges.join('')}${questions.join('')}`));
    expect(only?.turns).toHaveLength(10);
    expect(turn(only, 'b5')).toMatchObject({ cue: { since: 'b4', offset: 38_400 } });
  });

  it('C18 side talk with the name in it, then an address', async () => {
    const [only] = await scenes(
      scene(
        'c18',
        `      - { speaker: ana, clip: q.wav, label: N2 }
      - { speaker: bo, clip: q.wav, label: N1 }
      - { speaker: ana, clip: q.wav, label: N2 }
      - { speaker: cy, clip: q.wav, label: user }\n`,
      ),
    );
    expect(only?.turns.map(({ expect }) => expect.kind)).toEqual(['silence', 'silence', 'silence', 'reply']);
  });

  it('C19 no hole in a long reply', async () => {
    const [only] = await scenes(
      scene(
        'c19',
        '      - { id: q, speaker: ana, clip: q.wav, expect: { reply: { within: 4000, max_gap: 2500 } }, hold: { fixed: 20000 } }\n',
      ),
    );
    expect(turn(only, 'q')?.expect).toMatchObject({ maxGap: 120_000 });
  });

  it('C20 soft speech is answered, room noise is not', async () => {
    const [soft, noise] = await scenes(
      `scenes:
  - { id: soft, turns: [{ id: q, speaker: ana, clip: q.wav, gain: -12 }] }
  - { id: noise, turns: [{ id: q, speaker: ana, kind: noise, clip: noise.wav, gain: -20, expect: silence, hold: { fixed: 5000 } }] }\n`,
    );
    expect(turn(soft, 'q')?.clip.activeLevelDb).toBe(-38);
    expect(turn(noise, 'q')).toMatchObject({ kind: 'noise', expect: { kind: 'silence' } });
  });

  it("C21 the same scenario under load: how many sessions run at once is the run's business, not the file's", async () => {
    expect(await scenes(scene('c21', '      - { id: q, speaker: ana, clip: q.wav }\n', '    repeats: 8\n'))).toHaveLength(1);
  });
});
