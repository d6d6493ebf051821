import { type SubmitEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { z } from 'zod/mini'
import { useAccess } from '@/session/context.tsx'
import { Button } from '@/ui/button.tsx'
import { Field } from '@/ui/field.tsx'
import { toast } from '@/ui/toast-store.ts'
import { AccessInput } from './access-input.tsx'
import { emailField, passwordField } from './credentials.ts'
import { stateWithEmail } from './location-state.ts'
import { signInFailure } from './sign-in-failure.ts'

interface LoginFormProps {
  /** The address, shared with the other tab. */
  email: string
  onEmail: (email: string) => void
}

/**
 * Signing in with address and password. Where one goes from here is the page's business. Two fields, in the first thing
 * that anybody loads: the only form without the form library.
 */
export function LoginForm({ email, onEmail }: LoginFormProps) {
  const { t } = useTranslation()
  const access = useAccess()
  const location = useLocation()
  const carried = stateWithEmail(location.state, email)
  const schema = useMemo(() => z.object({ email: emailField(t), password: passwordField(t) }), [t])
  const [password, setPassword] = useState('')
  const [complaints, setComplaints] = useState<Record<string, string>>({})
  const [isPending, setBusy] = useState(false)
  const emailRef = useRef<HTMLInputElement>(null)
  const passwordRef = useRef<HTMLInputElement>(null)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const parsed = schema.safeParse({ email, password })
    if (!parsed.success) {
      const found = Object.fromEntries(
        parsed.error.issues.map(({ path, message }) => [String(path[0]), message]),
      )
      setComplaints(found)
      const first = 'email' in found ? emailRef : passwordRef
      first.current?.focus()
      return
    }
    setComplaints({})
    setBusy(true)
    try {
      await access.signIn(parsed.data)
    } catch (error) {
      toast(signInFailure(error, t))
      passwordRef.current?.select()
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label={t('Email')} error={complaints['email']}>
        <AccessInput
          ref={emailRef}
          type="email"
          required
          autoComplete="username"
          value={email}
          onChange={(event) => onEmail(event.target.value)}
        />
      </Field>
      <Field label={t('Password')} error={complaints['password']}>
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
        <Link to="/auth/forgot-password" state={carried}>
          {t('Forgot password?')}
        </Link>
      </Button>
      <Button type="submit" size="lg" pending={isPending}>
        {isPending ? t('Signing in...') : t('Sign In')}
      </Button>
      <Button asChild variant="link" className="self-center text-sm">
        <Link to="/auth/code" state={carried}>
          {t('Email me a code instead')}
        </Link>
      </Button>
    </form>
  )
}
