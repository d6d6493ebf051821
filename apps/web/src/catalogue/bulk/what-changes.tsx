import type { BulkChange, BulkPreview } from '@cairn/workspace/port/records/bulk'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/lib/text/numbers.ts'
import { useOwnerName } from '@/shared/people/use-team.ts'
import { Button } from '@/ui/button/button.tsx'
import { statusStyle } from '../status-styles.ts'
import { FieldValuesView } from './field-values.tsx'

const NAMED = 3

interface WhatChangesProps {
  kind: CatalogueKind
  change: BulkChange
  preview: BulkPreview
}

/** Shows the old and the new values of a change, or what it removes, with the records to unfold. */
export function WhatChanges({ kind, change, preview }: WhatChangesProps) {
  const { t, i18n } = useTranslation()
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const labelOf = useValueLabel(kind, change)
  const { before, first, changes } = preview
  if (first.length === 0) return null
  const hasBefore = change.action === 'status' || change.action === 'owner' || change.action === 'field'
  const number = (count: number) => formatNumber(count, i18n.language)
  const names = first.slice(0, NAMED).map(({ name }) => name)
  const leads = before.map(({ value, total }) => `${number(total)} ${labelOf(value)}`).join(', ')
  const more = changes - first.length
  return (
    <div className="mb-3 text-sm">
      <p className="wrap-anywhere font-medium">
        {hasBefore ? `${leads} → ` : names.join(', ')}
        {hasBefore && <After kind={kind} change={change} />}
        {!hasBefore &&
          changes > names.length &&
          ` ${t('and {{count}} more', { count: changes - names.length })}`}
      </p>
      <Button
        variant="link"
        aria-expanded={isOpen}
        aria-controls={listId}
        className="mt-1"
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? t('Hide the records') : t('Show the records')}
      </Button>
      <ul id={listId} hidden={!isOpen} className="mt-1 divide-y rounded-md border">
        {first.map((record) => (
          <li key={record.id} className="flex flex-wrap justify-between gap-x-3 px-3 py-1.5">
            <span className="wrap-anywhere min-w-0">{record.name}</span>
            {hasBefore && (
              <span className="wrap-anywhere min-w-0 text-muted-foreground">
                {change.action === 'field' ? (
                  <FieldValuesView kind={kind} name={change.key} values={record.fields} />
                ) : (
                  labelOf(record.before)
                )}
              </span>
            )}
          </li>
        ))}
        {more > 0 && (
          <li className="px-3 py-1.5 text-muted-foreground">{t('and {{count}} more', { count: more })}</li>
        )}
      </ul>
    </div>
  )
}

/** The value that the records have after the change. */
function After({ kind, change }: Pick<WhatChangesProps, 'kind' | 'change'>) {
  const { t } = useTranslation()
  const labelOf = useValueLabel(kind, change)
  if (change.action !== 'field') return labelOf(change.value)
  if (Object.keys(change.value).length === 0) return t('empty')
  return <FieldValuesView kind={kind} name={change.key} values={change.value} />
}

/** Returns the names of owners and statuses; for a field, whether it has a value. */
function useValueLabel(kind: CatalogueKind, change: BulkChange): (value: string | null) => string {
  const { t } = useTranslation()
  const ownerName = useOwnerName()
  return (value) => {
    if (change.action === 'status') return t(statusStyle(kind, value).label)
    if (change.action === 'field') {
      if (value === null) return t('empty')
      return Object.keys(change.value).length === 0 ? t('with a value') : t('with another value')
    }
    return value === null ? t('No owner') : ownerName(value)
  }
}
