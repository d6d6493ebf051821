import { AccessError } from '@cairn/workspace/errors'
import type { NewFactor } from '@cairn/workspace/port/security'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { securityQueries } from '@/queries/security.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { usePasswordProof } from '@/shared/proof/use-password-proof.ts'
import { type ToastInput, toast } from '@/ui/feedback/toast-store.ts'

export type NewFactorKind = 'totp' | 'webauthn'

export type AddFactorStep =
  | { kind: 'name' }
  | { kind: 'scan'; factor: NewFactor }
  | { kind: 'codes'; codes: readonly string[] }

const START: AddFactorStep = { kind: 'name' }

/** The steps of adding an app or a key. An error of a value stands at its field, any other failure in a toast. */
export function useAddFactor(kind: NewFactorKind, isFirst: boolean, onAdded: () => void) {
  const { t } = useTranslation()
  const { security } = useWorkspace()
  const queries = useQueryClient()
  const [step, setStep] = useState<AddFactorStep>(START)
  const [fieldError, setFieldError] = useState<string | null>(null)
  const proof = usePasswordProof()
  const [isPending, setPending] = useState(false)

  /** Runs one step at a time. Gives whether it succeeded. */
  async function run(work: () => Promise<void>): Promise<boolean> {
    if (isPending) return false
    setPending(true)
    setFieldError(null)
    try {
      await work()
      return true
    } catch (error) {
      if (proof.takeRefusal(error)) return false
      const found = fieldErrorOf(error, t)
      setFieldError(found)
      if (found === null) toast(failureToast(error, { title: wordsOf(kind, t).failed }, t))
      return false
    } finally {
      setPending(false)
    }
  }

  async function begin(name: string): Promise<void> {
    if (name === '') return setFieldError(t('Please enter a name'))
    if (!proof.isComplete()) return
    const input = { name, password: proof.password }
    await run(async () => {
      if (kind === 'totp') setStep({ kind: 'scan', factor: await security.beginFactor(input) })
      else if (await security.addKey(input)) await goOn()
    })
  }

  function finish(id: string, code: string): Promise<boolean> {
    return run(async () => {
      await security.finishFactor(id, code)
      await goOn()
    })
  }

  async function goOn(): Promise<void> {
    toast(wordsOf(kind, t).added)
    if (isFirst) setStep({ kind: 'codes', codes: await security.newRecoveryCodes() })
    else onAdded()
    void queries.invalidateQueries({ queryKey: securityQueries.all })
  }

  function reset() {
    setStep(START)
    proof.reset()
  }

  return { step, fieldError, passwordField: proof.field, isPending, begin, finish, reset }
}

function wordsOf(kind: NewFactorKind, t: TFunction): { added: ToastInput; failed: string } {
  return kind === 'totp'
    ? {
        added: {
          title: t('Authenticator app added'),
          description: t('You now need its code to sign in. Your other devices were signed out.'),
        },
        failed: t('Error adding authenticator app'),
      }
    : {
        added: {
          title: t('Security key added'),
          description: t('You now need it to sign in. Your other devices were signed out.'),
        },
        failed: t('Error adding security key'),
      }
}

function fieldErrorOf(error: unknown, t: TFunction): string | null {
  if (!(error instanceof AccessError)) return null
  switch (error.code) {
    case 'mfa_factor_name_conflict':
      return t('You already have one with this name.')
    case 'mfa_verification_failed':
      return t('This code is wrong. Enter the one that shows now. Each code works once.')
    case 'too_many_enrolled_mfa_factors':
      return t('You have reached the maximum. Remove one first.')
    default:
      return null
  }
}
