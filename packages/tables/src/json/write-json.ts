import type { Cell } from '../model/table.ts'

const PIECE_CHARACTERS = 64 * 1024

/** Writes rows as an array of objects, one a line, piece by piece. Empty cells are left out. */
export async function* writeJson(
  head: readonly string[],
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let piece = '['
  let isFirst = true
  for await (const cells of rows) {
    piece += `${isFirst ? '' : ','}\n${jsonObject(head, cells)}`
    isFirst = false
    if (piece.length < PIECE_CHARACTERS) continue
    yield encoder.encode(piece)
    piece = ''
  }
  yield encoder.encode(`${piece}\n]\n`)
}

function jsonObject(head: readonly string[], cells: readonly Cell[]): string {
  const entries = head.flatMap((key, column) => {
    const cell = cells[column] ?? null
    return cell === null ? [] : [`${JSON.stringify(key)}:${JSON.stringify(cell)}`]
  })
  return `{${entries.join(',')}}`
}
