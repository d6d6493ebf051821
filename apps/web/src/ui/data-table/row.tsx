import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useMemo } from 'react'
import type { Density } from '@/lib/browser/density.ts'
import { cn } from '@/lib/cn.ts'
import { Skeleton } from '../loading/skeleton.tsx'
import { RowTitle } from './row-title.tsx'
import { SelectBox } from './select-box.tsx'
import type { DataColumn, DataTableProps } from './types.ts'
import { INERT_TITLE, rowPresses, titleColumn } from './view.ts'

/** How high a row is. */
export const ROW_STYLES: Record<Density, string> = { comfortable: 'h-11', compact: 'h-9' }
const SHOWN_FROM = {
  medium: '@max-[40rem]:hidden',
  broad: '@max-[43rem]:hidden',
  wide: '@max-[48rem]:hidden',
  widest: '@max-[58rem]:hidden',
  full: '@max-[69rem]:hidden',
  roomy: '@max-[80rem]:hidden',
  vast: '@max-[96rem]:hidden',
}
/** How a text stands in a row, and a long one. */
const ONE_LINE = 'truncate'
const TWO_LINES = 'line-clamp-2 wrap-anywhere whitespace-normal leading-4.5'
const INERT_STYLE = 'bg-warning-soft/40'
const CURRENT_STYLE = 'scroll-my-28 bg-muted shadow-[inset_3px_0_0_var(--color-primary)]'
/** The cells of a column that stays pass over the others: it needs the color of the row itself. */
export const FROZEN_STYLE = cn(
  'sticky left-0 z-1 border-r bg-card',
  'group-hover/row:bg-[color-mix(in_oklab,var(--color-muted)_60%,var(--color-card))]',
  'group-data-selected/row:bg-[color-mix(in_oklab,var(--color-primary-soft)_50%,var(--color-card))]!',
  'group-aria-[current=true]/row:bg-muted! group-aria-[current=true]/row:shadow-[inset_3px_0_0_var(--color-primary)]',
)

/** How a cell of a row looks. */
export const bodyStyle = 'border-b base:px-3 base:first:pl-4 group-last/row:border-b-0'

/** So narrow is a table beside an open record only, which offers the same. */
export const ACTIONS_FROM = '@max-[31.5rem]:hidden'

/** Where a pointer can hover, the actions wait for it, or for the focus, and appear over the end of the row. */
const actionsStyle = cn(
  'flex items-center justify-end gap-0.5 pr-3',
  '[@media(hover:hover)]:group-[:not(:hover,:focus-within)]/row:opacity-0',
  '[@media(hover:hover)]:absolute [@media(hover:hover)]:inset-y-px [@media(hover:hover)]:right-(--actions-end)',
  '[@media(hover:hover)]:bg-linear-to-r [@media(hover:hover)]:from-transparent [@media(hover:hover)]:to-[2rem] [@media(hover:hover)]:pl-10',
  '[@media(hover:hover)]:to-[color-mix(in_oklab,var(--color-muted)_60%,var(--color-card))]',
  '[@media(hover:hover)]:group-data-selected/row:to-[color-mix(in_oklab,var(--color-primary-soft)_50%,var(--color-card))]',
)

/** Where the cells of a column stand, and from which width of the table. */
export function placeOf<Item>({ align, from }: DataColumn<Item>): string {
  return cn(align === 'end' && 'text-right tabular-nums', from && SHOWN_FROM[from])
}

interface BodyRowProps<Item> {
  /** Undefined until it has come. */
  item: Item | undefined
  id: string | undefined
  index: number
  columns: readonly DataColumn<Item>[]
  onOpen: ((item: Item) => void) | undefined
  isInert: ((item: Item) => boolean) | undefined
  actions: ((item: Item) => ReactNode) | undefined
  onEditCell: DataTableProps<Item>['onEditCell']
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
  const { item, id, index, columns, onOpen, isInert, actions, pending, density, isCurrent } = props
  const { box, boxLabel, onSelect, onEditCell } = props
  const titleId = useId()
  return useMemo(() => {
    const inert = item !== undefined && (isInert?.(item) ?? false)
    const opens = item !== undefined && onOpen !== undefined && !inert
    return (
      <tr
        data-index={index}
        data-row={id}
        aria-rowindex={index + 2}
        aria-busy={item === undefined}
        aria-current={isCurrent || undefined}
        data-selected={box === 'on' || undefined}
        {...(opens && rowPresses(() => onOpen(item), titleColumn(columns)?.hrefOf?.(item)))}
        className={cn(
          'group/row',
          ROW_STYLES[density],
          opens && 'cursor-pointer hover:bg-muted/60',
          inert && INERT_STYLE,
          isCurrent && CURRENT_STYLE,
          box === 'on' && 'bg-primary-soft/50',
        )}
      >
        {columns.map((column) => {
          const isTitle = column === titleColumn(columns)
          const content = (
            <CellContent {...{ item, column, onOpen, inert, pending, density, isTitle, isCurrent }} />
          )
          const select =
            isTitle && box !== null && onSelect ? { titleId, box, boxLabel, index, onSelect } : null
          const edit =
            column.isEditable && onEditCell && item !== undefined
              ? (cell: HTMLElement) => onEditCell(item, column.id, cell)
              : null
          const mark = isTitle && item !== undefined ? column.markOf?.(item) : undefined
          return <Cell key={column.id} {...{ column, content, select, edit, mark }} />
        })}
        {actions && <ActionsCell>{item !== undefined && actions(item)}</ActionsCell>}
      </tr>
    )
  }, [
    item,
    id,
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
    onEditCell,
    titleId,
  ])
}

