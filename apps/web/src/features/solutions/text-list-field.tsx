import { asPhrase } from '@cairn/workspace/lib/phrase'
import { useController, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '@/ui/form/field.tsx'
import { TextList } from '@/ui/form/text-list.tsx'
import { ENTRY_MAX_LENGTH, type SolutionForm } from './solution-form.ts'

interface TextListFieldProps {
  name: 'useCases' | 'users'
  label: string
  prompt: string
  addLabel: string
}

/** A list of free texts of the form, inside of a `FormProvider`. */
export function TextListField({ name, label, prompt, addLabel }: TextListFieldProps) {
  const { t } = useTranslation()
  const { control } = useFormContext<SolutionForm>()
  const { field, fieldState } = useController({ name, control })
  const problem = fieldState.error?.message
  return (
    <Field label={label} error={problem && t(asPhrase(problem))}>
      <TextList
        label={label}
        value={field.value}
        onChange={field.onChange}
        prompt={prompt}
        addLabel={addLabel}
        entryMaxLength={ENTRY_MAX_LENGTH}
        inputRef={field.ref}
      />
    </Field>
  )
}
