import { asPhrase } from '@cairn/workspace/lib/phrase'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Textarea } from '@/ui/form/textarea.tsx'
import type { RecordForm } from './record-form.ts'

/** The name of a record, inside of a `FormProvider`. */
export function NameField({ label }: { label: string }) {
  const { register } = useFormContext<RecordForm>()
  return (
    <Field label={label} error={useProblem('name')} required>
      <Input autoComplete="off" {...register('name')} />
    </Field>
  )
}

export function DescriptionField() {
  const { t } = useTranslation()
  const { register } = useFormContext<RecordForm>()
  return (
    <Field label={t('Description')} error={useProblem('description')}>
      <Textarea rows={4} {...register('description')} />
    </Field>
  )
}

/** Returns the problem of a field, in the reader's language. */
function useProblem(name: 'name' | 'description') {
  const { t } = useTranslation()
  const { formState } = useFormContext<RecordForm>()
  const message = formState.errors[name]?.message
  return message && t(asPhrase(message))
}
