import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useCallback, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import type { ColumnSizing, DataColumn } from '@/ui/data-table/types.ts'
import { useListState } from './address/use-list-state.ts'
import { arranged } from './columns/arranged.ts'
import { type ColumnChoice, choiceInSight, withWidth } from './columns/column-choice.ts'
import { MoreColumns } from './columns/more-columns.tsx'
import { DisplayMenu } from './display/display-menu.tsx'
import type { CatalogueTableProps } from './filtered-records.tsx'
import { ListMenu } from './list-menu.tsx'
import { PrintHead } from './print/print-head.tsx'
import { usePrint } from './print/use-print.ts'
import { RowActions } from './row-actions.tsx'

const NONE: readonly never[] = []

interface RecordsTableProps<Item> extends CatalogueTableProps<Item> {
  kind: CatalogueKind
  columns: readonly DataColumn<Item>[]
  /** Whether its details have a separate button, since the name of a record leads elsewhere. */
  detailsButton?: boolean
  loadingText: string
  emptyText: string
}

/** The records of a catalogue, a row each, in the columns that the user has chosen. */
export function RecordsTable<Item extends CatalogueRecord>(props: RecordsTableProps<Item>) {
  const { kind, columns, menus, part, ...given } = props
  const printed = usePrint(given.list)
  const rest = {
    ...given,
    ...((part === 'head' || part === 'rows') && { part }),
    list: part === 'head' ? { ...printed.list, rows: NONE } : printed.list,
  }
  const { view, change } = useListState(kind)
  const choice = view.columns
  const setChoice = (next: ColumnChoice | null) => change({ columns: next })
  const usual = (
    <Table
      {...rest}
      kind={kind}
      columns={columns}
      sizing={{
        widths: null,
        onResize: (id, width, shown) =>
          width !== null && setChoice(withWidth(choiceInSight(columns, shown), id, width)),
      }}
    />
  )
  return (
    <>
      {menus && (
        <Menus {...{ kind, columns, choice, menus, printed }} list={given.list} onChange={setChoice} />
      )}
      {(part === undefined || part === 'menus') && (
        <PrintHead kind={kind} rows={printed.list.rows} total={given.list.rows.length} />
      )}
      {part === 'menus' ? null : choice === null ? (
        usual
      ) : (
        <MoreColumns kind={kind}>
          {(others) => (
            <ArrangedTable
              {...rest}
              kind={kind}
              columns={columns}
              others={others}
              choice={choice}
              onResize={(id, width) =>
                change((now) => ({ columns: now.columns && withWidth(now.columns, id, width) }))
              }
            />
          )}
        </MoreColumns>
      )}
    </>
  )
}

interface MenusProps<Item> extends Pick<RecordsTableProps<Item>, 'kind' | 'columns' | 'list'> {
  menus: HTMLElement
  choice: ColumnChoice | null
  onChange: (choice: ColumnChoice | null) => void
  printed: ReturnType<typeof usePrint<Item>>
}

/** The menus of the list, on the line of its filters. */
function Menus<Item>({ kind, columns, list, menus, choice, onChange, printed }: MenusProps<Item>) {
  return createPortal(
    <>
      <DisplayMenu
        kind={kind}
        usual={columns}
        choice={choice}
        onChange={onChange}
        shown={columns}
        sort={list.sort}
        onSort={list.onSort}
        onPrint={() => void printed.start()}
        isPrinting={printed.isLoading}
      />
      <ListMenu kind={kind} usual={columns} choice={choice} />
    </>,
    menus,
  )
}

interface ArrangedTableProps<Item> extends Omit<TableProps<Item>, 'sizing'> {
  /** Further columns that the list can show; one with the id of a usual column is left out. */
  others: readonly DataColumn<Item>[]
  choice: ColumnChoice
  onResize: (id: string, width: number | null) => void
}

function ArrangedTable<Item extends CatalogueRecord>(props: ArrangedTableProps<Item>) {
  const { columns, others, choice, onResize, ...rest } = props
  const shown = useMemo(() => arranged([...others, ...columns], choice), [others, columns, choice])
  const { widths } = shown
  return <Table {...rest} columns={shown.columns} sizing={{ widths, onResize }} />
}

interface TableProps<Item> extends Omit<RecordsTableProps<Item>, 'menus' | 'part'> {
  part?: 'head' | 'rows'
  sizing: ColumnSizing
}

function Table<Item extends CatalogueRecord>(props: TableProps<Item>) {
  const { kind, list, onOpen, onEdit, onDelete, detailsButton = false, label, ...others } = props
  const { t } = useTranslation()
  // The same ones each time: a row that is selected does not draw the others again.
  const actions = useCallback(
    (record: Item) => (
      <RowActions record={record} {...(detailsButton && { onOpen })} onEdit={onEdit} onDelete={onDelete} />
    ),
    [detailsButton, onOpen, onEdit, onDelete],
  )
  return (
    <DataTable
      label={label ?? t(CATALOGUES[kind].title)}
      {...list}
      rowId={({ id }) => id}
      onOpen={onOpen}
      actionsHeader={t('Actions')}
      {...(detailsButton && { actionsWidth: '8rem' })}
      actions={actions}
      {...others}
    />
  )
}
