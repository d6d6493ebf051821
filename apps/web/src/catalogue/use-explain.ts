import { useTranslation } from 'react-i18next'
import { toast } from '@/ui/toast-store.ts'

/** Gives the function that tells what is wrong with a name in a toast too, beside the field. */
export function useExplain() {
  const { t } = useTranslation()
  return (problem: unknown) => {
    if (problem instanceof Object && 'message' in problem && typeof problem.message === 'string')
      toast({ title: t('Error'), description: t(problem.message), variant: 'destructive' })
  }
}
