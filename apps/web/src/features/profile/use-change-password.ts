import { useMutation } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { failureToast } from '@/shared/failure-toast.ts'
import { type ToastInput, toast } from '@/ui/toast-store.ts'
import type { PasswordOutcome } from '@/workspace/port/password.ts'

/** Changes the password, and shows the outcome in a toast. */
export function useChangePassword() {
  const { t } = useTranslation()
  const { password } = useWorkspace()
  const { mutate, isPending } = useMutation({
    mutationFn: (input: { current: string; next: string }) => password.change(input),
    onSuccess: (outcome) => toast(outcomeToast(outcome, t)),
    onError: (error) =>
      toast(
        failureToast(
          error,
          {
            title: t('Error updating password'),
            otherwise: t('An error occurred while updating your password'),
          },
          t,
        ),
      ),
  })
  return { change: mutate, isChanging: isPending }
}

function outcomeToast(outcome: PasswordOutcome, t: TFunction): ToastInput {
  switch (outcome) {
    case 'changed':
      return {
        title: t('Password updated'),
        description: t('You may be signed out of other devices.'),
      }
    case 'used-before':
      return {
        title: t('Password Previously Used'),
        description: t('Please choose a password that you have not used recently.'),
        variant: 'destructive',
      }
    case 'too-often':
      return {
        title: t('Rate Limit Exceeded'),
        description: t('Too many attempts. Please try again later.'),
        variant: 'destructive',
      }
  }
}
