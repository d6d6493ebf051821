import type { ReactNode } from 'react'

interface FactProps {
  label: string
  /** The explanation of a label that is not obvious. */
  hint?: string
  /** Takes the whole line. */
  wide?: boolean
  children: ReactNode
}

/** A fact about a record, inside of a `<dl>`. */
export function Fact({ label, hint, wide = false, children }: FactProps) {
  return (
    <div className={wide ? 'md:col-span-2' : undefined}>
      <dt className="wrap-anywhere mb-1 text-muted-foreground text-xs">{label}</dt>
      <dd className="text-sm">{children}</dd>
      {hint && <dd className="mt-0.5 text-muted-foreground text-xs">{hint}</dd>}
    </div>
  )
}
