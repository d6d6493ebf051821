import { asPhrase } from '@cairn/workspace/lib/phrase'
import { MAX_TAGS } from '@cairn/workspace/port/records/tags'
import { useController, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '@/ui/form/field.tsx'
import { TagsBox } from './tags-box.tsx'

interface WithTags {
  tags: readonly string[]
}

/** The tags of a record, inside of a `FormProvider`. */
export function TagsField() {
  const { t } = useTranslation()
  const { control, formState } = useFormContext<WithTags>()
  const { field } = useController({ name: 'tags', control })
  const problem = formState.errors.tags?.message
  return (
    <Field
      label={t('Tags')}
      error={problem !== undefined && t(asPhrase(problem))}
      hint={field.value.length >= MAX_TAGS && t('A record has at most 50 tags.')}
    >
      <TagsBox value={field.value} onChange={field.onChange} inputRef={field.ref} />
    </Field>
  )
}
