import type { CatalogueRecord, RecordFilter } from '@cairn/workspace/port/records/records'
import { offered } from '@cairn/workspace/rules/can'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stepBetweenFieldAndList } from '@/lib/browser/field-and-list.ts'
import { useMe } from '@/queries/context.tsx'
import { OpenRowProvider } from '@/ui/data-table/open-row.ts'
import type { DataTableProps, DataTableRows } from '@/ui/data-table/types.ts'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { useSelection } from '../bulk/use-selection.ts'
import { AddressProblems } from './address/address-problems.tsx'
import type { SaveRecord } from './edit/record-value.ts'
import { useRowEditor } from './edit/use-row-editor.tsx'
import { FilterBar, type FilteredTexts } from './filter-bar.tsx'
import { GroupRows } from './grouping/group-rows.tsx'
import { GroupedList } from './grouping/grouped-list.tsx'
import { RecordCount } from './record-count.tsx'
import { SelectedRecords } from './selected-records.tsx'
import { type CatalogueStart, useLoadFailure } from './use-catalogue.ts'
import { useFilteredList } from './use-filtered-list.ts'
import { ListViews } from './views/list-views.tsx'

/** The actions of the table's rows. */
export interface RowHandlers<Item> {
  onOpen: (item: Item) => void
  onEdit: (item: Item) => void
  onDelete: (item: Item) => void
}

/** A catalogue's table: its rows in their order, and their actions. */
export interface CatalogueTableProps<Item> extends RowHandlers<Item> {
  list: DataTableRows<Item>
  /** The label of the list, where it is a part of the catalogue. */
  label?: string
  /** The element for its menus; null before it is there, and where another table brings them. */
  menus: HTMLElement | null
  /** Of a list in groups: its menus, the heads of its columns, or the rows of a group. */
  part?: 'menus' | 'head' | 'rows'
  /** Changes a value in its row. */
  onEditCell: NonNullable<DataTableProps<Item>['onEditCell']>
}

interface FilteredRecordsProps<Item> {
  catalogue: CatalogueStart<Item>
  texts: FilteredTexts
  table: (props: CatalogueTableProps<Item>) => ReactNode
  handlers: RowHandlers<Item>
  save: SaveRecord<Item>
  /** The element beside the title that shows how many records the list has; null before it is there. */
  countPlace: HTMLElement | null
}

/** The table under its filters. */
export function FilteredRecords<Item extends CatalogueRecord>(props: FilteredRecordsProps<Item>) {
  const { catalogue, texts, table, handlers, save, countPlace } = props
  const { records, start } = catalogue
  const top = useRef<HTMLDivElement>(null)
  const [menus, setMenus] = useState<HTMLElement | null>(null)
  const filtered = useFilteredList({
    catalogue,
    loadingText: texts.loadingMore,
    // A user who has scrolled down sees the first rows of the new order.
    onOrder: () => top.current?.scrollIntoView({ block: 'nearest' }),
  })
  const { text, setText, filters, filter, state, list, all } = filtered
  const { view, problems, isRefused, waitsFor, change, removeProblems } = state
  const { selection, selected } = useSelected(filter, top)
  const isFiltered = text.trim() !== '' || filters.count > 0
  const editor = useRowEditor(records, save)
  const maySelect = offered(useMe(), 'create-record', null).allowed
  const tableOf: TableOf<Item> = (rows, given) =>
    table({
      list: maySelect ? { ...rows, selection: selection.rows } : rows,
      onEditCell: editor.edit,
      ...given,
      ...handlers,
    })
  return (
    <div ref={top} onKeyDownCapture={stepBetweenFieldAndList} className="flex scroll-mt-28 flex-col gap-3">
      {/* A view that is saved from it keeps the word `me` for its reader. */}
      <ListViews kind={records.kind} filter={{ ...filter, owners: view.owners }} />
      <FilterBar
        kind={records.kind}
        texts={texts}
        text={text}
        onType={setText}
        filters={filters}
        conditions={{
          // Where none of the conditions can be read, none is shown.
          conditions: view.conditions && state.asked,
          onChange: (next) => change((now) => ({ conditions: next(now.conditions) })),
          records: all,
        }}
        menusRef={setMenus}
      />
      <RecordCount
        kind={records.kind}
        place={countPlace}
        shown={isRefused || waitsFor || !isFiltered ? null : list.found}
        total={start?.total ?? null}
      />
      {problems.length > 0 && <AddressProblems problems={problems} onRemove={removeProblems} />}
      {!isRefused && (
        <FoundRecords catalogue={catalogue} filtered={filtered} menus={menus} tableOf={tableOf} />
      )}
      {editor.shown}
      {!isRefused && <SelectedRecords kind={records.kind} selection={selected} found={list.found ?? 0} />}
    </div>
  )
}

/** Returns the selection of the list, and the same for its bar: to clear it moves the focus into the list. */
function useSelected(filter: RecordFilter, top: RefObject<HTMLElement | null>) {
  const { t } = useTranslation()
  const selection = useSelection<CatalogueRecord>(filter, ({ name }) => t('Select {{name}}', { name }))
  const clear = () => {
    selection.clear()
    // The pressed button disappears with the bar.
    top.current?.querySelector<HTMLElement>('[data-row-title]')?.focus({ preventScroll: true })
  }
  return { selection, selected: { ...selection, clear } }
}

/** Draws rows as the catalogue's table. */
type TableOf<Item> = (
  rows: DataTableRows<Item>,
  given: Pick<CatalogueTableProps<Item>, 'label' | 'menus' | 'part'>,
) => ReactNode

interface FoundRecordsProps<Item extends CatalogueRecord> {
  catalogue: CatalogueStart<Item>
  filtered: ReturnType<typeof useFilteredList<Item>>
  menus: HTMLElement | null
  tableOf: TableOf<Item>
}

/** The rows that match, in groups where the view has them; or why they cannot be shown. */
function FoundRecords<Item extends CatalogueRecord>(props: FoundRecordsProps<Item>) {
  const { catalogue, filtered, menus, tableOf } = props
  const { filter, state, question, list, all } = filtered
  const { waitsFor, view } = state
  const asked = waitsFor ?? list
  const failure = useLoadFailure(asked.error, catalogue.failed)
  if (failure && (waitsFor !== null || list.found === null))
    return <ErrorState {...failure} onRetry={asked.refetch} retrying={asked.isFetching} />
  if (waitsFor) return tableOf({ ...list.table, rows: [], loading: true }, { menus })
  const { group } = view
  if (group === null || catalogue.start === null) return tableOf(list.table, { menus })
  return (
    <>
      {tableOf(list.table, { menus, part: 'menus' })}
      <GroupedList
        kind={catalogue.records.kind}
        group={group}
        filter={filter}
        records={all}
        found={list.found}
        // It is no list that the user can step through.
        head={
          <OpenRowProvider value={null}>{tableOf(list.table, { menus: null, part: 'head' })}</OpenRowProvider>
        }
      >
        {({ value, label, height }) => (
          <GroupRows
            {...question}
            field={group}
            value={value}
            height={height}
            failed={catalogue.failed}
            table={(rows) => tableOf(rows, { label, menus: null, part: 'rows' })}
          />
        )}
      </GroupedList>
    </>
  )
}
