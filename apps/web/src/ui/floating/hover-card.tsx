import { Slot } from 'radix-ui'
import { type ReactElement, type ReactNode, useId, useRef } from 'react'
import { TooltipBubble } from './tooltip-bubble.tsx'
import { useTooltip } from './use-tooltip.ts'

/** How long after the focus it opens: the keys pass many. */
const FOCUS_MS = 400

interface HoverCardProps {
  /** Drawn while it is open. */
  content: ReactNode
  /** The control or text to which it belongs. */
  children: ReactElement
}

/**
 * More about what is under the pointer, or has the focus, after a moment. It says nothing that is not behind the control
 * too: a touch, and the keys, do not reach into it.
 */
export function HoverCard({ content, children }: HoverCardProps) {
  const id = useId()
  const control = useRef<HTMLElement>(null)
  const { isOpen, close, bubbleHandlers, controlHandlers } = useTooltip(FOCUS_MS)
  return (
    <>
      <Slot.Root ref={control} {...controlHandlers}>
        {children}
      </Slot.Root>
      {isOpen && (
        <TooltipBubble id={id} control={control} side="bottom" onClose={close} {...bubbleHandlers} isCard>
          {content}
        </TooltipBubble>
      )}
    </>
  )
}
