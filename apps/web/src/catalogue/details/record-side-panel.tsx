import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { cn } from '@/lib/cn.ts'
import { ROOMY, useMediaQuery } from '@/lib/hooks/use-media-query.ts'
import {
  createRowOrder,
  hasNeighbour,
  neighbourOf,
  OpenRowProvider,
  type RowOrderStore,
} from '@/ui/data-table/open-row.ts'
import type { PanelPlace } from '@/ui/dialog/side-panel.tsx'
import type { useOpenRecordId } from '../use-address.ts'

interface SidePanelState {
  /** Null where the open record is a window, and where none is open. */
  place: PanelPlace | null
  openId: string | null
  order: RowOrderStore
  /** Opens the record of a row instead of the one that is open. */
  onFollow: (id: string) => void
}

/** Where the open record stands: beside the list in a window that has room for both. */
export function useRecordSidePanel(address: ReturnType<typeof useOpenRecordId>): SidePanelState {
  const isRoomy = useMediaQuery(ROOMY)
  const [order] = useState(createRowOrder)
  const { openId, open } = address
  const place = {
    canStep: (by: 1 | -1) => openId !== null && hasNeighbour(order.current(), openId, by),
    onStepsChange: order.subscribe,
    onStep(by: 1 | -1) {
      const next = openId === null ? null : neighbourOf(order.current(), openId, by)
      if (next !== null) open(next)
    },
  }
  return {
    place: isRoomy && openId !== null ? place : null,
    openId,
    order,
    onFollow: (id) => id !== openId && open(id),
  }
}

interface RecordSidePanelProps extends SidePanelState {
  panel: ReactNode
  /** The list. */
  children: ReactNode
}

/** The list, and the open record beside it. */
export function RecordSidePanel({ place, openId, order, onFollow, panel, children }: RecordSidePanelProps) {
  const list = useRef<HTMLDivElement>(null)
  useFollowedRows(list, place === null ? null : onFollow)
  return (
    <div className={cn(place && 'flex items-start gap-6')}>
      <div ref={list} className={cn(place && 'min-w-0 flex-1')}>
        <OpenRowProvider value={{ id: place && openId, order }}>{children}</OpenRowProvider>
      </div>
      {panel}
    </div>
  )
}

const ROW_KEYS = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'])

/**
 * Lets the record open beside the list follow the arrow keys from row to row: it listens to where the rows' own keys
 * have led.
 */
function useFollowedRows(list: RefObject<HTMLElement | null>, onFollow: ((id: string) => void) | null) {
  const follow = useEffectEvent(({ key, target }: KeyboardEvent) => {
    if (!ROW_KEYS.has(key) || !(target instanceof Element) || !target.matches('[data-row-title]')) return
    const id = target.closest('[data-row]')?.getAttribute('data-row')
    if (id) onFollow?.(id)
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => follow(event)
    const { current } = list
    current?.addEventListener('keyup', hear)
    return () => current?.removeEventListener('keyup', hear)
  }, [list])
}
