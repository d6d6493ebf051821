import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { currentLanguage } from '@/i18n/choice.ts'
import { mailedPath } from '@/lib/address/return-path.ts'
import { useAccess } from '@/session/context.tsx'
import { dismissToast, toast } from '@/ui/feedback/toast-store.ts'
import { failureMessage } from '../failure-message.ts'
import {
  checkMessage,
  fieldOf,
  firstFailedCheck,
  type SignUpCheck,
  type SignUpValues,
} from './sign-up-checks.ts'
import type { SignUpDraft } from './sign-up-draft.ts'

/**
 * Submits a draft: checks it, creates the account and says how that went. A failed check leads back to its field, a refusal
 * of the server is shown in a toast; what was typed stays in both cases.
 */
export function useSignUp({ form, lookUpDomain }: SignUpDraft, onSignedUp: (email: string) => void) {
  const { t } = useTranslation()
  const access = useAccess()
  const { state } = useLocation()

  function showFailedCheck(check: SignUpCheck, values: SignUpValues) {
    const message = checkMessage(check, t)
    toast({ ...message, variant: 'destructive' })
    const field = fieldOf(check, values)
    form.setError(field, { message: message.description })
    form.setFocus(field)
  }

  return form.handleSubmit(async (values) => {
    const domain = await lookUpDomain(values.email)
    const failed = firstFailedCheck(values, domain)
    if (failed) return showFailedCheck(failed, values)
    try {
      await access.signUp({
        email: values.email,
        password: values.password,
        firstName: values.firstName.trim(),
        lastName: values.lastName.trim(),
        accountName: domain.first ? values.accountName.trim() : null,
        language: currentLanguage(),
        returnTo: mailedPath(state, window.location.origin),
      })
    } catch (error) {
      toast({ variant: 'destructive', title: t('Error signing up'), description: failureMessage(error, t) })
      return
    }
    toast({
      title: t('Account created'),
      description: t('Please check your email to verify your account.'),
    })
    onSignedUp(values.email)
  }, dismissToast)
}
