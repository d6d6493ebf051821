import { HoverCard as Primitive } from 'radix-ui'
import { type ReactElement, type ReactNode, useState } from 'react'
import { cn } from '@/lib/cn.ts'
import { floatingStyle } from './floating.ts'

const OPEN_MS = 400
const CLOSE_MS = 150

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
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <Primitive.Root openDelay={OPEN_MS} closeDelay={CLOSE_MS}>
      <Primitive.Trigger
        asChild
        // In the window or landmark of its control: at the end of the body it would be outside of every landmark.
        ref={(control: HTMLElement | null) =>
          setPlace(control?.closest<HTMLElement>('[role="dialog"]') ?? document.querySelector('main'))
        }
      >
        {children}
      </Primitive.Trigger>
      <Primitive.Portal container={place}>
        <Primitive.Content
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className={cn(floatingStyle, 'w-72 max-w-[calc(100vw-1rem)] base:p-4 text-sm')}
        >
          {content}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
