import type { FieldValues } from '@cairn/workspace/port/records/fields'
import { useTranslation } from 'react-i18next'
import { useNow } from '@/lib/hooks/use-now.ts'
import { Badge } from '@/ui/display/badge.tsx'
import type { RecordField } from '../fields/field.ts'
import { FieldValueView } from '../fields/field-value.tsx'
import { RENEWAL, renewalOf, renewalWords } from '../fields/renewal.ts'

interface FieldShownProps {
  field: RecordField
  values: FieldValues
}

/** The value of a field among the properties of a record: a renewal says when it is due. */
export function FieldShown({ field, values }: FieldShownProps) {
  const value = values[field.key]
  const shown = <FieldValueView field={field} values={values} look="link" />
  if (field.key !== RENEWAL || typeof value !== 'string') return shown
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-2">
      {shown}
      <RenewalBadge day={value} />
    </span>
  )
}

/** In words that a renewal is near, or over. */
function RenewalBadge({ day }: { day: string }) {
  const { t, i18n } = useTranslation()
  const renewal = renewalOf(day, new Date(useNow()))
  if (renewal === null) return null
  return (
    <Badge variant={renewal.state === 'over' ? 'danger' : 'warning'}>
      {renewalWords(renewal, t, i18n.language)}
    </Badge>
  )
}
