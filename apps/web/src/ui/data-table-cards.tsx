import type { ReactNode } from 'react'
import { type DataTableViewProps, stepThroughRows, titleColumn, useRowWindow } from './data-table-view.ts'
import { Skeleton } from './skeleton.tsx'

const CARD_HEIGHT = 116
const SKELETON_CARDS = ['w-2/5', 'w-3/5', 'w-1/2']

/** The table on a phone: a card for each row, with the title on top and the other columns as labelled lines. */
export function DataTableCards<Item>(props: DataTableViewProps<Item>) {
  const { table, emptyText, loading = false } = props
  if (loading) return <SkeletonCards {...props} />
  if (table.getRowCount() === 0) {
    return (
      <p className="rounded-xl border bg-card px-4 py-10 text-center text-muted-foreground text-sm">
        {emptyText}
      </p>
    )
  }
  return <Cards {...props} />
}

function Cards<Item>({ table, label, columns, onOpen, actions }: DataTableViewProps<Item>) {
  const rows = table.getRowModel().rows
  const { listRef, shown, before, after, measure } = useRowWindow<Item, HTMLUListElement>(rows, CARD_HEIGHT)
  const title = titleColumn(columns)
  const lines = columns.filter((column) => column !== title && column.onPhone !== 'hidden')
  return (
    <ul
      ref={listRef}
      aria-label={label}
      onKeyDown={stepThroughRows}
      style={{ paddingTop: before, paddingBottom: after }}
    >
      {shown.map(({ row, index }) => (
        <li key={row.id} ref={measure} data-index={index} className="pb-2">
          <article className="relative rounded-xl border bg-card px-4 py-3 shadow-raised">
            <div className="flex min-h-10 items-center justify-between gap-2">
              <CardTitle
                onOpen={title?.bringsControl?.(row.original) || !onOpen ? null : () => onOpen(row.original)}
              >
                {title?.cell(row.original)}
              </CardTitle>
              {actions && (
                <div className="relative -mr-2 flex shrink-0 items-center">{actions(row.original)}</div>
              )}
            </div>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
              {lines.map((column) => (
                <div key={column.id} className="col-span-2 grid grid-cols-subgrid">
                  <dt className="text-muted-foreground">{column.header}</dt>
                  <dd className="truncate [&_a]:relative [&_button]:relative">{column.cell(row.original)}</dd>
                </div>
              ))}
            </dl>
          </article>
        </li>
      ))}
    </ul>
  )
}

function CardTitle({ onOpen, children }: { onOpen: (() => void) | null; children: ReactNode }) {
  const look = 'min-w-0 truncate font-medium text-base'
  if (!onOpen) return <p className={look}>{children}</p>
  return (
    <button
      type="button"
      data-row-title
      onClick={onOpen}
      className={`${look} py-1 text-left outline-none after:absolute after:inset-0 after:rounded-xl focus-visible:after:outline-2 focus-visible:after:outline-ring`}
    >
      {children}
    </button>
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
