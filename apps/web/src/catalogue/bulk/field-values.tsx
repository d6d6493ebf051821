import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { FieldValues } from '@cairn/workspace/port/records/fields'
import { useTranslation } from 'react-i18next'
import { FieldValueView } from '../fields/field-value.tsx'
import { useFields } from '../fields/use-fields.ts'

interface FieldValuesViewProps {
  kind: CatalogueKind
  /** The key of the field. */
  name: string
  /** The values that a record has in the field. */
  values: FieldValues
}

/** Shows the value of a record in a field, a cost with its currency. */
export function FieldValuesView({ kind, name, values }: FieldValuesViewProps) {
  const { t } = useTranslation()
  const field = useFields(kind).find(({ key }) => key === name)
  if (!field || values[name] === undefined) return <span>{t('Not specified')}</span>
  return (
    <span className="line-clamp-3">
      <FieldValueView field={field} values={values} />
    </span>
  )
}
