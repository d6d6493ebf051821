import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Tooltip } from '../floating/tooltip.tsx'

interface StatCardProps {
  title: string
  value: ReactNode
  /** A picture of how the figure came about, beside it. */
  trend?: ReactNode
  icon: LucideIcon
  description?: string
  /** The explanation of the counted items, where the title needs it. */
  hint?: string | undefined
  /** The list behind the figure: the whole card links to it. */
  to?: string
  /** The level of its heading: 3 where it stands below another one. */
  level?: 2 | 3
}

/** A figure with its name. */
export function StatCard(props: StatCardProps) {
  const { title, value, trend, icon: Icon, description, hint, to, level = 2 } = props
  const Heading = `h${level}` as const
  return (
    // On a phone the name has the whole width, and the icon stands beside the figure: long words fit in one line.
    <section className="group relative grid grid-cols-[minmax(0,1fr)_auto] grid-rows-[auto_1fr] gap-x-2 rounded-xl border bg-card px-4 py-3.5 shadow-raised transition-colors duration-100 has-[a:hover]:border-input max-sm:px-3">
      <Heading className="hyphens-auto wrap-break-word font-medium text-muted-foreground text-sm max-sm:col-span-2">
        {to ? (
          <Tooltip content={hint}>
            <Link to={to} className="after:absolute after:inset-0 after:rounded-xl">
              {title}
            </Link>
          </Tooltip>
        ) : (
          title
        )}
      </Heading>
      <Icon
        aria-hidden
        className="mt-0.5 size-4 shrink-0 text-muted-foreground group-has-[a:hover]:text-link max-sm:order-1 max-sm:mb-2 max-sm:self-end"
      />
      <div className="flex items-end justify-between gap-3 self-end pt-1.5 sm:col-span-2">
        <p className="font-semibold text-2xl tabular-nums tracking-tight">{value}</p>
        {trend}
      </div>
      {description && <p className="order-2 col-span-2 text-muted-foreground text-xs">{description}</p>}
    </section>
  )
}
