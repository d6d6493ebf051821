import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '@/ui/form/field.tsx'
import { Select } from '@/ui/form/select.tsx'
import { statusStyle } from '../status-styles.ts'

/** The choice of a status, inside of a `FormProvider`. */
export function StatusField({ kind }: { kind: CatalogueKind }) {
  const { t } = useTranslation()
  const { register } = useFormContext<{ status: string }>()
  return (
    <Field label={t('Status')}>
      <Select {...register('status')}>
        {CATALOGUES[kind].statuses.map((status) => (
          <option key={status} value={status}>
            {t(statusStyle(kind, status).label)}
          </option>
        ))}
      </Select>
    </Field>
  )
}
