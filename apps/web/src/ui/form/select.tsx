import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn.ts'
import { useFieldControl } from './field.tsx'
import { controlStyle } from './input.tsx'

/**
 * A choice of one from a list: the browser's own control with `<option>`s, dressed by `styles/select.css` where the
 * browser allows it. Keyboard, phone wheel and screen reader come with it, and no style element, unlike Radix's.
 */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <select
      {...useFieldControl()}
      className={cn(controlStyle, 'select base:h-8 pr-8 pl-2.5 max-md:h-10', className)}
      {...rest}
    >
      {children}
    </select>
  )
}
