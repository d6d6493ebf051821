import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card, CardContent } from '@/ui/layout/card.tsx'
import { PageTitle } from '@/ui/layout/page-title.tsx'

interface ConsentFrameProps {
  icon: LucideIcon
  title: string
  text: string
  children?: ReactNode
}

/** The frame of a question, or of the reason why there is none. */
export function ConsentFrame({ icon: Icon, title, text, children }: ConsentFrameProps) {
  return (
    <>
      <PageTitle title={title} />
      <header className="mb-6 flex flex-col items-center text-center">
        <span className="mb-4 grid size-12 place-items-center rounded-xl border bg-card text-link shadow-raised">
          <Icon aria-hidden className="size-5.5" />
        </span>
        <h1 className="wrap-anywhere font-semibold text-2xl tracking-tight">{title}</h1>
        <p className="mt-1 text-pretty wrap-anywhere text-base text-muted-foreground">{text}</p>
      </header>
      {children && (
        <Card>
          <CardContent className="flex flex-col gap-4 pt-5">{children}</CardContent>
        </Card>
      )}
    </>
  )
}
