import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '@/ui/field.tsx'
import { Select } from '@/ui/select.tsx'
import { CATALOGUES, type CatalogueKind } from '@/workspace/port/catalogues.ts'
import { statusLook } from './status-looks.ts'

/** The choice of a status, inside of a `FormProvider`. */
export function StatusField({ kind }: { kind: CatalogueKind }) {
  const { t } = useTranslation()
  const { register } = useFormContext<{ status: string }>()
  return (
    <Field label={t('Status')}>
      <Select {...register('status')}>
        {CATALOGUES[kind].statuses.map((status) => (
          <option key={status} value={status}>
            {t(statusLook(kind, status).label)}
          </option>
        ))}
      </Select>
    </Field>
  )
}
