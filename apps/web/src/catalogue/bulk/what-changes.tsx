import type { BulkChange, BulkPreview } from '@cairn/workspace/port/records/bulk'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/lib/text/numbers.ts'
import { useOwnerName } from '@/shared/people/use-team.ts'
import { Button } from '@/ui/button/button.tsx'
import { statusStyle } from '../status-styles.ts'

const NAMED = 3

interface WhatChangesProps {
  kind: CatalogueKind
  change: BulkChange
  preview: BulkPreview
}

/** From what to what a change leads, or what it takes away, with the records to unfold. */
export function WhatChanges({ kind, change, preview }: WhatChangesProps) {
  const { t, i18n } = useTranslation()
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const labelOf = useValueLabel(kind, change)
  const { before, first, changes } = preview
  if (first.length === 0) return null
  const hasBefore = change.action === 'status' || change.action === 'owner'
  const number = (count: number) => formatNumber(count, i18n.language)
  const names = first.slice(0, NAMED).map(({ name }) => name)
  const leads = before.map(({ value, total }) => `${number(total)} ${labelOf(value)}`).join(', ')
  const more = changes - first.length
  return (
    <div className="mb-3 text-sm">
      <p className="wrap-anywhere font-medium">
        {hasBefore ? `${leads} → ${labelOf(change.value)}` : names.join(', ')}
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
            {hasBefore && <span className="text-muted-foreground">{labelOf(record.before)}</span>}
          </li>
        ))}
        {more > 0 && (
          <li className="px-3 py-1.5 text-muted-foreground">{t('and {{count}} more', { count: more })}</li>
        )}
      </ul>
    </div>
  )
}

/** What an owner or a status is called. */
function useValueLabel(kind: CatalogueKind, { action }: BulkChange): (value: string | null) => string {
  const { t } = useTranslation()
  const ownerName = useOwnerName()
  return (value) => {
    if (action === 'status') return t(statusStyle(kind, value).label)
    return value === null ? t('No owner') : ownerName(value)
  }
}
