import type { ReactNode } from 'react'
import { PageTitle } from './page-title.tsx'

interface PageHeaderProps {
  title: string
  /** Puts something around the heading: its editor. */
  aroundTitle?: (heading: ReactNode) => ReactNode
  /** The part of the screen that is shown: in the tab's title, and for screen readers in the heading. */
  part?: string
  /** Stands beside the title: a status badge. */
  aside?: ReactNode
  subtitle?: ReactNode
  /** The screen's buttons, the main one last. */
  actions?: ReactNode
}

/** The head of a screen; its title is the tab's too. */
export function PageHeader({ title, part, aside, subtitle, actions, aroundTitle = asIs }: PageHeaderProps) {
  const whole = part === undefined ? title : `${part} · ${title}`
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4 max-md:mb-4">
      <PageTitle title={whole} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          {aroundTitle(
            <h1
              tabIndex={-1}
              dir="auto"
              aria-label={part === undefined ? undefined : whole}
              className="wrap-anywhere min-w-0 font-semibold text-xl"
            >
              {title}
            </h1>,
          )}
          {aside}
        </div>
        {subtitle && <p className="mt-0.5 text-muted-foreground text-sm">{subtitle}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
    </header>
  )
}

const asIs = (heading: ReactNode) => heading
