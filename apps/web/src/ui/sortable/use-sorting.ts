import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { moved } from '@/lib/moved.ts'

interface SortingOptions {
  /** The ids of the entries in their order. */
  ids: readonly string[]
  nameOf: (id: string) => string
  /** Called when an entry has moved to another place, and is not dropped yet. */
  onMove: (ids: readonly string[]) => void
  /** Called when it was dropped. */
  onRest: (ids: readonly string[]) => void
}

export interface Sorting<Element extends HTMLElement> {
  /** The ids of the entries in their order. */
  ids: readonly string[]
  /** The ref of the list; its children are the entries. */
  listRef: RefObject<Element | null>
  /** The present place of the entry that moved last, for a status that screen readers announce. */
  said: string
  /** Moves an entry to a place, from 0. */
  moveTo: (id: string, place: number) => void
  /** The properties of the button with which an entry is moved. */
  handle: (id: string) => {
    'data-handle': string
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
    onPointerMove: (event: PointerEvent<HTMLElement>) => void
    onPointerUp: () => void
    onPointerCancel: () => void
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  }
}

/** The dragged entry, the order before the drag, and the present order; null until it has moved. */
interface Dragged {
  id: string
  pointerId: number
  from: readonly string[]
  order: readonly string[] | null
}

/** Lets the user sort entries: by dragging a handle, or with the arrow keys, Home and End on it. */
export function useSorting<Element extends HTMLElement>(options: SortingOptions): Sorting<Element> {
  const { t } = useTranslation()
  const { ids, nameOf, onRest } = options
  const [said, setSaid] = useState('')
  const listRef = useRef<Element>(null)
  const dragged = useRef<Dragged | null>(null)
  /** The entry whose handle had the focus: an entry that moves on the page loses it. */
  const focused = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (focused.current === null) return
    const handle = handleOf(listRef.current, focused.current)
    handle?.focus()
    handle?.scrollIntoView({ block: 'nearest' })
    // A dragged entry loses the pointer in the same way.
    if (dragged.current) handle?.setPointerCapture(dragged.current.pointerId)
    focused.current = null
  })
  const onMove = (order: readonly string[], id: string) => {
    options.onMove(order)
    setSaid(
      t('{{column}}: place {{place}} of {{count}}', {
        column: nameOf(id),
        place: order.indexOf(id) + 1,
        count: order.length,
      }),
    )
  }
  const move = (id: string, to: number) => {
    const place = Math.min(Math.max(to, 0), ids.length - 1)
    if (place === ids.indexOf(id)) return null
    focused.current = id
    const order = moved(ids, ids.indexOf(id), place)
    onMove(order, id)
    return order
  }
  const moveTo = (id: string, place: number) => {
    const order = move(id, place)
    if (order) onRest(order)
  }
  const letGo = () => {
    const order = dragged.current?.order
    dragged.current = null
    if (order) onRest(order)
  }
  return {
    ids,
    listRef,
    said,
    moveTo,
    handle: (id) => handleProperties(id, { ids, listRef, dragged, onMove, move, moveTo, letGo }),
  }
}

interface Moves {
  ids: readonly string[]
  listRef: RefObject<HTMLElement | null>
  dragged: RefObject<Dragged | null>
  onMove: (order: readonly string[], id: string) => void
  move: (id: string, to: number) => readonly string[] | null
  moveTo: (id: string, place: number) => void
  letGo: () => void
}

/** Returns the properties of the button with which an entry is moved. */
function handleProperties(
  id: string,
  { ids, listRef, dragged, onMove, move, moveTo, letGo }: Moves,
): ReturnType<Sorting<HTMLElement>['handle']> {
  return {
    'data-handle': id,
    onPointerDown(event) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      dragged.current = { id, pointerId: event.pointerId, from: ids, order: null }
    },
    onPointerMove({ clientY }) {
      const list = listRef.current
      if (dragged.current?.id !== id || !list) return
      const below = [...list.children].findIndex((entry) => clientY < entry.getBoundingClientRect().bottom)
      const order = move(id, below < 0 ? ids.length - 1 : below)
      if (order) dragged.current = { ...dragged.current, order }
    },
    onPointerUp: letGo,
    onPointerCancel() {
      const taken = dragged.current
      dragged.current = null
      if (taken?.order) onMove(taken.from, id)
    },
    onKeyDown(event) {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      const to = placeAfter(event.key, ids.indexOf(id), ids.length)
      if (to === null) return
      event.preventDefault()
      moveTo(id, to)
    },
  }
}

function handleOf(list: HTMLElement | null, id: string): HTMLElement | undefined {
  return [...(list?.querySelectorAll<HTMLElement>('[data-handle]') ?? [])].find(
    ({ dataset }) => dataset['handle'] === id,
  )
}

/** Returns the place to which a key leads; null for any other key. */
export function placeAfter(key: string, place: number, count: number): number | null {
  switch (key) {
    case 'ArrowUp':
      return place - 1
    case 'ArrowDown':
      return place + 1
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
