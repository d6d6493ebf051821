import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  description?: ReactNode
  /** The action that fills it. */
  action?: ReactNode
}

/** The state without content, with the first thing to do. */
export function EmptyState({ icon: Icon, title, description, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center rounded-xl border border-dashed px-6 py-14 text-center">
      <span className="mb-4 grid size-11 place-items-center rounded-xl border bg-card text-muted-foreground shadow-raised">
        <Icon aria-hidden className="size-5" />
      </span>
      <h2 className="font-semibold text-base">{title}</h2>
      {description && (
        <p className="mt-1 max-w-md text-pretty text-muted-foreground text-sm">{description}</p>
      )}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
