import type { ImportCell, ImportValue } from '@cairn/workspace/port/imports'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { TFunction } from 'i18next'
import type { RecordField } from '@/catalogue/fields/field.ts'
import { fieldText } from '@/catalogue/fields/field-text.ts'
import type { ChangedValue } from '@/catalogue/history/describe-change.ts'
import { shortDifference } from '@/catalogue/history/short-difference.ts'
import { statusStyle } from '@/catalogue/status-styles.ts'
import { importLabel } from '../matching/import-targets.ts'

/** In whose words the cells of a plan are told. */
export interface PlanWords {
  kind: CatalogueKind
  fields: readonly RecordField[]
  t: TFunction
  language: string
}

/** A cell before and after, in words. */
export function cellWords({ field, before, after }: ImportCell, words: PlanWords): ChangedValue {
  return {
    label: importLabel(field, words.t, words.fields),
    ...shortDifference(valueText(field, before, words), valueText(field, after, words)),
  }
}

function valueText(key: string, value: ImportValue, { kind, fields, t, language }: PlanWords): string | null {
  if (value === null || value === '') return null
  const field = fields.find((each) => each.key === key)
  // People and records are told by their names.
  const byName = (name: string) => name
  if (field) return fieldText(field, value, { t, language, person: byName, record: byName }) || null
  if (key === 'status' && typeof value === 'string') return t(statusStyle(kind, value).label)
  return typeof value === 'object' ? value.join(', ') || null : String(value)
}
