import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { SAVED } from '@cairn/workspace/port/records/views'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { usePrinting } from '@/lib/browser/printing.ts'
import { formatDateTime } from '@/lib/text/dates.ts'
import { useMe } from '@/queries/context.tsx'
import type { DataTableRows } from '@/ui/data-table/types.ts'
import { useViews } from '../../views/use-views.ts'
import { PRINTED_ROWS } from './use-print.ts'

interface PrintHeadProps {
  kind: CatalogueKind
  rows: DataTableRows<unknown>['rows']
  /** The number of records of the list. */
  total: number
}

/** On paper, above a list: whose it is, which view, when it was printed, and whether records are missing. */
export function PrintHead(props: PrintHeadProps) {
  return usePrinting() ? <Head {...props} /> : null
}

function Head({ kind, rows, total }: PrintHeadProps) {
  const { t, i18n } = useTranslation()
  const { account } = useMe()
  const [params] = useSearchParams()
  const view = useViews(kind)?.find(({ id }) => id === params.get(SAVED))
  const printed = Array.from({ length: Math.min(rows.length, PRINTED_ROWS) }, (_, index) => rows.at(index))
  const shown = printed.filter((row) => row !== undefined).length
  return (
    <div className="hidden text-sm print:block">
      <p>
        {[account?.name, view?.name, formatDateTime(new Date(), i18n.language)].filter(Boolean).join(' · ')}
      </p>
      {shown < total && (
        <p>
          {t(
            'These are {{shown}} of {{total}} records. “Print” under “Display” prints up to {{most}}; an export has all of them.',
            { shown, total, most: PRINTED_ROWS },
          )}
        </p>
      )}
    </div>
  )
}