function ActionsCell({ children }: { children: ReactNode }) {
  return (
    <td className={cn(bodyStyle, 'relative px-0 print:hidden', ACTIONS_FROM)}>
      <div className={actionsStyle}>{children}</div>
    </td>
  )
}

interface CellProps<Item> {
  column: DataColumn<Item>
  content: ReactNode
  /** The box beside the content, where it has one. */
  select: Omit<WithBoxProps, 'children' | 'mark'> | null
  mark: ReactNode
  /** Changes it where it stands. */
  edit: ((cell: HTMLElement) => void) | null
}

function Cell<Item>({ column, content, select, edit, mark }: CellProps<Item>) {
  return (
    // The box beside the name has its own: the cell is called as the record is.
    <td
      aria-labelledby={select?.titleId}
      className={cn(bodyStyle, placeOf(column), column.frozen && FROZEN_STYLE, edit && 'group/cell relative')}
    >
      {select ? (
        <WithBox {...select} mark={mark}>
          {content}
        </WithBox>
      ) : mark ? (
        <div className="-ml-0.5 flex items-center gap-2">
          {mark}
          <div className="min-w-0 flex-1">{content}</div>
        </div>
      ) : (
        content
      )}
      {edit && <EditButton onPress={edit} />}
    </td>
  )
}

/** Waits for the pointer at the end of a cell. With the keyboard, `e` on the row does the same. */
function EditButton({ onPress }: { onPress: (cell: HTMLElement) => void }) {
  return (
    <button
      type="button"
      aria-hidden
      tabIndex={-1}
      onClick={({ currentTarget }) => {
        const cell = currentTarget.closest('td')
        // From there the focus goes to the picker, and comes back.
        cell?.closest('tr')?.querySelector<HTMLElement>('[data-row-title]')?.focus({ preventScroll: true })
        if (cell) onPress(cell)
      }}
      className="absolute inset-y-1 right-1 hidden w-6 place-items-center rounded-md border border-input bg-card text-muted-foreground opacity-0 shadow-raised hover:text-foreground group-hover/cell:opacity-100 group-has-[[aria-haspopup]]/cell:hidden! print:hidden [@media(hover:hover)]:grid"
    >
      <ChevronDown className="size-3.5" />
    </button>
  )
}

interface WithBoxProps extends Pick<BodyRowProps<unknown>, 'index' | 'boxLabel'> {
  titleId: string
  box: 'on' | 'off' | 'waiting'
  onSelect: (index: number, extend: boolean) => void
  mark: ReactNode
  children: ReactNode
}

function WithBox({ titleId, box, boxLabel, index, onSelect, mark, children }: WithBoxProps) {
  return (
    <div className="relative flex items-center gap-2.5">
      {box === 'waiting' && (
        <span className="pointer-events-none absolute -left-0.5 group-focus-within/row:hidden group-hover/row:hidden [@media(hover:none)]:hidden">
          {mark}
        </span>
      )}
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

interface CellContentProps<Item>
  extends Pick<BodyRowProps<Item>, 'item' | 'onOpen' | 'pending' | 'density' | 'isCurrent'> {
  column: DataColumn<Item>
  isTitle: boolean
  inert: boolean
}

function CellContent<Item>(props: CellContentProps<Item>) {
  const { item, column, isTitle, inert, onOpen, pending, density, isCurrent } = props
  const isButton = isTitle && onOpen && !inert && !(item !== undefined && column.bringsControl?.(item))
  const content = item === undefined ? <PendingCell text={isTitle ? pending : ''} /> : column.cell(item)
  if (!isButton)
    return (
      // Arrow keys come by an inert row too.
      <div
        dir="auto"
        {...(isTitle && inert && INERT_TITLE)}
        className={cn('rtl:text-left', column.isLong && density === 'comfortable' ? TWO_LINES : ONE_LINE)}
      >
        {content}
      </div>
    )
  return (
    <RowTitle
      href={item === undefined ? null : (column.hrefOf?.(item) ?? null)}
      isCurrent={isCurrent}
      isPending={item === undefined}
      onOpen={() => item !== undefined && onOpen(item)}
      className="block max-w-full scroll-mt-28 truncate rounded-sm text-left font-medium hover:underline"
    >
      {content}
    </RowTitle>
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
