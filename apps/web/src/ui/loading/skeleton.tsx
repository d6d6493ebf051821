import { cn } from '@/lib/cn.ts'

/** A grey bar in the place of text that is still loading; its size comes from `className`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      data-loading
      className={cn('base:block base:h-3.5 animate-pulse base:rounded-sm bg-accent', className)}
    />
  )
}
