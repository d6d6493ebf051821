import {
  type ColumnDef,
  getCoreRowModel,
  getSortedRowModel,
  type SortingState,
  useReactTable,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { PHONE, useMediaQuery } from '@/lib/use-media-query.ts'
import { compareValues } from './compare-values.ts'
import { DataTableCards } from './data-table-cards.tsx'
import { DataTableGrid } from './data-table-grid.tsx'
import type { DataColumn, DataTableProps } from './data-table-types.ts'

/**
 * The one table: sorts, opens rows, stays quick with tens of thousands of them (only what is in sight is drawn), and
 * turns into cards on a phone. The first column with `onPhone: 'title'`, or else the first, names a row.
 */
export function DataTable<Item>(props: DataTableProps<Item>) {
  const { columns, rows, rowId, initialSort } = props
  const isPhone = useMediaQuery(PHONE)
  const [sorting, setSorting] = useState<SortingState>(
    initialSort ? [{ id: initialSort.id, desc: initialSort.desc ?? false }] : [],
  )
  const definitions = useMemo(() => columns.map(define), [columns])
  const data = useMemo(() => [...rows], [rows])
  const table = useReactTable({
    data,
    columns: definitions,
    state: { sorting },
    onSortingChange: setSorting,
    enableSortingRemoval: false,
    enableMultiSort: false,
    getRowId: rowId,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
  })
  return isPhone ? <DataTableCards table={table} {...props} /> : <DataTableGrid table={table} {...props} />
}

function define<Item>(column: DataColumn<Item>): ColumnDef<Item> {
  const { id, header, sortBy } = column
  return {
    id,
    header,
    accessorFn: (item) => sortBy?.(item) ?? null,
    enableSorting: sortBy !== undefined,
    sortDescFirst: false,
    sortingFn: (left, right) => compareValues(left.getValue(id), right.getValue(id)),
  }
}
