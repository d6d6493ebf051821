import { autoUpdate, flip, offset, shift, useFloating } from '@floating-ui/react-dom'
import { type PointerEventHandler, type ReactNode, type RefObject, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

const DIALOG = '[role="dialog"], [role="alertdialog"]'
const EDGE = { padding: 8 }

/** The side of the control on which a tooltip stands, if there is room. */
export type TooltipSide = 'top' | 'right' | 'bottom' | 'left'

const TOOLTIP =
  'z-70 flex w-max max-w-72 animate-fade-in items-center gap-2 rounded-md bg-foreground px-2 py-1 text-background text-xs shadow-float'
const CARD =
  'z-70 w-72 max-w-[calc(100vw-1rem)] animate-fade-in rounded-lg border bg-popover p-4 text-foreground text-sm shadow-float'

interface TooltipBubbleProps {
  side: TooltipSide
  id: string
  /** Looks like a small window, and may have links. */
  isCard?: boolean
  control: RefObject<HTMLElement | null>
  onClose: () => void
  onPointerEnter: PointerEventHandler
  onPointerLeave: PointerEventHandler
  children: ReactNode
}

/**
 * The text of a tooltip, beside its control. It is drawn inside the dialog that the control belongs to, or inside the
 * main landmark: at the end of the body it would be outside of every landmark.
 */
export function TooltipBubble(props: TooltipBubbleProps) {
  const { control, side, onClose, isCard = false, children, ...others } = props
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const { refs, floatingStyles, isPositioned } = useFloating({
    placement: side,
    strategy: 'fixed',
    middleware: [offset(6), flip(EDGE), shift(EDGE)],
    whileElementsMounted: autoUpdate,
    open: place !== null,
  })
  useEffect(() => {
    refs.setReference(control.current)
    setPlace(control.current?.closest<HTMLElement>(DIALOG) ?? document.querySelector('main'))
  }, [control, refs])
  usePutAway(control, onClose)
  if (place === null) return null
  return createPortal(
    <div
      {...others}
      ref={refs.setFloating}
      role={isCard ? undefined : 'tooltip'}
      style={{ ...floatingStyles, visibility: isPositioned ? 'visible' : 'hidden' }}
      className={isCard ? CARD : TOOLTIP}
    >
      {children}
    </div>,
    place,
  )
}

/** Closes the tooltip on Escape, before the window around it receives the key, and when its control scrolls away. */
function usePutAway(control: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Otherwise a window has opened meanwhile, and the key is meant for it.
      if (event.key !== 'Escape' || !control.current?.matches(':focus, :hover')) return
      event.stopPropagation()
      close()
    }
    const onScroll = ({ target }: Event) => {
      if (target instanceof Node && target.contains(control.current)) close()
    }
    window.addEventListener('keydown', onKey, true)
    window.addEventListener('scroll', onScroll, true)
    return () => {
      window.removeEventListener('keydown', onKey, true)
      window.removeEventListener('scroll', onScroll, true)
    }
  }, [control, close])
}
