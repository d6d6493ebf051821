import type { ActLine } from '@cairn/workspace/port/records/acts'
import { useTranslation } from 'react-i18next'
import { useKnownFields } from '@/catalogue/fields/use-known-fields.ts'
import type { Names } from '@/catalogue/history/describe-change.ts'
import { useNamedRecords } from '@/catalogue/history/use-named-records.ts'
import { useOwnerName } from '@/shared/people/use-team.ts'

/**
 * Returns the names of the fields, members and records in the lines of a bulk change; null until the fields are known.
 */
export function useLineNames(lines: readonly ActLine[]): Names | null {
  const { t, i18n } = useTranslation()
  // All records of a bulk change of a field are of one kind.
  const fields = useKnownFields(lines[0]?.kind ?? 'system')
  const person = useOwnerName()
  const records = useNamedRecords(
    fields ?? [],
    lines.map(({ part, before, after }) => ({ field: part, before, after })),
  )
  const record = (id: string) => records.get(id) ?? t('Unknown record')
  return fields && { t, language: i18n.language, person, record, system: record, fields }
}
