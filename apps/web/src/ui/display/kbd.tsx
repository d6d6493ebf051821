import type { ReactNode } from 'react'

/** A key to press. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm border border-current/25 px-1 font-medium font-sans text-[0.6875rem]">
      {children}
    </kbd>
  )
}
