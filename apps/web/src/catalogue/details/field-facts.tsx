import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useTranslation } from 'react-i18next'
import { useNow } from '@/lib/hooks/use-now.ts'
import { Badge } from '@/ui/display/badge.tsx'
import { Fact } from '@/ui/display/fact.tsx'
import type { RecordField } from '../fields/field.ts'
import { FieldValueView } from '../fields/field-value.tsx'
import { isShownAlone } from '../fields/money.ts'
import { RENEWAL, renewalOf, renewalWords } from '../fields/renewal.ts'
import { useFields } from '../fields/use-fields.ts'
import { isEmptyValue } from '../fields/values.ts'
import { RecordLinks } from '../links/record-links.tsx'

interface FieldFactsProps {
  kind: CatalogueKind
  record: CatalogueRecord
}

/** The values that a record has in fields of no group, and its links: each a `Fact`. */
export function FieldFacts({ kind, record }: FieldFactsProps) {
  const { t } = useTranslation()
  const fields = useFilledFields(kind, record)
  return (
    <>
      <Facts fields={fields.filter(({ section }) => section === '')} record={record} />
      {record.links.length > 0 && (
        <Fact label={t('Links')} wide>
          <RecordLinks links={record.links} />
        </Fact>
      )}
    </>
  )
}

/** The values in fields of groups, each group under its name. */
export function FieldGroups({ kind, record }: FieldFactsProps) {
  const fields = useFilledFields(kind, record)
  const names = [...new Set(fields.map(({ section }) => section))].filter((name) => name !== '')
  return names.map((name) => (
    <section key={name} aria-label={name} className="wrap-anywhere">
      <h2 dir="auto" className="mb-2 font-medium text-sm">
        {name}
      </h2>
      <dl className="grid gap-x-6 gap-y-4 md:grid-cols-2">
        <Facts fields={fields.filter(({ section }) => section === name)} record={record} />
      </dl>
    </section>
  ))
}

function useFilledFields(kind: CatalogueKind, record: CatalogueRecord): readonly RecordField[] {
  return useFields(kind).filter((field) => isShownAlone(field) && !isEmptyValue(record.fields[field.key]))
}

function Facts({ fields, record }: { fields: readonly RecordField[]; record: CatalogueRecord }) {
  return fields.map((field) => (
    <Fact key={field.key} label={field.label} wide={field.type === 'long_text'}>
      <Value field={field} record={record} />
    </Fact>
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
