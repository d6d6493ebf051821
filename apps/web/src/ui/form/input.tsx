import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn.ts'
import { useFieldControl } from './field.tsx'

/** The look of text fields and selects. 16 px on phones: with less, the browser zooms in. */
export const controlStyle = cn(
  'base:w-full min-w-0 rounded-md border border-input base:bg-card text-foreground text-sm shadow-raised max-md:text-lg',
  'transition-[border-color,box-shadow] duration-100 hover:border-muted-foreground/50',
  'focus-visible:border-ring focus-visible:outline-hidden focus-visible:ring-3 focus-visible:ring-ring/25',
  'disabled:cursor-not-allowed disabled:bg-muted disabled:opacity-60',
  'aria-invalid:border-destructive aria-invalid:focus-visible:ring-destructive/25',
)

/** A line of text; inside a `Field` it is labelled by it. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      {...useFieldControl()}
      className={cn(controlStyle, 'base:h-8 base:px-2.5 max-md:h-10', className)}
      {...rest}
    />
  )
}
