import type { ReactNode } from 'react'
import { Spinner } from '@/ui/loading/spinner.tsx'

/** The work of the server that is in progress, however long it takes. */
export function UnderWay({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <div>
      <p role="status" className="flex items-center gap-2 font-medium text-sm tabular-nums">
        <Spinner className="shrink-0 text-muted-foreground" />
        {children}
      </p>
      <p className="mt-0.5 text-pretty text-muted-foreground text-sm">{hint}</p>
    </div>
  )
}
