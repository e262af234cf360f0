import { describe, expect, it } from 'vitest';
import { msToSamples, rigPos, samplesToMs } from '../../src/time/position.js';
import { findSpeech } from '../../src/vad/find.js';
import { expectEdges, find, hole } from './support/find.js';
import { perfect } from './support/synthetic.js';

describe('findSpeech: runs, blips and segments', () => {
  it('finds edges by level, not by the frames of the detector', () => {
    expectEdges(find({ list: [{ from: 1003.3, to: 2517.1 }] }).segments, [[1003.3, 2517.1]]);
  });

  it.each([
    [100, 0, 1],
    [117, 0, 1],
    [122, 1, 0],
    [160, 1, 0],
  ])('a run of %i ms gives %i run(s) and %i blip(s)', (length, runs, blips) => {
    const speech = find({ list: [{ from: 1000, to: 1000 + length }] });
    expect([speech.runs.length, speech.blips.length]).toEqual([runs, blips]);
  });

  it('is one run where sound goes on through a long drop-out of the detector: runs never overlap', () => {
    // The detector hears nothing for 300 ms in the middle.
    const probabilities = perfect(6000, [
      { from: 1000, to: 2400 },
      { from: 2700, to: 4000 },
    ]);
    const { runs, segments } = find({ list: [{ from: 1000, to: 4000 }], probabilities });
    expectEdges(runs, [[1000, 4000]]);
    expect(segments).toHaveLength(1);
  });

  it('drops a blip before bridging: it neither moves the onset nor joins', () => {
    const speech = find({
      list: [
        { from: 1000, to: 1060 },
        { from: 1500, to: 2500 },
      ],
    });
    expectEdges(speech.segments, [[1500, 2500]]);
    expectEdges(speech.blips, [[1000, 1060]]);
  });

  it.each([
    [700, 1],
    [798, 1],
    [803, 2],
    [1200, 2],
  ])('bridges pauses up to and including 800 ms: %i ms gives %i segment(s), always two runs', (pause, segments) => {
    const speech = find({
      list: [
        { from: 500, to: 1500 },
        { from: 1500 + pause, to: 4000 },
      ],
    });
    expect([speech.segments.length, speech.runs.length]).toEqual([segments, 2]);
  });

  it.each([
    [60, 1],
    [110, 1],
    [130, 2],
    [150, 2],
    [240, 2],
  ])('a silence of %i ms gives %i run(s), even where the detector bridges it', (pause, runs) => {
    const list = [
      { from: 500, to: 1500 },
      { from: 1500 + pause, to: 3000 },
    ];
    const speech = find({ list, probabilities: perfect(6000, [{ from: 500, to: 3000 }]) });
    expect(speech.runs.length).toBe(runs);
    expectEdges(speech.segments, [[500, 3000]]);
  });

  it('keeps what the detector does not call speech out of the runs and in the sounds', () => {
    const speech = find({
      list: [
        { from: 500, to: 1200, speech: false },
        { from: 2500, to: 3500 },
      ],
    });
    expectEdges(speech.segments, [[2500, 3500]]);
    expect(speech.blips).toEqual([]);
    expect(speech.sounds.map(({ from, to }) => [Math.round(samplesToMs(from) / 20), Math.round(samplesToMs(to) / 20)])).toEqual([
      [25, 60],
      [125, 175],
    ]);
  });

  it('does not take a breath before the words for their onset', () => {
    for (const gap of [12, 30, 60]) {
      const speech = find({
        list: [
          { from: 1500 - gap, to: 1500 - gap + 1, db: -90, speech: false },
          { from: 1100, to: 1500 - gap, db: -44, speech: false },
          { from: 1500, to: 2800 },
        ],
        floorDb: -75,
      });
      expectEdges(speech.segments, [[1500, 2800]], 2.5);
    }
  });

  it('leaves a voice that leaks in far below the own voice out of the runs', () => {
    const speech = find({
      list: [
        { from: 500, to: 2000, db: -42 },
        { from: 2100, to: 4000, db: -20 },
      ],
      floorDb: -75,
    });
    expectEdges(speech.runs, [[2100, 4000]]);
  });

  it('finds nothing in silence and in no audio at all', () => {
    const none = { segments: [], runs: [], blips: [], sounds: [], holes: [] };
    expect(find({ list: [] })).toEqual(none);
    expect(findSpeech({ from: rigPos(0), samples: new Float32Array(0), placed: [], holes: [] }, 'a0', new Uint16Array(0))).toEqual(none);
  });

  it('hears speech that runs from the first to the last sample', () => {
    expectEdges(find({ list: [{ from: 0, to: 3000 }], lengthMs: 3000 }).segments, [[0, 3000]], 4);
  });
});

