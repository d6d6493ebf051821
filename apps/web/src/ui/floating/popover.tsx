import { Popover as Primitive } from 'radix-ui'
import { type ComponentProps, createContext, type SyntheticEvent, useContext, useState } from 'react'
import { cn } from '@/lib/cn.ts'
import { closesOnEscape } from './closes-on-escape.ts'
import { floatingStyle } from './floating.ts'
import { useUnbrokenFocus } from './unbroken-focus.ts'

const CloseContext = createContext<() => void>(() => undefined)

/** The state of a small window at its trigger; it keeps it by itself unless it is given `open`. */
export function Popover({ open, onOpenChange, ...rest }: ComponentProps<typeof Primitive.Root>) {
  const [isOpen, setIsOpen] = useState(false)
  const change = (next: boolean) => {
    setIsOpen(next)
    onOpenChange?.(next)
  }
  return (
    <CloseContext value={() => change(false)}>
      <Primitive.Root open={open ?? isOpen} onOpenChange={change} {...rest} />
    </CloseContext>
  )
}

export const PopoverTrigger = Primitive.Trigger
/** Where it stands, in the place of a trigger. */
export const PopoverAnchor = Primitive.Anchor

/** A small window at its trigger. Inside a dialog, give the `Popover` the property `modal`. */
export function PopoverContent({ className, ...rest }: ComponentProps<typeof Primitive.Content>) {
  const close = useContext(CloseContext)
  const unbrokenFocus = useUnbrokenFocus()
  return (
    <Primitive.Portal>
      <Primitive.Content
        {...unbrokenFocus}
        align="start"
        sideOffset={6}
        collisionPadding={8}
        onKeyDown={closesOnEscape(close)}
        onKeyDownCapture={ignoredWhileClosing}
        onClickCapture={ignoredWhileClosing}
        className={cn(
          floatingStyle,
          'flex max-h-(--radix-popover-content-available-height) w-72 max-w-[calc(100vw-1rem)] flex-col',
          className,
        )}
        {...rest}
      />
    </Primitive.Portal>
  )
}

/** It stands there, and has the focus, until its movement has ended: a second Enter would choose once more. */
function ignoredWhileClosing(event: SyntheticEvent<HTMLElement>): void {
  if (event.currentTarget.dataset['state'] !== 'closed') return
  event.preventDefault()
  event.stopPropagation()
}
