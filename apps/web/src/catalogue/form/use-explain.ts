import { asPhrase } from '@cairn/workspace/lib/phrase'
import type { FieldErrors, FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { dismissToast, toast } from '@/ui/feedback/toast-store.ts'

/**
 * Gives the function that tells what is wrong with a record in a toast too, beside the field: with its name, as specified.
 * About any other field the field itself speaks, and a toast about a former fault goes.
 */
export function useExplain() {
  const { t } = useTranslation()
  return (errors: FieldErrors<FieldValues>) => {
    const problem = errors['name']?.message
    if (typeof problem === 'string')
      toast({ title: t('Error'), description: t(asPhrase(problem)), variant: 'destructive' })
    else dismissToast()
  }
}
