import { type RefObject, useMemo, useRef, useState } from 'react'
import { type Density, useDensity } from '@/lib/browser/density.ts'
import { cn } from '@/lib/cn.ts'
import { Skeleton } from '../loading/skeleton.tsx'
import { widthStyle } from './column-edge.tsx'
import { ACTIONS_WIDTH, ACTIONS_WIDTHS, BESIDE_BOX, GridHead, UnseenHead } from './grid-head.tsx'
import { ACTIONS_FROM, BodyRow, bodyStyle, FROZEN_STYLE, placeOf, ROW_STYLES } from './row.tsx'
import { ROW_HEIGHTS } from './row-height.ts'
import type { ColumnWidths } from './types.ts'
import { useOverflow } from './use-overflow.ts'
import { useRowWindow } from './use-row-window.ts'
import { type DataTableViewProps, pendingText, titleColumn } from './view.ts'

const SKELETON_WIDTHS = ['w-2/5', 'w-3/5', 'w-1/2', 'w-2/3', 'w-1/3']
/** The minimum width, in pixels, of a column that takes the remaining space. */
const LEAST_OF_REST = 240
/** Where the columns do not fit, the table scrolls in a separate box. */
const BOX_STYLE =
  'overflow-auto max-h-[max(20rem,calc(100dvh-var(--sticky-top,0px)-9rem))] scroll-pt-9 print:max-h-none print:overflow-visible'

/** The data as a table. */
export function DataTableGrid<Item>(props: DataTableViewProps<Item>) {
  const { shown, label, loading, sizing, part } = props
  const [moving, setMoving] = useState<ColumnWidths | null>(null)
  const widths = moving ?? sizing?.widths ?? null
  const box = useRef<HTMLDivElement>(null)
  const scrolls = useOverflow(box, sizing?.widths != null && part === undefined)
  const isStale = 'onShown' in shown && shown.isStale
  const density = useDensity()
  return (
    <div
      ref={box}
      data-wide
      className={cn(
        '@container',
        part === 'head' && 'sticky top-(--sticky-top,0px) z-20',
        part === undefined && [
          'rounded-xl border bg-card shadow-raised',
          scrolls ? BOX_STYLE : 'overflow-clip',
        ],
      )}
    >
      {/* Rows that come into the page above those in sight must not make the browser scroll: that would draw still more. */}
      <table
        aria-label={label}
        aria-busy={loading || isStale}
        aria-rowcount={shown.length + 1}
        style={{
          minWidth: sizing?.widths ? leastWidth(props, widths) : undefined,
          ...actionsPlace(props, widths),
        }}
        className={cn(
          'w-full table-fixed border-separate border-spacing-0 text-sm [overflow-anchor:none]',
          ACTIONS_WIDTHS,
          scrolls && '[--sticky-top:0px]',
        )}
      >
        {part === 'rows' ? (
          <UnseenHead {...props} widths={widths} />
        ) : (
          <GridHead {...props} widths={widths} onMove={setMoving} />
        )}
        {part === 'head' ? null : loading ? (
          <SkeletonBody {...props} density={density} />
        ) : (
          <Body key={`${density} ${scrolls}`} {...props} density={density} box={scrolls ? box : null} />
        )}
      </table>
    </div>
  )
}

/** The room of the actions where they are always in sight, and how far from the end of a row they appear. */
function actionsPlace<Item>(
  { columns, actionsWidth = '6rem' }: DataTableViewProps<Item>,
  widths: ColumnWidths | null,
): Record<`--actions-${string}`, string> {
  const last = columns.at(-1)
  const given = last && widths?.get(last.id)
  const end = last?.hasControl ? (given == null ? last.width : widthStyle(given)) : undefined
  return { '--actions-room': actionsWidth, '--actions-end': end ?? '0px' }
}

/** Returns the width that the columns need. */
function leastWidth<Item>(
  { columns, actions }: DataTableViewProps<Item>,
  widths: ColumnWidths | null,
): string {
  const all = columns.reduce((sum, { id }) => sum + (widths?.get(id) ?? LEAST_OF_REST), 0)
  return actions ? `calc(${widthStyle(all)} + ${ACTIONS_WIDTH})` : widthStyle(all)
}

interface BodyProps<Item> extends DataTableViewProps<Item> {
  density: Density
  /** The element in which the rows scroll; null for the page. */
  box: RefObject<HTMLElement | null> | null
}

function Body<Item>(props: BodyProps<Item>) {
  const { shown, rowId, columns, onOpen, isInert, actions, emptyText, density, openId } = props
  const { selection, box, onEditCell } = props
  const { listRef, keys, drawn, before, after } = useRowWindow<Item, HTMLTableSectionElement>({
    rows: shown,
    rowId,
    rowHeight: ROW_HEIGHTS[density],
    selection,
    onEditCell,
    box,
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
          {...{ item, index, columns, onOpen, isInert, actions, onEditCell, pending, density }}
          id={item && rowId(item)}
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

/** Replaces the rows that are not drawn. It has one cell: a span over hidden columns would make room for them. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    // Nothing of it is seen: its change is no movement of what is.
    <tr aria-hidden className="invisible">
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
                column.frozen && FROZEN_STYLE,
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
