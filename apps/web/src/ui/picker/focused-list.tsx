import type { ReactNode } from 'react'

interface FocusedListProps {
  children: ReactNode
}

/**
 * Around a list that comes into a window that is open already: its code was still on the way, or it takes
 * the place of another one (give it a `key` then). It takes the focus.
 */
export function FocusedList({ children }: FocusedListProps) {
  return (
    <div ref={focusList} className="flex min-h-0 flex-col">
      {children}
    </div>
  )
}

function focusList(around: HTMLElement | null): void {
  around?.querySelector<HTMLElement>('input, [role="listbox"]')?.focus({ preventScroll: true })
}
