/** Columns padded to their widest cell, two spaces apart. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((text, column) => text + ' '.repeat((widths[column] ?? 0) - text.length))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
