import { Tabs as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn.ts'

export const Tabs = Primitive.Root

/** The row of tabs; `className="w-full"` lets them share the width. */
export function TabsList({ className, ...rest }: ComponentProps<typeof Primitive.List>) {
  return (
    <Primitive.List
      className={cn('base:inline-flex items-center gap-0.5 rounded-lg bg-secondary p-0.5', className)}
      {...rest}
    />
  )
}

export function TabsTrigger({ className, ...rest }: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      className={cn(
        'inline-flex h-7 flex-1 items-center justify-center gap-1.5 whitespace-nowrap rounded-md base:px-3 base:font-medium text-sm max-md:h-9',
        'text-muted-foreground transition-colors duration-100 hover:text-foreground',
        'data-[state=active]:bg-card data-[state=active]:text-foreground data-[state=active]:shadow-raised dark:data-[state=active]:bg-input/70',
        className,
      )}
      {...rest}
    />
  )
}

export function TabsContent({ className, ...rest }: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content className={cn('base:mt-4 rounded-md', className)} {...rest} />
}
