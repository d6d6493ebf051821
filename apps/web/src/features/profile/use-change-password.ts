import type { PasswordOutcome } from '@cairn/workspace/port/password'
import { useMutation } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { type ToastInput, toast } from '@/ui/feedback/toast-store.ts'
import { type PasswordForm, type PasswordRefusal, passwordRefusal } from './password-form.ts'

/** Checks once more what was entered, changes the password, and shows the outcome in a toast. */
export function useChangePassword() {
  const { t } = useTranslation()
  const isGuest = useMe().kind === 'guest'
  const { password } = useWorkspace()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ current, next, endsPrograms }: PasswordForm) =>
      password.change({ current, next, keepsPrograms: !endsPrograms }),
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
  const change = (entered: PasswordForm, onOutcome: (outcome: PasswordOutcome) => void) => {
    // A guest hears first that nothing is saved.
    const refusal = isGuest ? null : passwordRefusal(entered)
    if (refusal) toast({ ...refusalToast(refusal, t), variant: 'destructive' })
    else mutate(entered, { onSuccess: onOutcome })
  }
  return { change, isChanging: isPending }
}

function refusalToast(refusal: PasswordRefusal, t: TFunction): ToastInput {
  switch (refusal) {
    case 'current-missing':
      return {
        title: t('Current Password Required'),
        description: t('Please enter your current password.'),
      }
    case 'mismatch':
      return { title: t('Password Mismatch'), description: t('The two new passwords are not the same.') }
    case 'too-weak':
      return {
        title: t('Password Too Weak'),
        description: t('At least 12 characters, with upper and lower case, a number and one of @$!%*?&.'),
      }
    case 'same':
      return {
        title: t('Same Password'),
        description: t('New password must be different from current password'),
      }
  }
}

function outcomeToast(outcome: PasswordOutcome, t: TFunction): ToastInput {
  switch (outcome.kind) {
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
        description:
          outcome.minutes === null
            ? t('Too many attempts. Please try again later.')
            : t('Blocked for {{count}} minutes', {
                count: outcome.minutes,
                defaultValue_one: 'Blocked for {{count}} minute',
              }),
        variant: 'destructive',
      }
  }
}
