import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface RowTitleProps {
  /** The page of the row, if it has one: then the title is a link, with the browser's usual ways to open it. */
  href: string | null
  /** Whether the row is open beside the table: Enter opens its page. */
  isCurrent?: boolean
  isPending?: boolean
  onOpen: () => void
  className: string
  children: ReactNode
}

/** The button or link that opens a row, and receives its focus. */
export function RowTitle({
  href,
  isCurrent = false,
  isPending = false,
  onOpen,
  className,
  children,
}: RowTitleProps) {
  if (href === null)
    return (
      <button
        type="button"
        data-row-title
        aria-disabled={isPending}
        onClick={() => !isPending && onOpen()}
        dir="auto"
        className={className}
      >
        {children}
      </button>
    )
  return (
    <Link
      to={href}
      data-row-title
      dir="auto"
      onClick={(event) => {
        const { detail, ctrlKey, metaKey, shiftKey, altKey } = event
        const isKey = detail === 0
        if (ctrlKey || metaKey || shiftKey || altKey || (isKey && isCurrent)) return
        event.preventDefault()
        onOpen()
      }}
      className={className}
    >
      {children}
    </Link>
  )
}
