import type { ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'

interface PropertyRowProps {
  label: string
  /** Its value takes the whole line, below the label. */
  wide?: boolean | undefined
  children: ReactNode
}

/** A property of a record that cannot be changed in its place, inside of a `<dl>`: its label, and beside it its value. */
export function Property({ children, ...row }: PropertyRowProps) {
  return (
    <PropertyRow {...row}>
      <PropertyValue>{children}</PropertyValue>
    </PropertyRow>
  )
}

/** A property whose value is a `PropertyValue`, or an editor of the same height. */
export function PropertyRow({ label, wide = false, children }: PropertyRowProps) {
  return (
    <div className={cn('grid gap-x-2', !wide && 'grid-cols-[7.5rem_minmax(0,1fr)]')}>
      <dt className="wrap-anywhere py-1.5 text-muted-foreground text-xs leading-5 max-md:py-2.5">{label}</dt>
      <dd className={cn('relative min-h-8 min-w-0 text-sm max-md:min-h-10', wide && '-mx-2 print:mx-0')}>
        {children}
      </dd>
    </div>
  )
}

/** The value of a property, on the lines that its editor takes. */
export function PropertyValue({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cn('py-1.5 pl-2 leading-5 max-md:py-2.5', className ?? 'pr-2')}>{children}</div>
}
