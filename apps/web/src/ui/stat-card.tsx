import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Tooltip } from './tooltip.tsx'

interface StatCardProps {
  title: string
  value: ReactNode
  icon: LucideIcon
  description?: string
  /** What the card counts, where its words need it. */
  hint?: string | undefined
  /** Where the figure comes from: the whole card leads there. */
  to?: string
  /** The level of its heading: 3 where it stands below another one. */
  level?: 2 | 3
}

/** A figure with its name. */
export function StatCard({ title, value, icon: Icon, description, hint, to, level = 2 }: StatCardProps) {
  const Heading = `h${level}` as const
  return (
    <section className="group relative flex flex-col rounded-xl border bg-card px-4 py-3.5 shadow-raised transition-colors duration-100 has-[a:hover]:border-input">
      <header className="flex items-start justify-between gap-2 text-muted-foreground">
        <Heading className="min-w-0 hyphens-auto wrap-break-word font-medium text-sm">
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
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 group-has-[a:hover]:text-link" />
      </header>
      <p className="mt-auto pt-1.5 font-semibold text-2xl tabular-nums tracking-tight">{value}</p>
      {description && <p className="text-muted-foreground text-xs">{description}</p>}
    </section>
  )
}
