import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { type ReactNode, useMemo } from 'react'
import type { DataTableRows } from '@/ui/data-table/types.ts'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import type { LoadFailureWords } from '../../definition.ts'
import { useLoadFailure } from '../use-catalogue.ts'
import { type RecordListOptions, useRecordList } from '../use-record-list.ts'
import { groupCondition, withCondition } from './group-filter.ts'

interface GroupRowsProps<Item> extends RecordListOptions<Item> {
  /** The field by which records are put together, and what those of this group have in it. */
  field: string
  value: string | null
  failed: LoadFailureWords
  /** The height of the rows, in pixels: they have their room before they come. */
  height: number
  table: (list: DataTableRows<Item>) => ReactNode
}

/** The records of a group, which are asked for when it comes into sight. */
export function GroupRows<Item extends CatalogueRecord>(props: GroupRowsProps<Item>) {
  const { field, value, failed, height, table, filter, ...options } = props
  const grouped = useMemo(() => withCondition(filter, groupCondition(field, value)), [filter, field, value])
  const list = useRecordList({ ...options, filter: grouped })
  const failure = useLoadFailure(list.error, failed)
  if (failure && list.found === null)
    return <ErrorState {...failure} onRetry={list.refetch} retrying={list.isFetching} />
  if (list.table.loading)
    return (
      <div aria-busy style={{ height }} className="overflow-hidden px-4 py-3">
        <Skeleton className="w-2/5" />
      </div>
    )
  return table(list.table)
}
