import { Slot } from 'radix-ui'
import { type ReactElement, type ReactNode, useId, useRef } from 'react'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import type { TooltipSide } from './tooltip-bubble.tsx'
import { useTooltip } from './use-tooltip.ts'

export interface TooltipProps {
  /** Without content the child stands alone. */
  content: ReactNode
  side?: TooltipSide
  shortcut?: ReactNode
  /** An element that takes a ref and can be focused: a disabled control must be `aria-disabled` instead. */
  children: ReactElement
}

/** The code that shows and places it is loaded with the first tooltip, not with the first visit. */
const bubble = lazyComponent(
  () => import('./tooltip-bubble.tsx'),
  (code) => code.TooltipBubble,
)

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
  const { isOpen, close, bubbleHandlers, controlHandlers } = useTooltip(bubble.load)
  return (
    <>
      <Slot.Root ref={control} aria-describedby={isOpen ? id : undefined} {...controlHandlers}>
        {children}
      </Slot.Root>
      {isOpen && (
        <bubble.Component id={id} control={control} side={side} onClose={close} {...bubbleHandlers}>
          {content}
          {shortcut}
        </bubble.Component>
      )}
    </>
  )
}
