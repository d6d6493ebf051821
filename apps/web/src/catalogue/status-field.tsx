import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '@/ui/field.tsx'
import { Select } from '@/ui/select.tsx'
import type { StatusLook } from '@/ui/status-badge.tsx'

interface StatusFieldProps {
  statuses: readonly string[]
  lookOf: (status: string) => StatusLook
}

/** The choice of a status, inside of a `FormProvider`. */
export function StatusField({ statuses, lookOf }: StatusFieldProps) {
  const { t } = useTranslation()
  const { register } = useFormContext<{ status: string }>()
  return (
    <Field label={t('Status')}>
      <Select {...register('status')}>
        {statuses.map((status) => (
          <option key={status} value={status}>
            {t(lookOf(status).label)}
          </option>
        ))}
      </Select>
    </Field>
  )
}
