import { useCallback, useRef, useState } from 'react'
import type { RowSelection, SelectableRows } from '@/ui/data-table-types.ts'
import type { CatalogueRecord, RecordFilter } from '@/workspace/port/records.ts'

/** Which records are selected: some, or all that fit the filter. */
interface Selected {
  ids: ReadonlySet<string>
  isAll: boolean
}

const NOTHING: Selected = { ids: new Set(), isAll: false }

export interface Selection<Item> extends Selected {
  rows: RowSelection<Item>
  selectAll: () => void
  clear: () => void
}

/** The selected records of a list; another filter selects anew. */
export function useSelection<Item extends CatalogueRecord>(
  filter: RecordFilter,
  labelOf: (item: Item) => string,
): Selection<Item> {
  const [selected, setSelected] = useState<Selected>(NOTHING)
  const [of, setOf] = useState(filter)
  /** The row that was toggled last: another order of the list has it elsewhere. */
  const anchor = useRef<string | null>(null)
  if (of !== filter) {
    setOf(filter)
    setSelected(NOTHING)
  }
  const onSelect = useCallback((index: number, extend: boolean, rows: SelectableRows<Item>) => {
    const from = extend ? indexOf(anchor.current, rows, index) : index
    if (!extend) anchor.current = rows.at(index)?.id ?? null
    setSelected((before) => withRows(before, { from, to: index, extend }, rows))
  }, [])
  const { ids, isAll } = selected
  return {
    ids,
    isAll,
    rows: { isSelected: ({ id }) => isAll || ids.has(id), isAny: isAll || ids.size > 0, onSelect, labelOf },
    selectAll: () => setSelected({ ids: new Set(), isAll: true }),
    clear() {
      anchor.current = null
      setSelected(NOTHING)
    },
  }
}

/** Where a row stands now; `otherwise` where there is none, or it is not there any more. */
function indexOf(id: string | null, rows: SelectableRows<CatalogueRecord>, otherwise: number): number {
  if (id === null) return otherwise
  for (let index = 0; index < rows.length; index += 1) if (rows.at(index)?.id === id) return index
  return otherwise
}

/** A row is toggled; with `extend`, everything from the row before it on is selected. */
function withRows<Item extends CatalogueRecord>(
  before: Selected,
  { from, to, extend }: { from: number; to: number; extend: boolean },
  rows: SelectableRows<Item>,
): Selected {
  const idsBetween = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, step) => rows.at(first + step)?.id ?? null).filter(
      (id) => id !== null,
    )
  // Of all, those stay that are here.
  const ids = new Set(before.isAll ? idsBetween(0, rows.length - 1) : before.ids)
  const [one] = idsBetween(to, to)
  if (extend) for (const id of idsBetween(Math.min(from, to), Math.max(from, to))) ids.add(id)
  else if (one !== undefined && !ids.delete(one)) ids.add(one)
  return { ids, isAll: false }
}
