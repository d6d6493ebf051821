import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '@/ui/display/badge.tsx'
import { useFields } from '../fields/use-fields.ts'
import { ColumnValue } from '../properties/column-value.tsx'
import type { Editing } from '../properties/editing.ts'
import { FieldPropertyValue } from '../properties/field-property.tsx'
import { LIFECYCLE } from '../properties/lifecycle.ts'

interface StatusLineProps<Item> {
  kind: CatalogueKind
  record: Item
  editing: Editing<Item>
  /** Its status badge. */
  status: ReactNode
  /** How it runs, by what it reports. */
  state: ReactNode
}

/** How a record is, in one line: its status, its lifecycle, and how it runs. */
export function StatusLine<Item extends CatalogueRecord>(props: StatusLineProps<Item>) {
  const { kind, record, editing, status, state } = props
  const { t } = useTranslation()
  const lifecycle = useFields(kind).find(({ key }) => key === LIFECYCLE)
  const shown = status || (editing && <Badge variant="outline">{t('Not specified')}</Badge>)
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-sm empty:hidden">
      <dl className="contents">
        {shown && (
          <div>
            <dt className="sr-only">{t('Status')}</dt>
            <dd className="relative flex">
              <ColumnValue {...{ kind, record, editing }} column="status" label={t('Status')} isInLine>
                {shown}
              </ColumnValue>
            </dd>
          </div>
        )}
        {lifecycle && record.fields[LIFECYCLE] !== undefined && (
          <div>
            <dt className="sr-only">{lifecycle.label}</dt>
            <dd className="relative flex">
              <FieldPropertyValue field={lifecycle} record={record} editing={editing} isInLine />
            </dd>
          </div>
        )}
      </dl>
      {state}
    </div>
  )
}
