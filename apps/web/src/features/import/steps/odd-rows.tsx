import { useTranslation } from 'react-i18next'
import { Checkbox } from '@/ui/form/checkbox.tsx'
import type { PreviewOddRow } from '../reading/preview.ts'

interface OddRowsProps {
  rows: readonly PreviewOddRow[]
  /** Receives the numbers of all rows that the user takes. */
  onKeep: (numbers: readonly number[]) => void
}

/** The rows that look like no record: they are left out, unless the user takes them. */
export function OddRows({ rows, onKeep }: OddRowsProps) {
  const { t } = useTranslation()
  if (rows.length === 0) return null
  const keep = (number: number, isKept: boolean) =>
    onKeep(rows.filter((row) => (row.number === number ? isKept : row.isKept)).map((row) => row.number))
  return (
    <section aria-label={t('Rows that look like no record')}>
      <h3 className="mb-1 font-medium text-sm">{t('Rows that look like no record')}</h3>
      <p className="mb-2 text-muted-foreground text-sm">
        {t('They are left out. Choose those that you want to import.')}
      </p>
      <ul className="flex flex-col gap-2">
        {rows.map(({ number, text, because, isKept }) => (
          <li key={number}>
            <Checkbox
              label={t('Row {{row}}: {{text}}', { row: number, text })}
              hint={because === 'sum' ? t('Looks like a sum') : t('The heads once more')}
              checked={isKept}
              onChange={(next) => keep(number, next)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
