import { createContext, type RefObject, useContext, useEffect } from 'react'

/** The rows of a table in the order in which they are shown. */
export interface RowOrder {
  readonly length: number
  /** Undefined for a row that has not come yet. */
  idAt: (index: number) => string | undefined
}

interface OpenRow {
  /** The row that is open beside the table; null for none. */
  id: string | null
  /** Where the table leaves its order, so that one can step from the open row to the next. */
  order: RefObject<RowOrder | null>
}

const OpenRowContext = createContext<OpenRow | null>(null)

/** Tells the tables inside which of their rows is open beside them. */
export const OpenRowProvider = OpenRowContext.Provider

/** For a table: the id of the row that is open beside it, if any. `shown` are its rows in their order. */
export function useOpenRow<Item>(
  shown: { readonly length: number; at: (index: number) => Item | undefined },
  rowId: (item: Item) => string,
): string | null {
  const open = useContext(OpenRowContext)
  useEffect(() => {
    if (!open) return
    open.order.current = {
      length: shown.length,
      idAt(index) {
        const item = shown.at(index)
        return item === undefined ? undefined : rowId(item)
      },
    }
  })
  return open?.id ?? null
}

/** The id of the row `by` rows away from the open one; null at the ends, and for a row that has not come yet. */
export function neighbourOf(order: RowOrder | null, id: string, by: 1 | -1): string | null {
  if (order === null) return null
  const indexes = Array.from({ length: order.length }, (_, index) => index)
  const index = indexes.find((candidate) => order.idAt(candidate) === id)
  if (index === undefined) return null
  const next = index + by
  return next < 0 || next >= order.length ? null : (order.idAt(next) ?? null)
}
