import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSessionAccess } from '@/session/context.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'

/**
 * Shows the first steps on the user's dashboard, or hides them there; in every browser of theirs.
 * @param saysWhere tells a user who hides them where they are found again
 */
export function useShowFirstSteps({ saysWhere = false } = {}) {
  const { t } = useTranslation()
  const access = useSessionAccess()
  const { mutate, isPending } = useMutation({
    mutationFn: (shown: boolean) => access.keepFirstStepsHidden(!shown),
    // Not said by the card that is hidden: it is gone by then.
    onSuccess(_, shown) {
      if (saysWhere && !shown)
        toast({
          title: t('The first steps are hidden'),
          description: t('You find them again in the settings, under Appearance.'),
        })
    },
    onError: () =>
      toast({
        title: t('The setting was not saved'),
        description: t('Please try again.'),
        variant: 'destructive',
      }),
  })
  return { show: mutate, isPending }
}
