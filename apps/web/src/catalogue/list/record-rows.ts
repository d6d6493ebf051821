import { RECORDS_PER_PAGE, type RecordPage } from '@cairn/workspace/port/records/records'

/** The rows of a long list of which only some pages are there. */
export interface RecordRows<Item> {
  readonly length: number
  /** The record in a row; undefined until its page has come. */
  at(index: number): Item | undefined
}

/**
 * Lines up the pages of a list, by their number. A page that lacks a record (another user deletes it just now) is not
 * filled up: the rows behind move up.
 */
export function rowsOf<Item>(pages: ReadonlyMap<number, RecordPage<Item>>, total: number): RecordRows<Item> {
  const short = [...pages]
    .map(([page, { items }]) => ({ page, missing: expected(page, total) - items.length }))
    .filter(({ missing }) => missing > 0)
    .sort((one, other) => one.page - other.page)
  return {
    length: total - short.reduce((sum, { missing }) => sum + missing, 0),
    at(index) {
      let place = index
      for (const { page, missing } of short)
        if (place >= (page + 1) * RECORDS_PER_PAGE - missing) place += missing
      return pages.get(Math.floor(place / RECORDS_PER_PAGE))?.items[place % RECORDS_PER_PAGE]
    },
  }
}

function expected(page: number, total: number): number {
  return Math.max(0, Math.min(RECORDS_PER_PAGE, total - page * RECORDS_PER_PAGE))
}

/** The pages on which rows stand, and a little around them so that scrolling meets few empty ones. */
export function pagesAround(first: number, last: number, total: number): readonly number[] {
  return pagesOf(Math.max(0, first - AHEAD), Math.max(0, Math.min(last + AHEAD, total - 1)))
}

/** The pages on which rows stand, the last included. */
export function pagesOf(first: number, last: number): readonly number[] {
  const from = Math.floor(first / RECORDS_PER_PAGE)
  const to = Math.floor(last / RECORDS_PER_PAGE)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, step) => from + step)
}

const AHEAD = 40
