import { describe, expect, it } from 'vitest';
import { everything, withPause, withPieces } from '../../src/shrink/candidate.js';
import { Builder } from '../../src/shrink/document.js';
import type { Fault } from '../../src/shrink/model.js';
import { pauseLength, shareText, takeApart } from '../../src/shrink/take-apart.js';
import { Compiler } from '../../simulator/shrink/compile.js';
import { plantedBug } from '../../bench/shrink/planted.js';
import { loadPlanted, plantedScene } from '../../bench/shrink/scene.js';
import { msToSamples } from '../../src/time/position.js';

async function material(seed: number, cut = true) {
  const suite = await loadPlanted(plantedScene(plantedBug(seed)));
  return takeApart(suite.scenes[0]!, (hash) => suite.clips.get(hash)!, cut);
}

describe('shareText', () => {
  it.each([
    ['one two three', [1, 1, 1], ['one', 'two', 'three']],
    ['one two three', [100], ['one two three']],
    ['one two three four', [3, 1], ['one two three', 'four']],
    ['你好，再见', [1, 1], ['你 好，', '再 见']],
    ['', [1, 1], ['', '']],
  ])('%s over %j', (text, lengths, shares) => {
    expect(shareText(text, lengths)).toEqual(shares);
  });
});

describe('takeApart', () => {
  it('cuts where it is silent for 200 ms, and nowhere else', async () => {
    for (const { turn, pieces, samples } of (await material(2)).turns) {
      if (turn.kind === 'noise') expect(pieces).toHaveLength(1);
      else expect(pieces.map(({ text }) => text)).toEqual(turn.text.split(' '));
      for (let after = 1; after < pieces.length; after++) {
        expect(pauseLength(pieces, after)).toBeGreaterThanOrEqual(msToSamples(200));
        const silence = samples.subarray(pieces[after - 1]!.to + 480, pieces[after]!.from - 480);
        expect(silence.every((x) => Math.abs(x) < 0.01)).toBe(true);
      }
    }
    for (const { pieces } of (await material(2, false)).turns) expect(pieces).toHaveLength(1);
  });
});

describe('Builder', () => {
  const fault: Fault = { kind: 'cutoff', turn: 2, anchor: { turn: 2, after: 1 } };

  it('plays the whole as it was, sample by sample', async () => {
    const of = await material(2);
    const suite = (await new Compiler().compile(new Builder(of).build(everything(of), fault)))!;
    for (const [i, turn] of suite.scenes[0]!.turns.entries()) {
      const was = of.turns[i]!.turn;
      const sound = suite.clips.get(turn.clip.hash)!;
      // At most a millisecond is lost at either end: pauses are whole ones.
      expect(of.turns[i]!.samples.length - sound.length).toBeLessThan(96);
      const from = was.clip.voiced.from - turn.clip.voiced.from;
      expect(sound).toEqual(of.turns[i]!.samples.subarray(from, from + sound.length));
      expect(turn.clip.voiced.to - turn.clip.voiced.from).toBe(was.clip.voiced.to - was.clip.voiced.from);
      expect({ ...turn, clip: 0, source: '', speaker: was.speaker }).toEqual({ ...was, clip: 0, source: '' });
    }
  });

  it('keeps what is left sample by sample, with the pause that was chosen and its own sound', async () => {
    const of = await material(2);
    const { pieces, samples } = of.turns[2]!;
    const cut = withPause(withPieces(fault, everything(of), 2, [0, pieces.length - 1])!, '2:1', 640);
    const built = new Builder(of).build(cut, fault);
    const suite = (await new Compiler().compile(built))!;
    const { clip } = suite.scenes[0]!.turns.find(({ id }) => id === built.turn)!;
    const sound = suite.clips.get(clip.hash)!;
    expect(clip.parts).toHaveLength(2);
    expect(clip.parts[1]!.from - clip.parts[0]!.to).toBe(msToSamples(640));
    expect(built.anchor).toEqual({ from: clip.parts[0]!.to - clip.voiced.from, to: clip.parts[1]!.from - clip.voiced.from });
    for (const [i, piece] of [pieces[0]!, pieces.at(-1)!].entries()) {
      const left = sound.subarray(clip.parts[i]!.from, clip.parts[i]!.to);
      expect(left).toEqual(samples.subarray(piece.from, piece.from + left.length));
      expect(left.length - (piece.to - piece.from)).toBeLessThan(48);
    }
    const pause = sound.subarray(clip.parts[0]!.to, clip.parts[1]!.from);
    expect(pause.subarray(0, 4800)).toEqual(samples.subarray(clip.parts[0]!.to - clip.voiced.from + pieces[0]!.from).subarray(0, 4800));
  });
});
