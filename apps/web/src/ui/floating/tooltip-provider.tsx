import { Tooltip as Primitive } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { passEscapeOn } from './closes-on-escape.ts'
import { TooltipDrawing, type TooltipProps } from './tooltip.tsx'

const DIALOG = '[role="dialog"], [role="alertdialog"]'

/** Enables tooltips for everything inside. After the first one, the next opens without delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Primitive.Provider delayDuration={350} skipDelayDuration={200}>
      <TooltipDrawing value={RadixTooltip}>{children}</TooltipDrawing>
    </Primitive.Provider>
  )
}

/**
 * Is mounted inside the dialog that it belongs to, or inside the main landmark: at the end of the body it would be
 * outside of every landmark.
 */
function RadixTooltip({ content, side = 'top', shortcut, children }: TooltipProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(closing.current), [])
  const change = (open: boolean) => {
    clearTimeout(closing.current)
    if (open) {
      setPlace(trigger.current?.closest<HTMLElement>(DIALOG) ?? document.querySelector('main'))
      setOpen(true)
    } else {
      // Not at once: what goes while Tab is between two controls makes the dialog take the focus back.
      closing.current = setTimeout(() => setOpen(false))
    }
  }
  return (
    <Primitive.Root open={isOpen} onOpenChange={change}>
      <Primitive.Trigger asChild ref={trigger}>
        {children}
      </Primitive.Trigger>
      <Primitive.Portal container={place}>
        <Primitive.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          // Radix takes its listener away some time after the tooltip: a window may have opened meanwhile.
          onEscapeKeyDown={(event) => {
            if (!trigger.current?.matches(':focus, :hover')) passEscapeOn(event)
          }}
          className="z-70 flex max-w-72 animate-fade-in items-center gap-2 rounded-md bg-foreground px-2 py-1 text-background text-xs shadow-float data-[state=closed]:animate-none"
        >
          {content}
          {shortcut}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
