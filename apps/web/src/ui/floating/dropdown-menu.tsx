import { DropdownMenu as Primitive } from 'radix-ui'
import { type ComponentProps, useRef } from 'react'
import { cn } from '@/lib/cn.ts'
import { floatingStyle } from './floating.ts'

/** A menu behind a control. The page around it stays usable: a press beside it closes it and counts. */
export function DropdownMenu(props: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root modal={false} {...props} />
}

export const DropdownMenuTrigger = Primitive.Trigger

interface DropdownMenuContentProps extends ComponentProps<typeof Primitive.Content> {
  /** Draws it beside its trigger instead of at the end of the page: where nothing around it clips. */
  inPlace?: boolean
}

export function DropdownMenuContent({ className, inPlace = false, ...rest }: DropdownMenuContentProps) {
  const contentRef = useRef<HTMLDivElement>(null)
  const content = (
    <Primitive.Content
      ref={contentRef}
      onInteractOutside={(event) => {
        if (isOnTriggerOf(contentRef.current, event.target)) event.preventDefault()
      }}
      align="end"
      sideOffset={6}
      collisionPadding={8}
      className={cn(floatingStyle, 'base:min-w-48 max-w-[calc(100vw-1rem)]', className)}
      {...rest}
    />
  )
  return inPlace ? content : <Primitive.Portal>{content}</Primitive.Portal>
}

/**
 * Whether something is the trigger of a menu, which opens and closes it by itself. While the menu fades out it still
 * takes a press there for one beside it, and would close what the press has just opened again.
 */
function isOnTriggerOf(content: Element | null, target: EventTarget | null): boolean {
  const trigger = target instanceof Element ? target.closest('[aria-haspopup="menu"]') : null
  return trigger !== null && trigger.id === content?.getAttribute('aria-labelledby')
}

export const menuItemStyle = cn(
  'flex h-8 select-none items-center gap-2 rounded-md px-2 text-sm outline-none max-md:h-10',
  'data-disabled:pointer-events-none data-highlighted:bg-accent data-disabled:opacity-50',
  '[&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted-foreground',
)

interface DropdownMenuItemProps extends ComponentProps<typeof Primitive.Item> {
  destructive?: boolean
}

/** With `asChild`, the one child (a link) is the item. */
export function DropdownMenuItem({ className, destructive = false, ...rest }: DropdownMenuItemProps) {
  return (
    <Primitive.Item
      className={cn(
        menuItemStyle,
        destructive && 'text-destructive-foreground [&_svg]:text-destructive-foreground',
        className,
      )}
      {...rest}
    />
  )
}

export function DropdownMenuLabel({ className, ...rest }: ComponentProps<typeof Primitive.Label>) {
  return <Primitive.Label className={cn('px-2 py-1.5 text-sm', className)} {...rest} />
}

export function DropdownMenuSeparator() {
  return <Primitive.Separator className="-mx-1 my-1 h-px bg-border" />
}
