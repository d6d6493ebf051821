import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn.ts'
import { useFieldControl } from './field.tsx'
import { controlStyle } from './input.tsx'

/** Several lines of text; grows with what is typed where the browser can. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useFieldControl()}
      className={cn(controlStyle, 'field-sizing-content max-h-64 base:min-h-20 px-2.5 py-1.5', className)}
      {...rest}
    />
  )
}
