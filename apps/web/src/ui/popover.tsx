import { Popover as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn.ts'
import { floatingLook } from './floating.ts'

export const Popover = Primitive.Root
export const PopoverTrigger = Primitive.Trigger

/** A small window at its trigger. Inside a dialog, give the `Popover` the property `modal`. */
export function PopoverContent({ className, ...rest }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        align="start"
        sideOffset={6}
        collisionPadding={8}
        className={cn(floatingLook, 'w-72 max-w-[calc(100vw-1rem)]', className)}
        {...rest}
      />
    </Primitive.Portal>
  )
}
