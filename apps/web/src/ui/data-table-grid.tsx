import type { SortDirection } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useId, useMemo } from 'react'
import { cn } from '@/lib/cn.ts'
import { type Density, useDensity } from '@/lib/density.ts'
import type { DataColumn } from './data-table-types.ts'
import {
  type DataTableViewProps,
  INERT_TITLE,
  isMeantForRow,
  pendingText,
  titleColumn,
} from './data-table-view.ts'
import { SelectBox } from './select-box.tsx'
import { Skeleton } from './skeleton.tsx'
import { useRowWindow } from './use-row-window.ts'

/** The heights of a row, with its line. */
const ROW_HEIGHTS: Record<Density, number> = { comfortable: 44, compact: 36 }
const ROW_LOOKS: Record<Density, string> = { comfortable: 'h-11', compact: 'h-9' }
const SKELETON_WIDTHS = ['w-2/5', 'w-3/5', 'w-1/2', 'w-2/3', 'w-1/3']
const SHOWN_FROM = { wide: '@max-[48rem]:hidden', widest: '@max-[58rem]:hidden' }
const FILLS_BELOW = { wide: '@max-[48rem]:w-auto!', widest: '@max-[58rem]:w-auto!' }
const ACTIONS_WIDTH = '7rem'
const INERT_LOOK = 'bg-warning-soft/40'
const CURRENT_LOOK = 'scroll-my-28 bg-muted shadow-[inset_3px_0_0_var(--color-primary)]'

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
              return <HeaderCell key={column.id} column={column} sort={sort} />
            })}
            {actions && (
              <th scope="col" style={{ width: actionsWidth }} className={cn(headLook, 'text-right')}>
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

const headLook =
  'sticky top-(--sticky-top,0px) z-10 h-9 border-b bg-muted px-3 text-left font-medium text-muted-foreground text-xs first:pl-4 last:pr-4'
const bodyLook = 'border-b px-3 first:pl-4 last:pr-4 group-last/row:border-b-0'

/** Where a pointer can hover, the actions wait for it, or for the focus. */
const actionsLook = cn(
  'flex items-center justify-end gap-0.5',
  '[@media(hover:hover)]:group-[:not(:hover,:focus-within)]/row:opacity-0',
)

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
      className={cn(headLook, placeOf(column), column.fillsBelow && FILLS_BELOW[column.fillsBelow])}
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
  isInert: ((item: Item) => boolean) | undefined
  actions: ((item: Item) => ReactNode) | undefined
  pending: string
  density: Density
  /** It is open beside the table. */
  isCurrent: boolean
  /** Its box: one that is not needed yet waits for the pointer. */
  box: 'on' | 'off' | 'waiting' | null
  boxLabel: string
  onSelect: ((index: number, extend: boolean) => void) | undefined
}

/** A row; scrolling draws the rows that come into sight, and leaves those that stay alone. */
function BodyRow<Item>(props: BodyRowProps<Item>) {
  const { item, index, columns, onOpen, isInert, actions, pending, density, isCurrent } = props
  const { box, boxLabel, onSelect } = props
  const titleId = useId()
  return useMemo(() => {
    const inert = item !== undefined && (isInert?.(item) ?? false)
    const opens = item !== undefined && onOpen !== undefined && !inert
    return (
      <tr
        data-index={index}
        aria-rowindex={index + 2}
        aria-busy={item === undefined}
        aria-current={isCurrent || undefined}
        onClick={opens ? (event) => isMeantForRow(event) && onOpen(item) : undefined}
        className={cn(
          'group/row',
          ROW_LOOKS[density],
          opens && 'cursor-pointer hover:bg-muted/60',
          inert && INERT_LOOK,
          isCurrent && CURRENT_LOOK,
          box === 'on' && 'bg-primary-soft/50',
        )}
      >
        {columns.map((column) => {
          const isTitle = column === titleColumn(columns)
          const content = <CellContent {...{ item, column, onOpen, inert, pending, isTitle }} />
          const hasBox = isTitle && box !== null && onSelect !== undefined
          return (
            // The box beside the name has its own: the cell is called as the record is.
            <td
              key={column.id}
              aria-labelledby={hasBox ? titleId : undefined}
              className={cn(bodyLook, placeOf(column))}
            >
              {hasBox ? (
                <WithBox {...{ titleId, box, boxLabel, index, onSelect }}>{content}</WithBox>
              ) : (
                content
              )}
            </td>
          )
        })}
        {actions && (
          <td className={bodyLook}>
            <div className={actionsLook}>{item !== undefined && actions(item)}</div>
          </td>
        )}
      </tr>
    )
  }, [
    item,
    index,
    columns,
    onOpen,
    isInert,
    actions,
    pending,
    density,
    isCurrent,
    box,
    boxLabel,
    onSelect,
    titleId,
  ])
}

interface WithBoxProps extends Pick<BodyRowProps<unknown>, 'index' | 'boxLabel'> {
  titleId: string
  box: 'on' | 'off' | 'waiting'
  onSelect: (index: number, extend: boolean) => void
  children: ReactNode
}

function WithBox({ titleId, box, boxLabel, index, onSelect, children }: WithBoxProps) {
  return (
    <div className="flex items-center gap-2.5">
      <SelectBox
        label={boxLabel}
        checked={box === 'on'}
        isStop={box !== 'waiting'}
        onSelect={(extend) => onSelect(index, extend)}
        className={cn(
          box === 'waiting' && '[@media(hover:hover)]:group-[:not(:hover,:focus-within)]/row:opacity-0',
        )}
      />
      <div id={titleId} className="min-w-0 flex-1">
        {children}
      </div>
    </div>
  )
}

interface CellContentProps<Item> extends Pick<BodyRowProps<Item>, 'item' | 'onOpen' | 'pending'> {
  column: DataColumn<Item>
  isTitle: boolean
  inert: boolean
}

function CellContent<Item>({ item, column, isTitle, inert, onOpen, pending }: CellContentProps<Item>) {
  const isButton = isTitle && onOpen && !inert && !(item !== undefined && column.bringsControl?.(item))
  const content = item === undefined ? <PendingCell text={isTitle ? pending : ''} /> : column.cell(item)
  if (!isButton)
    return (
      // Arrow keys come by an inert row too.
      <div dir="auto" {...(isTitle && inert && INERT_TITLE)} className="truncate rtl:text-left">
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

function SkeletonBody<Item>(props: DataTableViewProps<Item> & { density: Density }) {
  const { columns, actions, loadingText, density } = props
  return (
    <tbody>
      {SKELETON_WIDTHS.map((width, index) => (
        <tr key={width} className={cn('group/row', ROW_LOOKS[density])}>
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
