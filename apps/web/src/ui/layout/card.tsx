import type { ComponentProps, ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'

/** A bordered surface; `CardHeader` and `CardContent` bring the spacing. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section className={cn('min-w-0 rounded-xl border bg-card shadow-raised', className)} {...rest} />
}

interface CardHeaderProps {
  title: ReactNode
  description?: ReactNode
  /** Stands at the right: a button, a badge. */
  action?: ReactNode
  /** Gives the title an id, for a section that is labelled by it. */
  titleId?: string
  className?: string
}

export function CardHeader({ title, description, action, titleId, className }: CardHeaderProps) {
  return (
    <header className={cn('flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-5 pt-4', className)}>
      <div className="min-w-0">
        <h2 id={titleId} className="font-semibold text-base">
          {title}
        </h2>
        {description && <p className="mt-0.5 text-muted-foreground text-sm">{description}</p>}
      </div>
      {action && (
        <div className="-mt-0.5 flex max-w-full shrink-0 flex-wrap items-center gap-2">{action}</div>
      )}
    </header>
  )
}

export function CardContent({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cn('px-5 base:pt-3 base:pb-5', className)} {...rest} />
}
