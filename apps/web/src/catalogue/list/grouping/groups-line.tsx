import type { RecordGroups } from '@cairn/workspace/port/records/groups'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/lib/text/numbers.ts'
import { Button } from '@/ui/button/button.tsx'
import { costsText, recordsText, sumOf } from './group-words.ts'

interface GroupsLineProps {
  /** Null until they are known. */
  groups: RecordGroups | null
  /** The number of records in all groups; null until it is known. */
  found: number | null
  /** Whether a record can be in several groups: their costs cannot be added up then. */
  isOverlapping: boolean
  onOpenAll: () => void
  onCloseAll: () => void
}

function totalsOf(
  { groups, rest }: RecordGroups,
  found: number | null,
  isOverlapping: boolean,
  t: TFunction,
  language: string,
) {
  const count = groups.length + rest
  return [
    t('{{number}} groups', {
      count,
      number: formatNumber(count, language),
      defaultValue_one: '{{number}} group',
    }),
    found !== null && recordsText(found, t, language),
    !isOverlapping && rest === 0 && costsText(sumOf(groups.map(({ costs }) => costs)), t, language),
  ]
}

/** The totals above the groups of a list, and the buttons that open and close all of them. */
export function GroupsLine({ groups, found, isOverlapping, onOpenAll, onCloseAll }: GroupsLineProps) {
  const { t, i18n } = useTranslation()
  const totals = groups ? totalsOf(groups, found, isOverlapping, t, i18n.language) : []
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-1">
      <p className="mr-auto text-muted-foreground text-sm tabular-nums">
        {totals.filter(Boolean).join(' · ')}
      </p>
      <Button variant="ghost" size="sm" onClick={onOpenAll}>
        {t('Expand all')}
      </Button>
      <Button variant="ghost" size="sm" onClick={onCloseAll}>
        {t('Collapse all')}
      </Button>
    </div>
  )
}
