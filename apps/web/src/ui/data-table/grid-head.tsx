import type { SortDirection } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { cn } from '@/lib/cn.ts'
import { ColumnEdge, widthStyle } from './column-edge.tsx'
import { ACTIONS_FROM, placeOf } from './row.tsx'
import type { ColumnWidths, DataColumn } from './types.ts'
import { type DataTableViewProps, titleColumn } from './view.ts'

/**
 * The width of the column of actions. They appear over the end of the row under the pointer, and have room of their own
 * only where no pointer can hover.
 */
export const ACTIONS_WIDTH = 'var(--actions-width)'
export const ACTIONS_WIDTHS =
  '[--actions-width:1px] [@media(hover:none)]:[--actions-width:var(--actions-room)]'
/** As far in as a box and its gap. */
export const BESIDE_BOX = 'first:pl-10.5'
const FILLS_BELOW = {
  wide: '@max-[48rem]:w-auto!',
  widest: '@max-[58rem]:w-auto!',
  full: '@max-[69rem]:w-auto!',
  vast: '@max-[96rem]:w-auto!',
}
const NO_WIDTHS: ColumnWidths = new Map()

interface GridHeadProps<Item> extends DataTableViewProps<Item> {
  /** In pixels, of the columns that the user has given one. */
  widths: ColumnWidths | null
  /** Hears the widths while an edge moves, and null once it rests. */
  onMove: (widths: ColumnWidths | null) => void
}

/** The heads of the columns: they order the rows, and their edges move. */
export function GridHead<Item>(props: GridHeadProps<Item>) {
  const { table, columns, actions, actionsHeader } = props
  const { sizing, selection, widths, onMove } = props
  // Where every column has its width, the actions take the rest.
  const isFull = sizing?.widths != null && columns.every(({ id }) => widths?.has(id))
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((column) => {
          const model = table.getColumn(column.id)
          return (
            <HeaderCell
              key={column.id}
              column={column}
              sort={model?.getCanSort() ? { by: model.getIsSorted(), toggle: model.toggleSorting } : null}
              besideBox={
                (selection !== undefined || column.markOf !== undefined) && column === titleColumn(columns)
              }
              width={widths?.get(column.id) ?? null}
              edge={
                sizing && {
                  isStop: sizing.widths !== null,
                  onMove,
                  onRest(width) {
                    onMove(null)
                    sizing.onResize(column.id, width, widths ?? NO_WIDTHS)
                  },
                }
              }
            />
          )
        })}
        {actions && (
          <th
            scope="col"
            style={isFull ? {} : { width: ACTIONS_WIDTH }}
            className={cn(headStyle, 'z-10 overflow-hidden px-0 text-right print:hidden', ACTIONS_FROM)}
          >
            <span className="[@media(hover:hover)]:sr-only [@media(hover:none)]:pr-4">{actionsHeader}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

/** The heads of a table under those of another one: they give the columns their widths, and names to a screen reader. */
export function UnseenHead<Item>({
  columns,
  actions,
  actionsHeader,
  widths,
  sizing,
}: Omit<GridHeadProps<Item>, 'onMove'>) {
  const isFull = sizing?.widths != null && columns.every(({ id }) => widths?.has(id))
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            style={{ width: widthOf(column, widths?.get(column.id) ?? null) }}
            className={cn('p-0', placeOf(column), column.fillsBelow && FILLS_BELOW[column.fillsBelow])}
          >
            <span className="sr-only">{column.header}</span>
          </th>
        ))}
        {actions && (
          <th
            scope="col"
            style={isFull ? {} : { width: ACTIONS_WIDTH }}
            className={cn('p-0 print:hidden', ACTIONS_FROM)}
          >
            <span className="sr-only">{actionsHeader}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

function widthOf<Item>(column: DataColumn<Item>, width: number | null): string | undefined {
  return width === null ? column.width : widthStyle(width)
}

const headStyle =
  'sticky top-(--sticky-top,0px) h-9 border-b bg-muted base:px-3 base:text-left font-medium text-muted-foreground text-xs base:first:pl-4'
interface HeaderCellProps<Item> {
  column: DataColumn<Item>
  sort: { by: false | SortDirection; toggle: () => void } | null
  /** Its names stand beside the boxes that select rows. */
  besideBox: boolean
  /** In pixels, where the user has given it one. */
  width: number | null
  edge: Omit<Parameters<typeof ColumnEdge>[0], 'column' | 'width'> | undefined
}

function HeaderCell<Item>({ column, sort, besideBox, width, edge }: HeaderCellProps<Item>) {
  const state = { asc: 'ascending', desc: 'descending', none: 'none' } as const
  return (
    <th
      scope="col"
      data-column={column.id}
      style={{ width: widthOf(column, width) }}
      aria-sort={sort ? state[sort.by || 'none'] : undefined}
      className={cn(
        headStyle,
        'group/head',
        column.frozen ? 'left-0 z-20 border-r' : 'z-10',
        placeOf(column),
        column.fillsBelow && FILLS_BELOW[column.fillsBelow],
        besideBox && BESIDE_BOX,
      )}
    >
      {sort ? (
        <button
          type="button"
          onClick={() => sort.toggle()}
          className="-mx-1.5 inline-flex min-h-6 items-center gap-1 rounded-sm px-1.5 [text-align:inherit] hover:text-foreground [&_svg]:size-3.5"
        >
          {column.header}
          <SortIcon direction={sort.by} />
        </button>
      ) : (
        <span className="block truncate">{column.header}</span>
      )}
      {edge && <ColumnEdge column={column} width={width} {...edge} />}
    </th>
  )
}

function SortIcon({ direction }: { direction: false | SortDirection }) {
  if (direction === 'asc') return <ArrowUp aria-hidden />
  if (direction === 'desc') return <ArrowDown aria-hidden />
  return <ChevronsUpDown aria-hidden className="opacity-50" />
}
