import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useTranslation } from 'react-i18next'
import { useNow } from '@/lib/hooks/use-now.ts'
import { Badge } from '@/ui/display/badge.tsx'
import type { RecordField } from '../fields/field.ts'
import { FieldValueView } from '../fields/field-value.tsx'
import { isShownAlone } from '../fields/money.ts'
import { RENEWAL, renewalOf, renewalWords } from '../fields/renewal.ts'
import { useFields } from '../fields/use-fields.ts'
import { isEmptyValue } from '../fields/values.ts'
import { LIFECYCLE } from './lifecycle.ts'
import { Property } from './property.tsx'

interface FieldPropertiesProps {
  kind: CatalogueKind
  record: CatalogueRecord
}

/** The values that a record has in fields of no group, each a `Property`. */
export function FieldProperties({ kind, record }: FieldPropertiesProps) {
  const fields = useFilledFields(kind, record)
  return <Properties fields={fields.filter(({ section }) => section === '')} record={record} />
}

/** The values in fields of groups, each group under its name. */
export function PropertyGroups({ kind, record }: FieldPropertiesProps) {
  const fields = useFilledFields(kind, record)
  const names = [...new Set(fields.map(({ section }) => section))].filter((name) => name !== '')
  return names.map((name) => (
    <section key={name} aria-label={name} className="wrap-anywhere">
      <h2 dir="auto" className="mb-1 font-medium text-sm">
        {name}
      </h2>
      <dl>
        <Properties fields={fields.filter(({ section }) => section === name)} record={record} />
      </dl>
    </section>
  ))
}

function useFilledFields(kind: CatalogueKind, record: CatalogueRecord): readonly RecordField[] {
  return useFields(kind).filter(
    (field) => isShownAlone(field) && field.key !== LIFECYCLE && !isEmptyValue(record.fields[field.key]),
  )
}

function Properties({ fields, record }: { fields: readonly RecordField[]; record: CatalogueRecord }) {
  return fields.map((field) => (
    <Property key={field.key} label={field.label} wide={field.type === 'long_text'}>
      <Value field={field} record={record} />
    </Property>
  ))
}

function Value({ field, record }: { field: RecordField; record: CatalogueRecord }) {
  const value = record.fields[field.key]
  const shown = <FieldValueView field={field} values={record.fields} />
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
