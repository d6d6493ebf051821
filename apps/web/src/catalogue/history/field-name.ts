import { columnName } from '@cairn/workspace/port/records/column-names'
import type { TFunction } from 'i18next'
import type { RecordField } from '../fields/field.ts'

/**
 * Returns the users' name of a column of a record; the column's own name where it has no other. The names of custom
 * fields come from the fields of its kind, hidden ones among them.
 */
export function fieldName(column: string, t: TFunction, fields: readonly RecordField[] = []): string {
  const label = fields.find(({ key }) => key === column)?.label
  if (label !== undefined) return label
  const name = columnName(column)
  return name === null ? column : t(name)
}
