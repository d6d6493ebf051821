import type { ReactNode } from 'react'
import { Skeleton } from '../loading/skeleton.tsx'
import { CARD_HEIGHT } from './row-height.ts'
import { RowTitle } from './row-title.tsx'
import { SelectBox } from './select-box.tsx'
import { useRowWindow } from './use-row-window.ts'
import { type DataTableViewProps, INERT_TITLE, pendingText, titleColumn } from './view.ts'

const SKELETON_CARDS = ['w-2/5', 'w-3/5', 'w-1/2']

/** The table in a narrow window: a card for each row, with the title on top and the other columns as labelled lines. */
export function DataTableCards<Item>(props: DataTableViewProps<Item>) {
  const { shown, emptyText, loading } = props
  if (loading) return <SkeletonCards {...props} />
  if (shown.length === 0) {
    return (
      <p className="rounded-xl border bg-card px-4 py-10 text-center text-muted-foreground text-sm">
        {emptyText}
      </p>
    )
  }
  return <Cards {...props} />
}

function Cards<Item>(props: DataTableViewProps<Item>) {
  const { shown, rowId, label, selection, onEditCell } = props
  const { listRef, keys, drawn, before, after, measure } = useRowWindow<Item, HTMLUListElement>({
    rows: shown,
    rowId,
    rowHeight: CARD_HEIGHT,
    selection,
    onEditCell,
  })
  return (
    <ul
      ref={listRef}
      aria-label={label}
      aria-busy={'onShown' in shown && shown.isStale}
      {...keys}
      style={{ paddingTop: before, paddingBottom: after }}
    >
      {drawn.map(({ key, item, index }) => (
        <li
          key={key}
          ref={measure}
          data-index={index}
          aria-posinset={index + 1}
          aria-setsize={shown.length}
          className="pb-2"
        >
          {item === undefined ? (
            <PendingCard text={pendingText(props)} />
          ) : (
            <Card {...props} item={item} index={index} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Card<Item>(props: DataTableViewProps<Item> & { item: Item; index: number }) {
  const { item, index, columns, onOpen, isInert, actions, selection, shown } = props
  const inert = isInert?.(item) ?? false
  const title = titleColumn(columns)
  const lines = columns.filter((column) => column !== title && column.onPhone !== 'hidden')
  return (
    <article
      className={`relative rounded-xl border px-4 py-3 shadow-raised ${inert ? 'bg-warning-soft/40' : 'bg-card'}`}
    >
      <div className="flex min-h-10 items-center justify-between gap-2">
        {selection && (
          <SelectBox
            label={selection.labelOf(item)}
            checked={selection.isSelected(item)}
            isStop={selection.isAny}
            onSelect={(extend) => selection.onSelect(index, extend, shown)}
            className="relative z-1"
          />
        )}
        <CardTitle
          inert={inert}
          href={title?.hrefOf?.(item) ?? null}
          onOpen={inert || title?.bringsControl?.(item) || !onOpen ? null : () => onOpen(item)}
        >
          {title?.cell(item)}
        </CardTitle>
        {actions && <div className="relative -mr-2 flex shrink-0 items-center">{actions(item)}</div>}
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {lines.map((column) => (
          <div
            key={column.id}
            className="col-span-2 grid grid-cols-subgrid items-baseline has-[dd:empty]:hidden"
          >
            <dt className="text-muted-foreground">{column.header}</dt>
            <dd dir="auto" className="truncate rtl:text-left [&_a]:relative [&_button]:relative">
              {column.cell(item)}
            </dd>
          </div>
        ))}
      </dl>
    </article>
  )
}

/** As tall as a card usually is, so that the list does not jump when it comes. */
function PendingCard({ text }: { text: string }) {
  return (
    <div className="flex h-27 flex-col justify-center gap-3 rounded-xl border bg-card px-4">
      <button type="button" data-row-title aria-disabled className="w-2/5 rounded-sm text-left">
        <span className="sr-only">{text}</span>
        <Skeleton />
      </button>
      <Skeleton className="w-4/5" />
    </div>
  )
}

interface CardTitleProps {
  inert: boolean
  href: string | null
  onOpen: (() => void) | null
  children: ReactNode
}

function CardTitle({ inert, href, onOpen, children }: CardTitleProps) {
  // Two lines, also of a name that stands in a link or beside a picture.
  const className =
    'min-w-0 flex-1 scroll-mt-28 line-clamp-2 wrap-anywhere text-left font-medium text-base has-[.truncate]:block [&_.truncate]:line-clamp-2 [&_.truncate]:whitespace-normal'
  if (!onOpen)
    return (
      <p dir="auto" {...(inert && INERT_TITLE)} className={className}>
        {children}
      </p>
    )
  return (
    <RowTitle
      href={href}
      onOpen={onOpen}
      className={`${className} py-1 outline-none after:absolute after:inset-0 after:rounded-xl focus-visible:after:outline-2 focus-visible:after:outline-ring`}
    >
      {children}
    </RowTitle>
  )
}

function SkeletonCards<Item>({ label, loadingText }: DataTableViewProps<Item>) {
  return (
    <section aria-label={label} aria-busy className="flex flex-col gap-2">
      <span className="sr-only">{loadingText}</span>
      {SKELETON_CARDS.map((width) => (
        <div key={width} className="flex flex-col gap-3 rounded-xl border bg-card px-4 py-4">
          <Skeleton className={width} />
          <Skeleton className="w-4/5" />
          <Skeleton className="w-3/5" />
        </div>
      ))}
    </section>
  )
}
