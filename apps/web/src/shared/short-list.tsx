import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { Button } from '@/ui/button/button.tsx'

/** The number of items that a list of an overview shows. */
const FIRST = 5

interface ShortListProps<Item> {
  label: string
  items: readonly Item[]
  className?: string | undefined
  /** An item of the list, with its key. */
  children: (item: Item) => ReactNode
}

/** A list of which an overview shows the first five; its button shows all of them, in a list that scrolls. */
export function ShortList<Item>({ label, items, className, children }: ShortListProps<Item>) {
  const { t } = useTranslation()
  const id = useId()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? items : items.slice(0, FIRST)
  return (
    <>
      <ul
        id={id}
        aria-label={label}
        // A scrolling list must be reachable for the arrow keys.
        tabIndex={isWhole ? 0 : undefined}
        className={cn('divide-y', isWhole && 'max-h-96 overflow-y-auto', className)}
      >
        {shown.map(children)}
      </ul>
      {items.length > FIRST && (
        <Button
          variant="link"
          size="sm"
          className="mt-2"
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t('Show fewer') : t('Show all {{count}}', { count: items.length })}
          <span className="sr-only">: {label}</span>
        </Button>
      )}
    </>
  )
}
