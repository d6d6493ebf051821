import { createContext, useContext, useEffect } from 'react'

/** The rows of a table in the order in which they are shown. */
export interface RowOrder {
  readonly length: number
  /** Undefined for a row that has not come yet. */
  idAt: (index: number) => string | undefined
}

/** Where a table leaves its order, so that the user can step from the open row to the next. */
export interface RowOrderStore {
  current: () => RowOrder | null
  set: (order: RowOrder) => void
  subscribe: (listener: () => void) => () => void
}

export function createRowOrder(): RowOrderStore {
  const listeners = new Set<() => void>()
  let known: RowOrder | null = null
  return {
    current: () => known,
    set(order) {
      known = order
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export interface OpenRow {
  /** The row that is open beside the table; null for none. */
  id: string | null
  order: RowOrderStore
}

export const OpenRowContext = createContext<OpenRow | null>(null)

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
    open.order.set({
      length: shown.length,
      idAt(index) {
        const item = shown.at(index)
        return item === undefined ? undefined : rowId(item)
      },
    })
  })
  return open?.id ?? null
}

/** The place of the row `by` rows away from the open one; null at the ends, and where the open one is not in the list. */
function neighbourIndex(order: RowOrder, id: string, by: 1 | -1): number | null {
  for (let index = 0; index < order.length; index += 1) {
    if (order.idAt(index) !== id) continue
    const place = index + by
    return place < 0 || place >= order.length ? null : place
  }
  return null
}

/** Whether there is a row to step to. */
export function hasNeighbour(order: RowOrder | null, id: string, by: 1 | -1): boolean {
  return order !== null && neighbourIndex(order, id, by) !== null
}

/** The id of the row `by` rows away from the open one; null without one, and for a row that has not come yet. */
export function neighbourOf(order: RowOrder | null, id: string, by: 1 | -1): string | null {
  const place = order && neighbourIndex(order, id, by)
  return place === null ? null : (order?.idAt(place) ?? null)
}
