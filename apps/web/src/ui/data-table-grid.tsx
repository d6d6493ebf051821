import type { SortDirection } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { cn } from '@/lib/cn.ts'
import type { DataColumn } from './data-table-types.ts'
import { type DataTableViewProps, isMeantForRow, pendingText, titleColumn } from './data-table-view.ts'
import { Skeleton } from './skeleton.tsx'
import { useRowWindow } from './use-row-window.ts'

const ROW_HEIGHT = 45
const SKELETON_WIDTHS = ['w-2/5', 'w-3/5', 'w-1/2', 'w-2/3', 'w-1/3']
const SHOWN_FROM = { wide: 'max-lg:hidden', widest: 'max-xl:hidden' }
const ACTIONS_WIDTH = '7rem'

/** The table as a table. */
export function DataTableGrid<Item>(props: DataTableViewProps<Item>) {
  const {
    table,
    shown,
    label,
    columns,
    actions,
    actionsHeader,
    actionsWidth = ACTIONS_WIDTH,
    loading,
  } = props
  const isStale = 'onShown' in shown && shown.isStale
  return (
    <div className="overflow-clip rounded-xl border bg-card shadow-raised">
      <table
        aria-label={label}
        aria-busy={loading || isStale}
        aria-rowcount={shown.length + 1}
        className="w-full table-fixed border-separate border-spacing-0 text-sm"
      >
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => {
              const model = table.getColumn(column.id)
              const sort = model?.getCanSort()
                ? { by: model.getIsSorted(), toggle: model.toggleSorting }
                : null
              return <HeaderCell key={column.id} column={column} sort={sort} />
            })}
            {actions && (
              <th scope="col" style={{ width: actionsWidth }} className={cn(headLook, 'text-right')}>
                {actionsHeader}
              </th>
            )}
          </tr>
        </thead>
        {loading ? <SkeletonBody {...props} /> : <Body {...props} />}
      </table>
    </div>
  )
}

const headLook =
  'sticky top-(--sticky-top,0px) z-10 h-9 border-b bg-muted px-3 text-left font-medium text-muted-foreground text-xs first:pl-4 last:pr-4'
const bodyLook = 'border-b px-3 first:pl-4 last:pr-4 group-last/row:border-b-0'

function placeOf<Item>({ align, from }: DataColumn<Item>): string {
  return cn(align === 'end' && 'text-right tabular-nums', from && SHOWN_FROM[from])
}

interface HeaderCellProps<Item> {
  column: DataColumn<Item>
  sort: { by: false | SortDirection; toggle: () => void } | null
}

