import { type ReactNode, useEffect, useRef } from 'react'

interface RestingFieldsProps {
  /** Whether their values are being sent. */
  isResting: boolean
  children: ReactNode
}

/**
 * Fields that are disabled while they are being sent: further input would be lost. Afterwards the focus returns to its
 * place.
 */
export function RestingFields({ isResting, children }: RestingFieldsProps) {
  const focused = useRef<HTMLElement | null>(null)
  useEffect(() => {
    // A disabled control loses the focus. A user who has moved on stays at the new place.
    if (!isResting && document.activeElement === document.body) focused.current?.focus()
  }, [isResting])
  return (
    <fieldset
      disabled={isResting}
      onFocus={({ target }) => {
        focused.current = target
      }}
      className="flex min-w-0 flex-col gap-4"
    >
      {children}
    </fieldset>
  )
}
