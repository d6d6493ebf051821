import { AccessError } from '@cairn/workspace/errors'
import { type SubmitEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { useAccess } from '@/session/context.tsx'
import { dismissToast, toast } from '@/ui/feedback/toast-store.ts'
import { emailField, passwordField } from '../credentials.ts'
import type { WithoutAutofill } from '../passkeys/use-passkey-autofill.ts'
import { signInFailure } from './sign-in-failure.ts'

/**
 * The state of the sign-in form and its submit. Two fields that every first visit loads: the only form without the form
 * library.
 */
export function useLogin(
  email: string,
  onUnconfirmed: (email: string) => void,
  withoutAutofill: WithoutAutofill,
) {
  const { t } = useTranslation()
  const access = useAccess()
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isPending, setPending] = useState(false)
  const emailRef = useRef<HTMLInputElement>(null)
  const passwordRef = useRef<HTMLInputElement>(null)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const schema = z.object({ email: emailField(t), password: passwordField(t) })
    const { data, error } = schema.safeParse({ email, password })
    const found = Object.fromEntries(
      (error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]),
    )
    setErrors(found)
    if (!data) {
      // The open toast is about an earlier error.
      dismissToast()
      return ('email' in found ? emailRef : passwordRef).current?.focus()
    }
    setPending(true)
    try {
      await withoutAutofill(() => access.signIn(data))
    } catch (failure) {
      toast(signInFailure(failure, t))
      if (failure instanceof AccessError && failure.code === 'email_not_confirmed') onUnconfirmed(data.email)
      passwordRef.current?.select()
    } finally {
      setPending(false)
    }
  }

  return { password, setPassword, errors, isPending, emailRef, passwordRef, submit }
}
