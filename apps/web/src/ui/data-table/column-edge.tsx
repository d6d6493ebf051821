import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ColumnWidths } from './types.ts'

/** The least and the most pixels of a column, at the usual size of text. */
const LEAST = 80
const MOST = 960
const STEP = 16
const PIXELS_PER_REM = 16

interface ColumnEdgeProps {
  column: { id: string; header: string }
  /** In pixels; null where the column takes what is left. */
  width: number | null
  /** Tab stops at it; otherwise it is for the pointer alone. */
  isStop: boolean
  /** The columns in sight, while an edge moves. */
  onMove: (widths: ColumnWidths) => void
  /** Where it came to rest; null for its usual width. */
  onRest: (width: number | null) => void
}

/** The edge between two column heads: drags, or moves with the arrow keys; a double press gives the usual width back. */
export function ColumnEdge({ column, width, isStop, onMove, onRest }: ColumnEdgeProps) {
  const { t } = useTranslation()
  const { start, moved, move, rest } = useEdgeMoves(column.id, onMove, onRest)
  const asSeparator = {
    role: 'separator',
    tabIndex: 0,
    'aria-orientation': 'vertical',
    'aria-label': t('Width of {{column}}', { column: column.header }),
    'aria-valuemin': LEAST,
    'aria-valuemax': MOST,
    'aria-valuenow': width ?? LEAST,
  } as const
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a separator, or a second way for the pointer
    <div
      {...(isStop ? asSeparator : { 'aria-hidden': true })}
      onFocus={({ currentTarget }) => {
        const now = widthsAround(currentTarget).get(column.id)
        if (now) currentTarget.setAttribute('aria-valuenow', String(now))
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, widths: widthsAround(event.currentTarget) }
      }}
      onPointerMove={(event: PointerEvent<HTMLElement>) => {
        if (start.current === null) return
        const { x, widths } = start.current
        const by = (event.clientX - x) / scale()
        if (moved.current === null && Math.abs(by) < 2) return
        move(widths, (widths.get(column.id) ?? LEAST) + by)
      }}
      onPointerUp={rest}
      onPointerCancel={rest}
      onDoubleClick={() => onRest(null)}
      onKeyDown={(event) => {
        const widths = widthsAround(event.currentTarget)
        const next = widthAfter(event, moved.current ?? widths.get(column.id) ?? LEAST)
        if (next === null) return
        event.preventDefault()
        if (next === 'usual') return onRest(null)
        move(widths, next)
      }}
      onKeyUp={rest}
      onBlur={rest}
      className="group/edge absolute inset-y-0 right-0 flex w-3 cursor-col-resize touch-none select-none justify-end outline-none print:hidden"
    >
      <span
        aria-hidden
        className="my-1.5 w-0.5 rounded-full bg-border opacity-0 group-hover/head:opacity-100 group-hover/edge:bg-primary group-focus-visible/edge:bg-ring group-focus-visible/edge:opacity-100 group-active/edge:bg-primary group-active/edge:opacity-100"
      />
    </div>
  )
}

/** The drag of an edge, or its moves by keys, until it comes to rest. */
function useEdgeMoves(
  columnId: string,
  onMove: ColumnEdgeProps['onMove'],
  onRest: ColumnEdgeProps['onRest'],
) {
  /** Where the pointer went down, and the widths then. */
  const start = useRef<{ x: number; widths: ColumnWidths } | null>(null)
  const moved = useRef<number | null>(null)
  const move = (widths: ColumnWidths, width: number) => {
    const next = Math.round(Math.min(MOST, Math.max(LEAST, width)))
    moved.current = next
    onMove(new Map(widths).set(columnId, next))
  }
  const rest = () => {
    start.current = null
    if (moved.current !== null) onRest(moved.current)
    moved.current = null
  }
  return { start, moved, move, rest }
}

function widthAfter({ key, shiftKey }: KeyboardEvent, width: number): number | 'usual' | null {
  const step = shiftKey ? STEP * 4 : STEP
  switch (key) {
    case 'ArrowRight':
      return width + step
    case 'ArrowLeft':
      return width - step
    case 'Home':
      return LEAST
    case 'End':
      return MOST
    case 'Enter':
      return 'usual'
    default:
      return null
  }
}

/** How many times the usual size text has. */
function scale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / PIXELS_PER_REM
}

/** The widths of the columns that are in sight. */
function widthsAround(edge: Element): ColumnWidths {
  const heads = edge.closest('tr')?.querySelectorAll<HTMLElement>('th[data-column]') ?? []
  const by = scale()
  return new Map(
    [...heads].flatMap(({ dataset, offsetWidth }) =>
      dataset['column'] && offsetWidth > 0 ? [[dataset['column'], Math.round(offsetWidth / by)]] : [],
    ),
  )
}

/** A width as the page has it: it grows with the text. */
export function widthStyle(width: number): string {
  return `${width / PIXELS_PER_REM}rem`
}
