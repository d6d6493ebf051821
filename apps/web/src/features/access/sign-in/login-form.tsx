import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { Button } from '@/ui/button/button.tsx'
import { Field } from '@/ui/form/field.tsx'
import { AccessInput } from '../access-input.tsx'
import { stateWithEmail } from '../location-state.ts'
import type { WithoutAutofill } from '../passkeys/use-passkey-autofill.ts'
import { useLogin } from './use-login.ts'

interface LoginFormProps {
  /** The address, shared with the other tab. */
  email: string
  onEmail: (email: string) => void
  /** The password is right, and the address not confirmed yet. */
  onUnconfirmed: (email: string) => void
  withoutAutofill: WithoutAutofill
}

/** Signing in with address and password. The page redirects afterwards. */
export function LoginForm({ email, onEmail, onUnconfirmed, withoutAutofill }: LoginFormProps) {
  const { t } = useTranslation()
  const state = stateWithEmail(useLocation().state, email)
  const { password, setPassword, errors, isPending, emailRef, passwordRef, submit } = useLogin(
    email,
    onUnconfirmed,
    withoutAutofill,
  )
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label={t('Email')} error={errors['email']}>
        <AccessInput
          ref={emailRef}
          type="email"
          required
          autoComplete="username webauthn"
          value={email}
          onChange={(event) => onEmail(event.target.value)}
        />
      </Field>
      <Field label={t('Password')} error={errors['password']}>
        <AccessInput
          ref={passwordRef}
          type="password"
          required
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button asChild variant="link" className="-my-2 self-end text-sm">
        <Link to="/auth/forgot-password" state={state}>
          {t('Forgot password?')}
        </Link>
      </Button>
      <Button type="submit" size="lg" pending={isPending}>
        {isPending ? t('Signing in...') : t('Sign In')}
      </Button>
      <Button asChild variant="link" className="self-center text-sm">
        <Link to="/auth/code" state={state}>
          {t('Email me a code instead')}
        </Link>
      </Button>
    </form>
  )
}
