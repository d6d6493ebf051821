import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn.ts'
import { Input } from '@/ui/form/input.tsx'

/** A field of the screens of /auth, as high as their buttons. */
export function AccessInput({ className, ...rest }: ComponentProps<'input'>) {
  return <Input {...rest} className={cn('h-10 px-3 md:text-base', className)} />
}
