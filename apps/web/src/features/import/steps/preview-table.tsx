import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { formatDay } from '@/lib/text/dates.ts'
import { formatDecimal } from '@/lib/text/numbers.ts'
import { columnName } from '../reading/column-name.ts'
import type { Preview } from '../reading/preview.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The first rows as they will be: numbers and dates as the user's language writes them. */
export function PreviewTable({ preview: { head, columns, rows } }: { preview: Preview }) {
  const { t, i18n } = useTranslation()
  const shown = (value: string | number, type: Preview['columns'][number]['type']) => {
    if (typeof value === 'number') return formatDecimal(value, i18n.language)
    return type === 'date' && DAY.test(value) ? formatDay(value, i18n.language) : value
  }
  return (
    <section
      aria-label={t('First rows')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has no other place for the focus
      tabIndex={0}
      className="overflow-x-auto rounded-lg border"
    >
      <table className="w-full border-collapse text-sm">
        <PreviewHead head={head} columns={columns} />
        <tbody className="divide-y">
          {rows.map(({ number, cells }) => (
            <tr key={number}>
              <th
                scope="row"
                className="px-3 py-1.5 text-right font-normal text-muted-foreground text-xs tabular-nums"
              >
                {number}
              </th>
              {columns.map(({ type }, column) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                  key={column}
                  dir="auto"
                  className={cn(
                    'max-w-56 truncate px-3 py-1.5',
                    type === 'number' && 'text-right tabular-nums',
                    type === 'date' && 'whitespace-nowrap tabular-nums',
                  )}
                >
                  {shown(cells[column] ?? '', type)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function PreviewHead({ head, columns }: Pick<Preview, 'head' | 'columns'>) {
  const { t } = useTranslation()
  return (
    <thead>
      <tr className="border-b bg-muted/50 text-left">
        <th scope="col" className="px-3 py-2 text-right font-normal text-muted-foreground text-xs">
          <span className="sr-only">{t('Row')}</span>
        </th>
        {columns.map(({ type }, column) => (
          <th
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            key={column}
            scope="col"
            dir="auto"
            className={cn(
              'max-w-56 truncate px-3 py-2',
              head === null ? 'font-normal text-muted-foreground' : 'font-medium',
              type === 'number' && 'text-right',
            )}
          >
            {columnName(head, column)}
          </th>
        ))}
      </tr>
    </thead>
  )
}
