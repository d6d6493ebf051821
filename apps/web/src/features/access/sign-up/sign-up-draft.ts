import { zodResolver } from '@hookform/resolvers/zod'
import type { TFunction } from 'i18next'
import { useEffect, useMemo } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { useAccess } from '@/session/context.tsx'
import { emailField, passwordField } from '../credentials.ts'
import { domainOf, suggestedAccountName } from '../email-domain.ts'
import type { DomainStatus, SignUpValues } from './sign-up-checks.ts'
import { useDomainStatus } from './use-domain-status.ts'

/** The schema of the fields, which is checked before anything else. */
function signUpSchema(t: TFunction) {
  return z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: emailField(t),
    password: passwordField(t),
    confirmation: z.string(),
    accountName: z.string(),
  })
}

export interface SignUpDraft {
  form: UseFormReturn<SignUpValues>
  password: string
  /** The status of the domain of the address as it is being typed. */
  domain: DomainStatus
  /** Waits for the status of the domain of a complete address. */
  lookUpDomain: (email: string) => Promise<DomainStatus>
}

/** The form as it is being filled in. The account name follows the domain until the visitor changes it. */
export function useSignUpDraft(email: string): SignUpDraft {
  const { t } = useTranslation()
  const schema = useMemo(() => signUpSchema(t), [t])
  const empty = { firstName: '', lastName: '', password: '', confirmation: '', accountName: '' }
  const form = useForm<SignUpValues>({
    resolver: zodResolver(schema),
    defaultValues: { ...empty, email },
  })
  const [typedEmail, password] = useWatch({ control: form.control, name: ['email', 'password'] })
  const { status: domain, ask: lookUpDomain } = useDomainStatus(useAccess(), typedEmail)

  const suggestion = domain.first ? suggestedAccountName(domainOf(typedEmail) ?? '') : ''
  const isNameChanged = form.formState.dirtyFields.accountName ?? false
  const { setValue } = form
  useEffect(() => {
    if (!isNameChanged) setValue('accountName', suggestion)
  }, [suggestion, isNameChanged, setValue])

  return { form, password, domain, lookUpDomain }
}