describe('findSpeech: certainty', () => {
  it('states about 1 ms on a hard onset and 3 on a hard end, 7.5 ms in steady noise, and adds the placement by squares', () => {
    const list = [{ from: 2000, to: 3000 }];
    const [clean] = find({ list }).segments;
    expect(clean!.fromPlusMinus).toBeGreaterThanOrEqual(msToSamples(1));
    expect(clean!.fromPlusMinus).toBeLessThanOrEqual(msToSamples(2));
    // Behind an end there is the slope of a codec's voice too (smear.ts).
    expect(clean!.toPlusMinus).toBeGreaterThanOrEqual(msToSamples(2.5));
    expect(clean!.toPlusMinus).toBeLessThanOrEqual(msToSamples(3.5));
    const [noisy] = find({ list, floorDb: -48 }).segments;
    expect([noisy!.fromPlusMinus, noisy!.toPlusMinus]).toEqual([msToSamples(7.5), msToSamples(7.5)]);
    const placed = [
      { from: rigPos(0), to: rigPos(48 * 2500), plusMinus: 48 * 4 },
      { from: rigPos(48 * 2500), to: rigPos(48 * 6000), plusMinus: 0 },
    ];
    const [placedSegment] = find({ list, placed }).segments;
    expect(Math.abs(placedSegment!.fromPlusMinus - Math.hypot(clean!.fromPlusMinus, 48 * 4))).toBeLessThanOrEqual(1);
    expect(placedSegment!.toPlusMinus).toBe(clean!.toPlusMinus);
  });

  it('finds a soft onset and widens its interval to the strong edge', () => {
    // 60 dB in 120 ms: from -40 to -22 dB under the peak it takes about 36 ms.
    const [soft] = find({ list: [{ from: 1000, to: 3000, fadeIn: 120 }] }).segments;
    expect(soft!.softOnset).toBe(true);
    const length = soft!.strongFrom - soft!.from;
    expect(samplesToMs(length)).toBeGreaterThan(25);
    expect(samplesToMs(length)).toBeLessThan(55);
    expect(soft!.fromPlusMinus).toBeGreaterThanOrEqual(length);
    const [hard] = find({ list: [{ from: 1000, to: 3000 }] }).segments;
    expect(hard!.softOnset).toBe(false);
  });

  it('a long weak stretch without a break may be a fade: the interval reaches to its beginning', () => {
    // 60 dB in 600 ms: it is at -40 dB under the words after 200 ms, and stays weak for some 180 ms more.
    const [found] = find({ list: [{ from: 1000, to: 3000, fadeIn: 600 }] }).segments;
    expect(found!.softOnset).toBe(true);
    expect(samplesToMs(found!.from - found!.fromPlusMinus)).toBeLessThan(1230);
    expect(found!.from + found!.fromPlusMinus).toBeGreaterThanOrEqual(found!.strongFrom);
  });

  it('an edge in a hole of unknown content is only known to lie in there', () => {
    const list = [{ from: 1000, to: 3000 }];
    const [onset] = find({ list, holes: [hole(900, 1300, 'unknown')] }).segments;
    expect(onset).toMatchObject({ from: 1300 * 48, fromIn: { from: 900 * 48, to: 1300 * 48 } });
    expect(onset).not.toHaveProperty('toIn');
    const [offset] = find({ list, holes: [hole(2800, 3400, 'unknown')] }).segments;
    expect(offset).toMatchObject({ to: 2800 * 48, toIn: { from: 2780 * 48, to: 3400 * 48 } });
    expect(offset).not.toHaveProperty('fromIn');
  });

  it('an edge at a hole of silence is an edge', () => {
    const [segment] = find({ list: [{ from: 1000, to: 3000 }], holes: [hole(500, 1200, 'silence')] }).segments;
    expect(segment).not.toHaveProperty('fromIn');
    expect(Math.abs(samplesToMs(segment!.from) - 1200)).toBeLessThan(1.5);
  });

  it('a hole of unknown content that is bridged leaves no mark on the segment but on the runs', () => {
    const list = [{ from: 1000, to: 3000 }];
    const speech = find({ list, holes: [hole(1800, 2200, 'unknown')] });
    expect(speech.runs.map((run) => [run.fromIn?.to, run.toIn?.from])).toEqual([
      [undefined, 1780 * 48],
      [2200 * 48, undefined],
    ]);
    expect(speech.segments.length).toBe(1);
    expect(speech.segments[0]).not.toHaveProperty('toIn');
    expect(speech.holes).toEqual([hole(1800, 2200, 'unknown')]);
  });
});
