import type { AuditFilter } from '@cairn/workspace/port/audit'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { addressNow } from '@/catalogue/use-address.ts'
import { auditQueries } from '@/queries/audit.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { useLoadFailureToast } from '@/shared/loading/failure-toast.ts'
import { AUDIT_FIELDS, type AuditFields, auditFieldsOf } from './audit-filter.ts'

/** The filter in the address, and how to change it: with Back the user gets out of the tab, not of the last filter. */
export function useAuditFields() {
  const [params, setParams] = useSearchParams()
  const fields = useMemo(() => auditFieldsOf(params), [params])
  const change = (changes: Partial<AuditFields>) => {
    const next = addressNow()
    next.set('view', 'log')
    for (const name of AUDIT_FIELDS) {
      const value = changes[name]
      if (value) next.set(name, value)
      else if (value === null) next.delete(name)
    }
    setParams(next, { replace: true })
  }
  const clear = () => change({ action: null, person: null, severity: null, from: null, until: null })
  return { fields, isFiltered: AUDIT_FIELDS.some((name) => fields[name] !== null), change, clear }
}

/** The entries that fit, as far as the user has scrolled. */
export function useAuditLog(filter: AuditFilter) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(auditQueries.log(useWorkspace(), filter))
  useLoadFailureToast(query.error, { title: t('Error fetching audit logs') })
  return { ...query, entries: query.data?.pages.flatMap(({ entries }) => entries) ?? null }
}
