import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type ComponentProps, type FocusEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../floating/dropdown-menu.tsx'
import type { Sorting } from './use-sorting.ts'

interface SortHandleProps {
  sorting: Pick<Sorting<HTMLElement>, 'handle' | 'ids' | 'moveTo'>
  id: string
  name: string
}

/** The button with which an entry is moved: by dragging it, with the arrow keys, or by the menu that a press opens. */
export function SortHandle(props: SortHandleProps) {
  const [firstPress, setFirstPress] = useState<'pointer' | 'key' | null>(null)
  // Long lists have many handles, and few of their menus are opened.
  if (firstPress === null) return <Handle of={props} onPress={setFirstPress} />
  return <HandleWithMenu {...props} isKeyed={firstPress === 'key'} />
}

/** Its menu is open from the start, and has heard of no key by then: a user of keys has the first entry all the same. */
function HandleWithMenu({ isKeyed, ...props }: SortHandleProps & { isKeyed: boolean }) {
  const { ids, moveTo } = props.sorting
  const [isOpen, setOpen] = useState(true)
  const isAwaited = useRef(isKeyed)
  const enter = ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
    if (!isAwaited.current || target !== currentTarget) return
    isAwaited.current = false
    currentTarget.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
  }
  return (
    <DropdownMenu open={isOpen} onOpenChange={setOpen}>
      <DropdownMenuTrigger asChild>
        <Handle of={props} onPress={() => setOpen(!isOpen)} />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" onFocus={enter}>
        <MoveItems place={ids.indexOf(props.id)} count={ids.length} onMove={(to) => moveTo(props.id, to)} />
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

/** A pointer that moves further than this drags. */
const STILL_PX = 4

interface HandleProps extends ComponentProps<'button'> {
  of: SortHandleProps
  /** It was pressed, and not dragged. */
  onPress: (by: 'pointer' | 'key') => void
}

/** Of the menu around it, it takes the name and the state, and no handler: a pointer that goes down may be about to drag. */
function Handle({ of: { sorting, id, name }, onPress, ...menu }: HandleProps) {
  const { t } = useTranslation()
  const moves = sorting.handle(id)
  const place = sorting.ids.indexOf(id)
  const pressed = useRef({ x: 0, y: 0, place, isDrag: false })
  return (
    <button
      type="button"
      aria-label={t('Move {{column}}', { column: name })}
      aria-description={t('Arrow keys move it.')}
      aria-haspopup="menu"
      aria-expanded={false}
      {...menu}
      {...moves}
      onPointerDown={(event) => {
        pressed.current = { x: event.clientX, y: event.clientY, place, isDrag: false }
        moves.onPointerDown(event)
      }}
      onPointerMove={(event) => {
        const { x, y } = pressed.current
        if (Math.hypot(event.clientX - x, event.clientY - y) > STILL_PX) pressed.current.isDrag = true
        moves.onPointerMove(event)
      }}
      onClick={({ detail }) => {
        // A key, or a screen reader, presses without a pointer.
        const isByPointer = detail > 0
        if (isByPointer && (pressed.current.isDrag || pressed.current.place !== place)) return
        onPress(isByPointer ? 'pointer' : 'key')
      }}
      className="grid size-8 shrink-0 cursor-grab touch-none place-items-center rounded-md text-muted-foreground active:cursor-grabbing max-md:size-10"
    >
      <GripVertical aria-hidden className="size-4" />
    </button>
  )
}

interface MoveItemsProps {
  /** Where the entry stands, from 0, and among how many. */
  place: number
  count: number
  onMove: (to: number) => void
}

/** Entries of a menu that move something by one place, as far as it can be moved. */
export function MoveItems({ place, count, onMove }: MoveItemsProps) {
  const { t } = useTranslation()
  return (
    <>
      {place > 0 && (
        <DropdownMenuItem onSelect={() => onMove(place - 1)}>
          <ArrowUp aria-hidden />
          {t('Move Up')}
        </DropdownMenuItem>
      )}
      {place < count - 1 && (
        <DropdownMenuItem onSelect={() => onMove(place + 1)}>
          <ArrowDown aria-hidden />
          {t('Move Down')}
        </DropdownMenuItem>
      )}
    </>
  )
}
