/** A calibration for a person to read. Pure. */
import { CALIBRATION_LIMITS, type Calibration, type ErrorFigures } from '../../calibration/model.js';

const COLUMNS = ['condition', 'of', 'n', 'bias', 'p95', 'worst', 'covered', '± stated', 'missed', 'verdict'] as const;

export function calibrationTable(calibration: Calibration): string {
  const { server, serverVersion, transport, sessions, audioStream, cue } = calibration;
  const where = transport === 'memory' ? 'in memory' : `${server} ${serverVersion}`.trim();
  const rows = [
    ...calibration.conditions.flatMap((one) => [
      [one.name, one.of, ...figures(one), one.verdict],
      ...(one.of === 'waits' ? [['', 'onsets', ...figures(one.onset), '']] : []),
      ['', 'offsets', ...figures(one.offset), ''],
    ]),
    ...(audioStream ? [['AudioStream', 'waits', ...figures(audioStream), 'for comparison']] : []),
  ];
  const widths = COLUMNS.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (i === 0 || i === 1 || i === 9 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd();
  const notes = calibration.conditions.flatMap(({ name, note, untold }) => [
    ...(note === '' ? [] : [`${name}: ${note}`]),
    ...(untold === 0 ? [] : [`${name}: ${untold} left out, because the push log alone cannot tell them`]),
  ]);
  return [
    `Calibration, ${where}, ${sessions} ${sessions === 1 ? 'session' : 'sessions'} at once. Errors are measured minus true, ms.`,
    line(COLUMNS),
    ...rows.map(line),
    ...notes,
    ...(cue
      ? [
          `A cue can sound ${cue.smallestReachableMs} ms after an agent's onset or later (95 of 100; median ${Math.round(cue.medianMs)} ms, n = ${cue.n}).`,
        ]
      : []),
    `Limits: bias ${CALIBRATION_LIMITS.biasMs} ms, p95 ${CALIBRATION_LIMITS.p95AbsErrorMs} ms.`,
  ].join('\n');
}

function figures({ n, biasMs, p95AbsErrorMs, maxAbsErrorMs, coverage, plusMinusMs, missed }: ErrorFigures): string[] {
  const ms = (value: number | undefined): string => (value === undefined ? '-' : value.toFixed(2));
  return [
    String(n),
    ms(biasMs),
    ms(p95AbsErrorMs),
    ms(maxAbsErrorMs),
    coverage === undefined ? '-' : `${(100 * coverage).toFixed(0)}%`,
    ms(plusMinusMs),
    String(missed),
  ];
}
