import { useContext, useEffect, useState } from 'react'
import { type OpenRow, OpenRowContext, type RowOrder } from './open-row.ts'

/** The rows of several tables, one below the other. A row that stands in more than one counts where it stands first. */
export function joinedOrder(orders: readonly RowOrder[]): RowOrder {
  let known: readonly (string | undefined)[] | null = null
  const ids = () => {
    known ??= idsOf(orders)
    return known
  }
  return {
    get length() {
      return ids().length
    },
    idAt: (index) => ids()[index],
  }
}

function idsOf(orders: readonly RowOrder[]): readonly (string | undefined)[] {
  const seen = new Set<string>()
  return orders.flatMap((order) =>
    Array.from({ length: order.length }, (_, index) => order.idAt(index)).filter((id) => {
      if (id === undefined) return true
      const isNew = !seen.has(id)
      seen.add(id)
      return isNew
    }),
  )
}

/**
 * For tables that stand one below the other: what the provider around each of them takes, so that the user steps through all.
 * `keys` are those that are shown, in their order.
 */
export function useJoinedOrder<Key>(keys: readonly Key[]): (key: Key) => OpenRow | null {
  const open = useContext(OpenRowContext)
  const [orders] = useState(() => new Map<Key, RowOrder>())
  const tell = () => open?.order.set(joinedOrder(keys.flatMap((key) => orders.get(key) ?? [])))
  // Tables tell of their rows themselves. One that has gone tells nothing.
  useEffect(() => {
    tell()
  })
  return (key) =>
    open && {
      ...open,
      order: {
        ...open.order,
        set(order) {
          orders.set(key, order)
          tell()
        },
      },
    }
}
