import { LoaderCircle } from 'lucide-react'
import { cn } from '@/lib/cn.ts'

/** A turning ring. Give it a `label` where no text beside it says what is going on. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <LoaderCircle
      className={cn('size-4 animate-spin', className)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  )
}
