import type { ImportRow, ImportValue } from '@cairn/workspace/port/imports'

/** A row as the server takes it; `unreadable` are fields with characters that it cannot keep. */
interface SentRow {
  row: number
  values: Record<string, string | number | boolean | string[] | null>
  unreadable: string[]
}

/** A request has at most 1 MiB; there is room for the rest of it. */
const LARGEST_PART = 700_000
/** Longer than any field takes, so the server says the same of the beginning. */
const LONGEST_TEXT = 6_000
/** NUL, and halves of characters: in this mode only those that lack their other half. */
const UNREADABLE = /[\0\p{Surrogate}]/u

/** Rows in parts that fit into a request each. */
export function rowsToSend(rows: readonly ImportRow[]): readonly SentRow[][] {
  const parts: SentRow[][] = []
  let room = 0
  for (const row of rows.map(sentRow)) {
    const size = new TextEncoder().encode(JSON.stringify(row)).length
    if (parts.length === 0 || size > room) {
      parts.push([])
      room = LARGEST_PART
    }
    parts.at(-1)?.push(row)
    room -= size
  }
  return parts
}

function sentRow({ row, values }: ImportRow): SentRow {
  const entries = Object.entries(values)
  const readable = entries.filter(([key, value]) => isReadable(key) && textsOf(value).every(isReadable))
  return {
    row,
    values: Object.fromEntries(readable.map(([key, value]) => [key, shortened(value)])),
    unreadable: entries.flatMap((entry) =>
      readable.includes(entry) ? [] : [entry[0].replace(UNREADABLE, '')],
    ),
  }
}

const isReadable = (text: string) => !UNREADABLE.test(text)

function textsOf(value: ImportValue): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? value : []
}

function shortened(value: ImportValue) {
  if (typeof value === 'string') return value.slice(0, LONGEST_TEXT)
  if (typeof value === 'object' && value !== null) return value.map((text) => text.slice(0, LONGEST_TEXT))
  return value
}
