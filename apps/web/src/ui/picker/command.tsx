import {
  CommandGroup as GroupPrimitive,
  CommandInput as InputPrimitive,
  CommandItem as ItemPrimitive,
  CommandList as ListPrimitive,
  CommandRoot as RootPrimitive,
} from 'cmdk'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'

type CommandProps = Omit<ComponentProps<typeof RootPrimitive>, 'filter' | 'shouldFilter' | 'vimBindings'>

/** A list to choose from by typing. The caller says what is listed: it narrows nothing down by itself. */
export function Command({ className, ...rest }: CommandProps) {
  return (
    <RootPrimitive
      shouldFilter={false}
      // Ctrl with K and its like would move the choice.
      vimBindings={false}
      className={cn('flex min-h-0 flex-col outline-none', className)}
      {...rest}
    />
  )
}

interface CommandInputProps extends Omit<ComponentProps<typeof InputPrimitive>, 'className'> {
  /** Stands before the text: an icon. */
  leading: ReactNode
  /** Stands at the end: a key. */
  trailing?: ReactNode
}

export function CommandInput({ leading, trailing, ...rest }: CommandInputProps) {
  return (
    <div className="flex h-12 shrink-0 items-center gap-2.5 border-b px-4 text-muted-foreground [&>svg]:size-4 [&>svg]:shrink-0">
      {leading}
      <InputPrimitive
        {...rest}
        className="h-full min-w-0 flex-1 bg-transparent text-base text-foreground outline-none placeholder:text-muted-foreground max-md:text-lg"
      />
      {trailing}
    </div>
  )
}

export function CommandList({ className, ...rest }: ComponentProps<typeof ListPrimitive>) {
  return (
    <ListPrimitive
      className={cn('min-h-0 flex-1 scroll-py-1.5 overflow-y-auto p-1.5 outline-none', className)}
      {...rest}
    />
  )
}

export function CommandGroup({ className, ...rest }: ComponentProps<typeof GroupPrimitive>) {
  return (
    <GroupPrimitive
      className={cn(
        'not-first:mt-1 **:[[cmdk-group-heading]]:px-2 **:[[cmdk-group-heading]]:pt-1.5 **:[[cmdk-group-heading]]:pb-1',
        '**:[[cmdk-group-heading]]:font-medium **:[[cmdk-group-heading]]:text-muted-foreground **:[[cmdk-group-heading]]:text-xs',
        className,
      )}
      {...rest}
    />
  )
}

export function CommandItem({ className, ...rest }: ComponentProps<typeof ItemPrimitive>) {
  return (
    <ItemPrimitive
      className={cn(
        'flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-md px-2 py-1 text-sm max-md:min-h-11',
        'data-[disabled=true]:text-muted-foreground data-[selected=true]:bg-accent',
        '[&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted-foreground',
        className,
      )}
      {...rest}
    />
  )
}
