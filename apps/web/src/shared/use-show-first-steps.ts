import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAccess } from '@/session/context.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'

/** Shows the first steps on the user's dashboard, or hides them there; in every browser of theirs. */
export function useShowFirstSteps() {
  const { t } = useTranslation()
  const access = useAccess()
  const { mutate, isPending } = useMutation({
    mutationFn: (shown: boolean) => access.keepFirstStepsHidden(!shown),
    onError: () =>
      toast({
        title: t('The setting was not saved'),
        description: t('Please try again.'),
        variant: 'destructive',
      }),
  })
  return { show: mutate, isPending }
}
