import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn.ts'
import { Input } from '@/ui/input.tsx'

/** The fields before the workspace are as high as their button: there are few, and they are all there is to do. */
export function AccessInput({ className, ...rest }: ComponentProps<'input'>) {
  return <Input {...rest} className={cn('h-10 px-3 md:text-base', className)} />
}
