import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'

const DELAY_MS = 350
/** So soon after another one, the next opens without delay. */
const SKIP_DELAY_MS = 200
/** The pointer may cross the gap between the control and its tooltip. */
const CROSSING_MS = 100

let closedAtMs = Number.NEGATIVE_INFINITY
/** Closes the one that is open: there is never a second one. */
let closeOpenOne: (() => void) | null = null

/**
 * When a tooltip is open: after a moment of hovering, at once on focus, or `focusMs` after it; never by touch, and not while its control is
 * pressed. A pointer that has pressed, or whose tooltip was put away, has to leave the control first.
 */
export function useTooltip(focusMs = 0) {
  const [isOpen, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wasHovered = useRef(false)
  const isPressed = useRef(false)

  const later = (work: () => void, afterMs: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(work, afterMs)
  }
  const close = useCallback(() => {
    clearTimeout(timer.current)
    setOpen(false)
  }, [])
  const open = () => {
    clearTimeout(timer.current)
    setOpen(true)
  }

  useEffect(() => close, [close])
  useEffect(() => {
    if (!isOpen) return
    closeOpenOne?.()
    closeOpenOne = close
    return () => {
      closedAtMs = performance.now()
      if (closeOpenOne === close) closeOpenOne = null
    }
  }, [isOpen, close])

  return {
    isOpen,
    close,
    controlHandlers: {
      onPointerMove: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'touch' || wasHovered.current) return
        wasHovered.current = true
        later(open, performance.now() - closedAtMs < SKIP_DELAY_MS ? 0 : DELAY_MS)
      },
      onPointerLeave: () => {
        wasHovered.current = false
        later(close, isOpen ? CROSSING_MS : 0)
      },
      onPointerDown: () => {
        wasHovered.current = true
        isPressed.current = true
        document.addEventListener('pointerup', () => (isPressed.current = false), { once: true })
        close()
      },
      onClick: close,
      onFocus: () => {
        if (isPressed.current) return
        if (focusMs === 0) open()
        else later(open, focusMs)
      },
      // Not at once: what goes while Tab is between two controls makes a window take the focus back.
      onBlur: () => later(close, 0),
    },
    bubbleHandlers: {
      onPointerEnter: () => clearTimeout(timer.current),
      onPointerLeave: () => later(close, 0),
    },
  }
}
