import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueDescriptor, CatalogueRecord } from '@cairn/workspace/port/records/records'
import { offered } from '@cairn/workspace/rules/can'
import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stepBetweenFieldAndList } from '@/lib/browser/field-and-list.ts'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { useMe } from '@/queries/context.tsx'
import { isWhole } from '@/queries/records/list-cache.ts'
import { PressBoundary } from '@/shared/boundary/press-boundary.tsx'
import type { DataTableProps, DataTableRows, Sort } from '@/ui/data-table/types.ts'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { useSelection } from '../bulk/use-selection.ts'
import { useFilterText } from '../use-address.ts'
import { useListState } from './address/use-list-state.ts'
import type { SaveRecord } from './edit/record-value.ts'
import { useRowEditor } from './edit/use-row-editor.tsx'
import { FilterBar, type FilteredTexts } from './filter-bar.tsx'
import { GroupRows } from './grouping/group-rows.tsx'
import { type CatalogueStart, useLoadFailure } from './use-catalogue.ts'
import { useRecordFilters } from './use-record-filters.ts'
import { useRecordList } from './use-record-list.ts'

const bar = lazyComponent(
  () => import('../bulk/selection-bar.tsx'),
  (code) => code.SelectionBar,
)

const groupedList = lazyComponent(
  () => import('./grouping/grouped-list.tsx'),
  (code) => code.GroupedList,
)

const addressProblems = lazyComponent(
  () => import('./address/address-problems.tsx'),
  (code) => code.AddressProblems,
)

/** What the table's rows can be asked to do. */
export interface RowHandlers<Item> {
  onOpen: (item: Item) => void
  onEdit: (item: Item) => void
  onDelete: (item: Item) => void
}

/** A catalogue's table: its rows in their order, and what they can be asked to do. */
export interface CatalogueTableProps<Item> extends RowHandlers<Item> {
  list: DataTableRows<Item>
  /** What it lists, where that is a part of the catalogue. */
  label?: string
  /** Where its menus stand; null before that is there. */
  menus: HTMLElement | null
  /** Changes a value in its row. */
  onEditCell: NonNullable<DataTableProps<Item>['onEditCell']>
}

/** The order of the table until the user chooses another; null for that in which the records come. */
const USUAL_SORT: Record<CatalogueDescriptor['order'], Sort | null> = {
  name: { id: 'name', desc: false },
  newest: null,
}

interface FilteredRecordsProps<Item> {
  catalogue: CatalogueStart<Item>
  texts: FilteredTexts
  table: (props: CatalogueTableProps<Item>) => ReactNode
  handlers: RowHandlers<Item>
  save: SaveRecord<Item>
}

/** The table under what narrows it down. */
export function FilteredRecords<Item extends CatalogueRecord>(props: FilteredRecordsProps<Item>) {
  const { catalogue, texts, table, handlers, save } = props
  const { records, start } = catalogue
  const usual = USUAL_SORT[CATALOGUES[records.kind].order]
  const { t } = useTranslation()
  const [text, setText] = useFilterText()
  const filters = useRecordFilters(records.kind)
  const { statuses, owners, gaps, tags } = filters
  const { view, problems, isRefused, change, removeProblems } = useListState(records.kind)
  const { conditions, order } = view
  const sort = useMemo(() => (order ? { id: order.by, desc: order.descending } : usual), [order, usual])
  const filter = useMemo(
    () => ({ text, statuses, owners, gaps, tags, ...(conditions && { conditions }) }),
    [text, statuses, owners, gaps, tags, conditions],
  )
  const top = useRef<HTMLDivElement>(null)
  const [menus, setMenus] = useState<HTMLElement | null>(null)
  const all = start && isWhole(start) ? start.items : null
  const options = {
    records,
    start,
    filter,
    sort,
    loadingText: texts.loadingMore,
    // A user who is far down wants to see what comes first now.
    onSort(next: Sort) {
      top.current?.scrollIntoView({ block: 'nearest' })
      const isUsual = next.id === usual?.id && next.desc === usual.desc
      change({ order: isUsual ? null : { by: next.id, descending: next.desc } })
    },
  }
  const list = useRecordList(options)
  const selection = useSelection<CatalogueRecord>(filter, ({ name }) => t('Select {{name}}', { name }))
  const deselect = () => {
    selection.clear()
    // The button that was pressed goes with the bar.
    top.current?.querySelector<HTMLElement>('[data-row-title]')?.focus({ preventScroll: true })
  }
  const editor = useRowEditor(records, save)
  const maySelect = offered(useMe(), 'create-record', null).allowed
  const failure = useLoadFailure(list.error, catalogue.failed)
  const tableOf = (rows: DataTableRows<Item>, given: Pick<CatalogueTableProps<Item>, 'label' | 'menus'>) =>
    table({
      list: maySelect ? { ...rows, selection: selection.rows } : rows,
      onEditCell: editor.edit,
      ...given,
      ...handlers,
    })
  const grouped = view.group !== null && start !== null && (
    <PressBoundary open onMissing={() => change({ group: null })}>
      <groupedList.Component kind={records.kind} group={view.group} filter={filter} records={all}>
        {({ value, label, isFirst }) => (
          <GroupRows
            {...options}
            field={view.group ?? ''}
            value={value}
            failed={catalogue.failed}
            table={(rows) => tableOf(rows, { label, menus: isFirst ? menus : null })}
          />
        )}
      </groupedList.Component>
    </PressBoundary>
  )
  return (
    <div ref={top} onKeyDownCapture={stepBetweenFieldAndList} className="flex scroll-mt-28 flex-col gap-3">
      <FilterBar
        kind={records.kind}
        texts={texts}
        text={text}
        onType={setText}
        filters={filters}
        conditions={{
          conditions,
          onChange: (next) => change({ conditions: next }),
          records: all,
        }}
        // A view that is saved of it keeps the word for whoever looks.
        asked={{ ...filter, owners: view.owners }}
        shown={isRefused ? null : start && list.found}
        total={start?.total ?? 0}
        group={view.group}
        onGroup={(group) => change({ group })}
        menusRef={setMenus}
      />
      {problems.length > 0 && (
        <Suspense fallback={null}>
          <addressProblems.Component problems={problems} onRemove={removeProblems} />
        </Suspense>
      )}
      {isRefused ? null : failure && list.found === null ? (
        <ErrorState {...failure} onRetry={list.refetch} retrying={list.isFetching} />
      ) : (
        grouped || tableOf(list.table, { menus })
      )}
      {editor.shown}
      {!isRefused && (
        <Selected kind={records.kind} selection={{ ...selection, clear: deselect }} found={list.found ?? 0} />
      )}
    </div>
  )
}

interface SelectedProps {
  kind: CatalogueKind
  selection: ReturnType<typeof useSelection<CatalogueRecord>>
  /** How many fit the filter. */
  found: number
}

/** How many are selected, and what can be done with them. */
function Selected({ kind, selection, found }: SelectedProps) {
  const { t } = useTranslation()
  const { isAny } = selection.rows
  return (
    <>
      <p role="status" className="sr-only">
        {isAny && t('{{count}} selected', { count: selection.count(found) })}
      </p>
      <PressBoundary open={isAny} onMissing={selection.clear}>
        {isAny && <bar.Component kind={kind} selection={selection} found={found} />}
      </PressBoundary>
    </>
  )
}