function HeaderCell<Item>({ column, sort }: HeaderCellProps<Item>) {
  const state = { asc: 'ascending', desc: 'descending', none: 'none' } as const
  return (
    <th
      scope="col"
      style={column.width ? { width: column.width } : undefined}
      aria-sort={sort ? state[sort.by || 'none'] : undefined}
      className={cn(headLook, placeOf(column))}
    >
      {sort ? (
        <button
          type="button"
          onClick={() => sort.toggle()}
          className="-mx-1.5 inline-flex h-6 items-center gap-1 rounded-sm px-1.5 hover:text-foreground [&_svg]:size-3.5"
        >
          {column.header}
          <SortIcon direction={sort.by} />
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}

function SortIcon({ direction }: { direction: false | SortDirection }) {
  if (direction === 'asc') return <ArrowUp aria-hidden />
  if (direction === 'desc') return <ArrowDown aria-hidden />
  return <ChevronsUpDown aria-hidden className="opacity-50" />
}

function Body<Item>(props: DataTableViewProps<Item>) {
  const { shown, rowId, columns, onOpen, actions, emptyText } = props
  const { listRef, keys, drawn, before, after } = useRowWindow<Item, HTMLTableSectionElement>({
    rows: shown,
    rowId,
    rowHeight: ROW_HEIGHT,
  })
  const width = columns.length + (actions ? 1 : 0)
  const pending = pendingText(props)
  if (shown.length === 0) {
    return (
      <tbody ref={listRef}>
        <tr>
          <td colSpan={width} className="px-4 py-10 text-center text-muted-foreground">
            {emptyText}
          </td>
        </tr>
      </tbody>
    )
  }
  return (
    <tbody ref={listRef} {...keys}>
      <Spacer height={before} width={width} />
      {drawn.map(({ key, item, index }) => (
        <BodyRow key={key} {...{ item, index, columns, onOpen, actions, pending }} />
      ))}
      <Spacer height={after} width={width} />
    </tbody>
  )
}

/** Stands in for the rows that are not drawn. */
function Spacer({ height, width }: { height: number; width: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden>
      <td colSpan={width} style={{ height, padding: 0 }} />
    </tr>
  )
}

interface BodyRowProps<Item> {
  /** Undefined until it has come. */
  item: Item | undefined
  index: number
  columns: readonly DataColumn<Item>[]
  onOpen: ((item: Item) => void) | undefined
  actions: ((item: Item) => ReactNode) | undefined
  pending: string
}

/** A row; scrolling draws the rows that come into sight, and leaves those that stay alone. */
function BodyRow<Item>({ item, index, columns, onOpen, actions, pending }: BodyRowProps<Item>) {
  return useMemo(() => {
    const opens = item !== undefined && onOpen !== undefined
    return (
      <tr
        data-index={index}
        aria-rowindex={index + 2}
        aria-busy={item === undefined}
        onClick={opens ? (event) => isMeantForRow(event) && onOpen(item) : undefined}
        className={cn('group/row h-11', opens && 'cursor-pointer hover:bg-muted/60')}
      >
        {columns.map((column) => (
          <td key={column.id} className={cn(bodyLook, placeOf(column))}>
            <CellContent {...{ item, column, onOpen, pending }} isTitle={column === titleColumn(columns)} />
          </td>
        ))}
        {actions && (
          <td className={cn(bodyLook, 'py-1')}>
            <div className="flex items-center justify-end gap-0.5">{item !== undefined && actions(item)}</div>
          </td>
        )}
      </tr>
    )
  }, [item, index, columns, onOpen, actions, pending])
}

interface CellContentProps<Item> extends Pick<BodyRowProps<Item>, 'item' | 'onOpen' | 'pending'> {
  column: DataColumn<Item>
  isTitle: boolean
}

function CellContent<Item>({ item, column, isTitle, onOpen, pending }: CellContentProps<Item>) {
  const isButton = isTitle && onOpen && !(item !== undefined && column.bringsControl?.(item))
  const content = item === undefined ? <PendingCell text={isTitle ? pending : ''} /> : column.cell(item)
  if (!isButton)
    return (
      <div dir="auto" className="truncate rtl:text-left">
        {content}
      </div>
    )
  return (
    <button
      type="button"
      data-row-title
      aria-disabled={item === undefined}
      onClick={() => item !== undefined && onOpen(item)}
      dir="auto"
      className="block max-w-full scroll-mt-28 truncate rounded-sm text-left font-medium hover:underline"
    >
      {content}
    </button>
  )
}

function PendingCell({ text }: { text: string }) {
  return (
    <>
      {text !== '' && <span className="sr-only">{text}</span>}
      <Skeleton className="inline-block w-24 max-w-full" />
    </>
  )
}

function SkeletonBody<Item>({ columns, actions, loadingText }: DataTableViewProps<Item>) {
  return (
    <tbody>
      {SKELETON_WIDTHS.map((width, index) => (
        <tr key={width} className="group/row h-11">
          {columns.map((column, position) => (
            <td key={column.id} className={cn(bodyLook, placeOf(column))}>
              {index === 0 && position === 0 && <span className="sr-only">{loadingText}</span>}
              <Skeleton className={width} />
            </td>
          ))}
          {actions && <td className={bodyLook} />}
        </tr>
      ))}
    </tbody>
  )
}
