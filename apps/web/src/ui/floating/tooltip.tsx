import { Slot } from 'radix-ui'
import { type ReactElement, type ReactNode, useId, useRef } from 'react'
import { TooltipBubble, type TooltipSide } from './tooltip-bubble.tsx'
import { useTooltip } from './use-tooltip.ts'

export interface TooltipProps {
  /** Without content the child stands alone. */
  content: ReactNode
  side?: TooltipSide
  shortcut?: ReactNode
  /** An element that takes a ref and can be focused: a disabled control must be `aria-disabled` instead. */
  children: ReactElement
}

/** A short explanation of the control inside, on hover and on focus. */
export function Tooltip({ content, children, ...others }: TooltipProps) {
  return content ? (
    <Explained content={content} {...others}>
      {children}
    </Explained>
  ) : (
    children
  )
}

function Explained({ content, side = 'top', shortcut, children }: TooltipProps) {
  const id = useId()
  const control = useRef<HTMLElement>(null)
  const { isOpen, close, bubbleHandlers, controlHandlers } = useTooltip()
  return (
    <>
      <Slot.Root ref={control} aria-describedby={isOpen ? id : undefined} {...controlHandlers}>
        {children}
      </Slot.Root>
      {isOpen && (
        <TooltipBubble id={id} control={control} side={side} onClose={close} {...bubbleHandlers}>
          {content}
          {shortcut}
        </TooltipBubble>
      )}
    </>
  )
}
