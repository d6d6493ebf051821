import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageTitle } from '../layout/page-title.tsx'

interface NoticeProps {
  icon: LucideIcon
  /** Stands above the title: a number, a badge. */
  eyebrow?: ReactNode
  /** The screen's heading, and the tab's title. */
  title: string
  text: ReactNode
  children?: ReactNode
}

/** A screen that has one thing to say: not found, not there yet, done. */
export function Notice({ icon: Icon, eyebrow, title, text, children }: NoticeProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center py-16 text-center max-md:py-10">
      <PageTitle title={title} />
      <span className="mb-5 grid size-12 place-items-center rounded-xl border bg-card text-link shadow-raised">
        <Icon aria-hidden className="size-5.5" />
      </span>
      {eyebrow && (
        <div className="mb-1.5 font-medium text-muted-foreground text-sm tabular-nums">{eyebrow}</div>
      )}
      <h1 tabIndex={-1} className="font-semibold text-xl">
        {title}
      </h1>
      <div className="mt-2 text-pretty text-base text-muted-foreground">{text}</div>
      {children && <div className="mt-6 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}
