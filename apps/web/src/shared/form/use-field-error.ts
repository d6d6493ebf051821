import { asPhrase } from '@cairn/workspace/lib/phrase'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

/** Gives the error of a field, translated: the messages of the schemas are phrases. */
export function useFieldError<Form extends FieldValues>({ getFieldState, formState }: UseFormReturn<Form>) {
  const { t } = useTranslation()
  return (name: FieldPath<Form>): string | undefined => {
    const message = getFieldState(name, formState).error?.message
    return message && t(asPhrase(message))
  }
}
