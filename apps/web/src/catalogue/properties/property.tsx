import type { ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'

interface PropertyProps {
  label: string
  /** Its value takes the whole line, below the label. */
  wide?: boolean
  children: ReactNode
}

/** A property of a record, inside of a `<dl>`: its label, and beside it its value. */
export function Property({ label, wide = false, children }: PropertyProps) {
  return (
    <div className={cn('grid gap-x-2', !wide && 'grid-cols-[7.5rem_minmax(0,1fr)]')}>
      <dt className="wrap-anywhere py-1.5 text-muted-foreground text-xs leading-5">{label}</dt>
      <dd className={cn('relative min-h-8 min-w-0 px-2 py-1.5 text-sm leading-5', wide && '-mx-2')}>
        {children}
      </dd>
    </div>
  )
}
