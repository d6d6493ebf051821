import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import type { DataTableRows, PagedRows } from '@/ui/data-table/types.ts'
import { toast } from '@/ui/feedback/toast-store.ts'

/** The number of rows that are printed at the most: some forty pages. */
export const PRINTED_ROWS = 2_000

/**
 * Prints a list. Rows that are not loaded yet are loaded first, up to {@link PRINTED_ROWS}; `list` has them until the
 * browser has taken the page.
 */
export function usePrint<Item>(list: DataTableRows<Item>) {
  const { t } = useTranslation()
  const [rows, setRows] = useState<readonly Item[] | null>(null)
  const [isLoading, setLoading] = useState(false)

  useEffect(() => {
    if (rows === null) return
    const done = () => setRows(null)
    addEventListener('afterprint', done, { once: true })
    print()
    return () => removeEventListener('afterprint', done)
  }, [rows])

  async function start(): Promise<void> {
    setLoading(true)
    try {
      setRows(await printedRows(list.rows))
    } catch (error) {
      toast(failureToast(error, { title: t('The list could not be printed') }, t))
    } finally {
      setLoading(false)
    }
  }

  return {
    start,
    isLoading,
    // The rows are in their order already.
    list: rows === null ? list : { ...list, rows, sort: null },
  }
}

function printedRows<Item>(rows: readonly Item[] | PagedRows<Item>): Promise<readonly Item[]> {
  const last = Math.min(rows.length, PRINTED_ROWS) - 1
  if ('load' in rows && rows.load !== undefined) return rows.load(0, last)
  return Promise.resolve(
    Array.from({ length: last + 1 }, (_, index) => rows.at(index)).filter((item) => item !== undefined),
  )
}
