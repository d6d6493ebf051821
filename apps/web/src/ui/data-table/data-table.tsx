import { type ColumnDef, getCoreRowModel, getSortedRowModel, useReactTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import { usePrinting } from '@/lib/browser/printing.ts'
import { NARROW, useMediaQuery } from '@/lib/hooks/use-media-query.ts'
import { DataTableCards } from './cards.tsx'
import { compareValues } from './compare-values.ts'
import { DataTableGrid } from './grid.tsx'
import { useOpenRow } from './open-row.ts'
import type { DataColumn, DataTableProps } from './types.ts'

/**
 * The one table: sorts, opens rows, stays quick with tens of thousands of them (only what is in sight is drawn, and
 * need be there at all), and turns into cards where the window is narrow. The first column with `onPhone: 'title'`, or else the first,
 * names a row.
 */
export function DataTable<Item>(props: DataTableProps<Item>) {
  const { columns, rows, rowId, sort, onSort } = props
  const isNarrow = useMediaQuery(NARROW)
  // Paper is as narrow as a phone, and takes a table.
  const isOnPaper = usePrinting()
  const descending = sort?.desc ?? false
  const definitions = useMemo(
    () => columns.map((column) => define(column, descending)),
    [columns, descending],
  )
  const data = useMemo(() => ('onShown' in rows ? [] : [...rows]), [rows])
  const sorting = useMemo(() => (sort ? [sort] : []), [sort])
  const table = useReactTable({
    data,
    columns: definitions,
    state: { sorting },
    onSortingChange(change) {
      const [next] = typeof change === 'function' ? change(sorting) : change
      if (next) onSort(next)
    },
    enableSortingRemoval: false,
    enableMultiSort: false,
    // There are no pages here; resetting them would draw the table again, without end.
    autoResetPageIndex: false,
    getRowId: rowId,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
  })
  const inOrder = table.getRowModel().rows
  const sorted = useMemo(() => inOrder.map(({ original }) => original), [inOrder])
  const shown = 'onShown' in rows ? rows : sorted
  const openId = useOpenRow<Item>(shown, rowId)
  if (props.part === 'head' && isNarrow) return null
  const View = isNarrow && !isOnPaper ? DataTableCards : DataTableGrid
  return <View {...props} table={table} shown={shown} openId={openId} />
}

function define<Item>(column: DataColumn<Item>, descending: boolean): ColumnDef<Item> {
  const { id, header, sortBy } = column
  return {
    id,
    header,
    accessorFn: (item) => sortBy?.(item),
    enableSorting: sortBy !== undefined,
    sortDescFirst: false,
    sortingFn: (left, right) => compareValues(left.getValue(id), right.getValue(id), descending),
    // The table would put it last by its own way, and mix up those that have none.
    sortUndefined: false,
  }
}
