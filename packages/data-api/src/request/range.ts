import { emptyRange, negativeLimit, numberOutOfRange } from '../errors/request-errors.ts'

/** Which rows, counted from 0: `limit` of them from `offset` on; null is all of them. */
export interface RowRange {
  offset: number
  limit: number | null
}

export const ALL_ROWS: RowRange = { offset: 0, limit: null }

/** Makes a range of `limit=` and `offset=`. What is no number is ignored, as PostgREST does, and an offset below 0. */
export function parseRange(limit: string | undefined, offset: string | undefined): RowRange {
  const range = { limit: wholeNumber(limit), offset: Math.max(wholeNumber(offset) ?? 0, 0) }
  if (range.limit !== null && range.limit < 0) throw negativeLimit()
  return range
}

function wholeNumber(text: string | undefined): number | null {
  if (text === undefined || !/^\s*-?\d+\s*$/.test(text)) return null
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw numberOutOfRange(text.trim())
  return number
}

/** Narrows a range by the header `Range: 0-24`, whose end is included. Other forms of the header are ignored. */
export function withRangeHeader(range: RowRange, header: string | null): RowRange {
  const [, from, to] = /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === undefined || range.limit === 0) return range
  const last = Math.min(lastRow(range), to === undefined || to === '' ? Number.POSITIVE_INFINITY : Number(to))
  const offset = Math.max(range.offset, Number(from))
  if (last < offset) throw emptyRange()
  return { offset, limit: Number.isFinite(last) ? last - offset + 1 : null }
}

function lastRow({ offset, limit }: RowRange): number {
  return limit === null ? Number.POSITIVE_INFINITY : offset + limit - 1
}

/** The range with no more than `most` rows. */
export function atMost(range: RowRange, most: number): RowRange {
  return { offset: range.offset, limit: Math.min(range.limit ?? most, most) }
}
