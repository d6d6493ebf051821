import { Fragment } from 'react'

/** A paragraph of the reference: plain text, and `code` between backticks. */
export function PlainText({ text }: { text: string }) {
  return text.split('`').map((part, place) => {
    const key = `${place} ${part}`
    if (place % 2 === 0) return <Fragment key={key}>{part}</Fragment>
    return (
      <code key={key} className="wrap-anywhere rounded-sm bg-muted px-1 font-mono text-[0.9em]">
        {part}
      </code>
    )
  })
}
