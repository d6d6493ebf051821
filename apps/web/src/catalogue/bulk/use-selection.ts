import type { BulkTarget } from '@cairn/workspace/port/records/bulk'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord, RecordFilter } from '@cairn/workspace/port/records/records'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import type { RowSelection, SelectableRows } from '@/ui/data-table/types.ts'
import { toast } from '@/ui/feedback/toast-store.ts'
import { type Anchor, idsBetween, placeOf } from './row-range.ts'

/** Which records are selected: those that are named; or all that fit the filter, without those that are named. */
interface Selected {
  isAll: boolean
  named: ReadonlySet<string>
}

const NOTHING: Selected = { isAll: false, named: new Set() }

export interface Selection<Item> {
  rows: RowSelection<Item>
  isAll: boolean
  /** Rows of a range are on their way. */
  isLoading: boolean
  /** How many there are, of so many that fit. */
  count: (found: number) => number
  target: (kind: CatalogueKind) => BulkTarget
  selectAll: () => void
  clear: () => void
}

/** The selected records of a list; another filter starts a new selection. */
export function useSelection<Item extends CatalogueRecord>(
  filter: RecordFilter,
  labelOf: (item: Item) => string,
): Selection<Item> {
  const [selected, setSelected] = useState<Selected>(NOTHING)
  const [of, setOf] = useState(filter)
  /** The row that was toggled last: another order of the list has it elsewhere. */
  const anchor = useRef<Anchor | null>(null)
  const { isLoading, load, forget } = useRangeOnItsWay()
  if (of !== filter) {
    setOf(filter)
    setSelected(NOTHING)
    forget()
  }
  const onSelect = useCallback(
    (index: number, extend: boolean, rows: SelectableRows<Item>) => {
      const id = rows.at(index)?.id
      if (id === undefined) return
      if (!extend) {
        anchor.current = { id, index, question: rows.question }
        return setSelected((before) => toggled(before, id))
      }
      const from = placeOf(anchor.current, rows) ?? index
      const ids = idsBetween(from, index, rows)
      if (typeof ids === 'function')
        void load(ids, (loaded) => setSelected((before) => withAll(before, loaded)))
      else setSelected((before) => withAll(before, ids))
    },
    [load],
  )
  const { isAll, named } = selected
  return {
    isAll,
    isLoading,
    rows: {
      isSelected: ({ id }) => isAll !== named.has(id),
      isAny: isAll || named.size > 0,
      onSelect,
      labelOf,
    },
    count: (found) => (isAll ? Math.max(0, found - named.size) : named.size),
    target: (kind) =>
      isAll ? { kind, ids: null, filter, except: [...named] } : { kind, ids: [...named], filter: null },
    selectAll: () => setSelected({ isAll: true, named: new Set() }),
    clear() {
      anchor.current = null
      forget()
      setSelected(NOTHING)
    },
  }
}

function toggled({ isAll, named }: Selected, id: string): Selected {
  const others = new Set(named)
  if (!others.delete(id)) others.add(id)
  return { isAll, named: others }
}

function withAll({ isAll, named }: Selected, ids: readonly string[]): Selected {
  const others = new Set(named)
  for (const id of ids)
    if (isAll) others.delete(id)
    else others.add(id)
  return { isAll, named: others }
}

/** Rows that a range needs and that are not there: they are selected when they have come, unless all is forgotten by then. */
function useRangeOnItsWay() {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState<object | null>(null)
  const latest = useRef<object | null>(null)
  const want = useCallback((range: object | null) => {
    latest.current = range
    setWanted(range)
  }, [])
  const load = useCallback(
    async (read: () => Promise<readonly string[]>, select: (ids: readonly string[]) => void) => {
      const range = {}
      want(range)
      try {
        const ids = await read()
        if (latest.current === range) select(ids)
      } catch (error) {
        if (latest.current === range)
          toast(failureToast(error, { title: t('The rows in between could not be selected') }, t))
      }
      if (latest.current === range) want(null)
    },
    [want, t],
  )
  return { isLoading: wanted !== null, load, forget: () => want(null) }
}
