/** A table for a terminal: columns as wide as what is in them, numbers to the right. */
export function textTable(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => String(row[column] ?? '').length)),
  )
  const lineOf = (row: readonly (string | number)[]) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return typeof cell === 'number' ? String(cell).padStart(width) : cell.padEnd(width)
      })
      .join('  ')
      .trimEnd()
  return [heads, ...rows].map(lineOf).join('\n')
}
