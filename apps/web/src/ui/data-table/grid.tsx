import type { SortDirection } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useMemo } from 'react'
import { type Density, useDensity } from '@/lib/browser/density.ts'
import { cn } from '@/lib/cn.ts'
import { Skeleton } from '../loading/skeleton.tsx'
import { ACTIONS_FROM, BodyRow, bodyStyle, placeOf, ROW_STYLES } from './row.tsx'
import type { DataColumn } from './types.ts'
import { useRowWindow } from './use-row-window.ts'
import { type DataTableViewProps, pendingText, titleColumn } from './view.ts'

/** The heights of a row, with its line. */
const ROW_HEIGHTS: Record<Density, number> = { comfortable: 44, compact: 36 }
const SKELETON_WIDTHS = ['w-2/5', 'w-3/5', 'w-1/2', 'w-2/3', 'w-1/3']
const FILLS_BELOW = {
  wide: '@max-[48rem]:w-auto!',
  widest: '@max-[58rem]:w-auto!',
  full: '@max-[69rem]:w-auto!',
}
const ACTIONS_WIDTH = '6rem'
/** As far in as a box and its gap. */
const BESIDE_BOX = 'first:pl-10.5'

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
  const density = useDensity()
  const hasBoxes = props.selection !== undefined
  return (
    <div data-wide className="@container overflow-clip rounded-xl border bg-card shadow-raised">
      {/* Rows that come into the page above those in sight must not make the browser scroll: that would draw still more. */}
      <table
        aria-label={label}
        aria-busy={loading || isStale}
        aria-rowcount={shown.length + 1}
        className="w-full table-fixed border-separate border-spacing-0 text-sm [overflow-anchor:none]"
      >
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => {
              const model = table.getColumn(column.id)
              const sort = model?.getCanSort()
                ? { by: model.getIsSorted(), toggle: model.toggleSorting }
                : null
              return (
                <HeaderCell
                  key={column.id}
                  column={column}
                  sort={sort}
                  besideBox={hasBoxes && column === titleColumn(columns)}
                />
              )
            })}
            {actions && (
              <th
                scope="col"
                style={{ width: actionsWidth }}
                className={cn(headStyle, 'text-right', ACTIONS_FROM)}
              >
                {actionsHeader}
              </th>
            )}
          </tr>
        </thead>
        {loading ? (
          <SkeletonBody {...props} density={density} />
        ) : (
          <Body key={density} {...props} density={density} />
        )}
      </table>
    </div>
  )
}

const headStyle =
  'sticky top-(--sticky-top,0px) z-10 h-9 border-b bg-muted px-3 base:text-left font-medium text-muted-foreground text-xs base:first:pl-4 last:pr-4'
interface HeaderCellProps<Item> {
  column: DataColumn<Item>
  sort: { by: false | SortDirection; toggle: () => void } | null
  /** Its names stand beside the boxes that select rows. */
  besideBox: boolean
}

function HeaderCell<Item>({ column, sort, besideBox }: HeaderCellProps<Item>) {
  const state = { asc: 'ascending', desc: 'descending', none: 'none' } as const
  return (
    <th
      scope="col"
      style={column.width ? { width: column.width } : undefined}
      aria-sort={sort ? state[sort.by || 'none'] : undefined}
      className={cn(
        headStyle,
        placeOf(column),
        column.fillsBelow && FILLS_BELOW[column.fillsBelow],
        besideBox && BESIDE_BOX,
      )}
    >
      {sort ? (
        <button
          type="button"
          onClick={() => sort.toggle()}
          className="-mx-1.5 inline-flex min-h-6 items-center gap-1 rounded-sm px-1.5 text-left hover:text-foreground [&_svg]:size-3.5"
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

function Body<Item>(props: DataTableViewProps<Item> & { density: Density }) {
  const { shown, rowId, columns, onOpen, isInert, actions, emptyText, density, openId, selection } = props
  const { listRef, keys, drawn, before, after } = useRowWindow<Item, HTMLTableSectionElement>({
    rows: shown,
    rowId,
    rowHeight: ROW_HEIGHTS[density],
    selection,
  })
  const onSelect = selection?.onSelect
  const select = useMemo(
    () => onSelect && ((index: number, extend: boolean) => onSelect(index, extend, shown)),
    [onSelect, shown],
  )
  const pending = pendingText(props)
  if (shown.length === 0) {
    return (
      <tbody ref={listRef}>
        <tr>
          <td className="relative h-26 p-0">
            <p className="absolute inset-y-0 left-0 grid w-[100cqi] place-items-center px-4 text-center text-muted-foreground">
              {emptyText}
            </p>
          </td>
        </tr>
      </tbody>
    )
  }
  return (
    <tbody ref={listRef} {...keys}>
      <Spacer height={before} />
      {drawn.map(({ key, item, index }) => (
        <BodyRow
          key={key}
          {...{ item, index, columns, onOpen, isInert, actions, pending, density }}
          isCurrent={item !== undefined && rowId(item) === openId}
          box={
            item && selection
              ? selection.isSelected(item)
                ? 'on'
                : selection.isAny
                  ? 'off'
                  : 'waiting'
              : null
          }
          boxLabel={item && selection ? selection.labelOf(item) : ''}
          onSelect={select}
        />
      ))}
      <Spacer height={after} />
    </tbody>
  )
}

/** Stands in for the rows that are not drawn. One cell: a span over columns that are hidden would make room for them. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden>
      <td style={{ height, padding: 0 }} />
    </tr>
  )
}

function SkeletonBody<Item>(props: DataTableViewProps<Item> & { density: Density }) {
  const { columns, actions, loadingText, density, selection } = props
  return (
    <tbody>
      {SKELETON_WIDTHS.map((width, index) => (
        <tr key={width} className={cn('group/row', ROW_STYLES[density])}>
          {columns.map((column, position) => (
            <td
              key={column.id}
              className={cn(
                bodyStyle,
                placeOf(column),
                selection && column === titleColumn(columns) && BESIDE_BOX,
              )}
            >
              {index === 0 && position === 0 && <span className="sr-only">{loadingText}</span>}
              <Skeleton className={width} />
            </td>
          ))}
          {actions && <td className={cn(bodyStyle, ACTIONS_FROM)} />}
        </tr>
      ))}
    </tbody>
  )
}
