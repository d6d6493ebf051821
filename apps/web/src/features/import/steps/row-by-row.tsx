import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface RowByRowProps {
  /** The first rows, by their numbers, and how many there are. */
  numbers: readonly number[]
  rows: number
  /** Draws the decision on a row. */
  children: (row: number) => ReactNode
}

/** The same word in several rows, each of which can be decided on alone. */
export function RowByRow({ numbers, rows, children }: RowByRowProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  if (rows < 2) return null
  return (
    <details className="col-span-2 text-sm" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer text-muted-foreground text-xs hover:text-foreground">
        {t('Decide row by row')}
      </summary>
      {isOpen && (
        <ul className="mt-2 flex flex-col gap-2 border-l pl-3">
          {numbers.map((row) => (
            <li key={row} className="grid grid-cols-[minmax(0,1fr)_minmax(0,12rem)] items-center gap-3">
              <span className="text-muted-foreground text-xs tabular-nums">{t('Row {{row}}', { row })}</span>
              {children(row)}
            </li>
          ))}
          {rows > numbers.length && (
            <li className="text-muted-foreground text-xs">
              {t('{{count}} more', { count: rows - numbers.length, defaultValue_one: '{{count}} more' })}
            </li>
          )}
        </ul>
      )}
    </details>
  )
}
