import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { NoMailNotice } from './no-mail-notice.tsx'
import { isTooWeak } from './sign-up-checks.ts'
import { useSignUpDraft } from './sign-up-draft.ts'
import { AccountNameField, EmailField, NameFields, PasswordFields } from './sign-up-fields.tsx'
import { useSignUp } from './use-sign-up.ts'

interface SignUpFormProps {
  email: string
  onEmail: (email: string) => void
  /** The account is created; its address is still to be confirmed. */
  onSignedUp: (email: string) => void
}

/** Creating an account. */
export function SignUpForm({ email, onEmail, onSignedUp }: SignUpFormProps) {
  const { t } = useTranslation()
  const draft = useSignUpDraft(email)
  const submit = useSignUp(draft, onSignedUp)
  const { form, password, domain } = draft
  const { isSubmitting } = form.formState
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <NoMailNotice />
      <NameFields form={form} />
      <EmailField form={form} domain={domain} onEmail={onEmail} />
      <PasswordFields form={form} password={password} />
      {/* Below what the user types meanwhile, which stays where it is. */}
      {domain.first && <AccountNameField form={form} />}
      <Button
        type="submit"
        size="lg"
        pending={isSubmitting}
        disabled={domain.blacklisted || (password !== '' && isTooWeak(password))}
        className="mt-1"
      >
        {isSubmitting ? t('Creating Account...') : t('Create Account')}
      </Button>
    </form>
  )
}
