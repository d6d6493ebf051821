import { type ReactNode, useId, useMemo } from 'react'
import { cn } from '@/lib/cn.ts'
import type { Density } from '@/lib/density.ts'
import type { DataColumn } from './data-table-types.ts'
import { INERT_TITLE, isMeantForRow, titleColumn } from './data-table-view.ts'
import { SelectBox } from './select-box.tsx'
import { Skeleton } from './skeleton.tsx'

/** How high a row is. */
export const ROW_LOOKS: Record<Density, string> = { comfortable: 'h-11', compact: 'h-9' }
const SHOWN_FROM = { wide: '@max-[48rem]:hidden', widest: '@max-[58rem]:hidden' }
const INERT_LOOK = 'bg-warning-soft/40'
const CURRENT_LOOK = 'scroll-my-28 bg-muted shadow-[inset_3px_0_0_var(--color-primary)]'

/** How a cell of a row looks. */
export const bodyLook = 'border-b px-3 first:pl-4 last:pr-4 group-last/row:border-b-0'

/** Where a pointer can hover, the actions wait for it, or for the focus. */
const actionsLook = cn(
  'flex items-center justify-end gap-0.5',
  '[@media(hover:hover)]:group-[:not(:hover,:focus-within)]/row:opacity-0',
)

/** Where the cells of a column stand, and from which width of the table. */
export function placeOf<Item>({ align, from }: DataColumn<Item>): string {
  return cn(align === 'end' && 'text-right tabular-nums', from && SHOWN_FROM[from])
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
export function BodyRow<Item>(props: BodyRowProps<Item>) {
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
