import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldValueView } from '../fields/field-value.tsx'
import { useFields } from '../fields/use-fields.ts'
import { LIFECYCLE } from '../properties/lifecycle.ts'

interface StatusLineProps {
  kind: CatalogueKind
  record: CatalogueRecord
  /** Its status badge. */
  status: ReactNode
  /** How it runs, by what it reports. */
  state: ReactNode
}

/** How a record is, in one line: its status, its lifecycle, and how it runs. */
export function StatusLine({ kind, record, status, state }: StatusLineProps) {
  const { t } = useTranslation()
  const lifecycle = useFields(kind).find(({ key }) => key === LIFECYCLE)
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-sm empty:hidden">
      <dl className="contents">
        {status && (
          <div>
            <dt className="sr-only">{t('Status')}</dt>
            <dd className="flex">{status}</dd>
          </div>
        )}
        {lifecycle && record.fields[LIFECYCLE] !== undefined && (
          <div>
            <dt className="sr-only">{lifecycle.label}</dt>
            <dd className="flex">
              <FieldValueView field={lifecycle} values={record.fields} />
            </dd>
          </div>
        )}
      </dl>
      {state}
    </div>
  )
}
