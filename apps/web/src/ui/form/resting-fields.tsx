import { type ReactNode, useEffect, useRef } from 'react'

interface RestingFieldsProps {
  /** What they say is on its way. */
  isResting: boolean
  children: ReactNode
}

/** Fields that take nothing while they are being sent: it would be lost. Afterwards the focus is where it was. */
export function RestingFields({ isResting, children }: RestingFieldsProps) {
  const focused = useRef<HTMLElement | null>(null)
  useEffect(() => {
    // A control that rests loses the focus. A user who is elsewhere by then stays there.
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
