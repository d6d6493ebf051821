import type { ReactNode } from 'react'

/** A sentence about a whole card: why it is disabled, what it is for. */
export function CardNote({ children }: { children: ReactNode }) {
  return (
    <p className="mb-4 rounded-md border bg-muted/50 px-3 py-2 text-pretty text-muted-foreground text-sm">
      {children}
    </p>
  )
}
