import { AccessError } from '@cairn/workspace/errors'
import type { SecondFactor } from '@cairn/workspace/port/security'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '@/session/context.tsx'
import { Button } from '@/ui/button/button.tsx'
import { Field } from '@/ui/form/field.tsx'
import { AccessInput } from '../access-input.tsx'
import { failureMessage } from '../failure-message.ts'
import { useAsyncAction } from '../use-async-action.ts'

/** A recovery code, in the place of any of the factors. */
export function RecoveryCodeForm({ factors }: { factors: readonly SecondFactor[] }) {
  const { t } = useTranslation()
  const access = useAccess()
  const { isPending, error, run } = useAsyncAction()
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const factorId = (factors.find(({ kind }) => kind === 'totp') ?? factors[0])?.id ?? ''
  const isWrong = error instanceof AccessError && error.code === 'mfa_verification_failed'

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (code.trim() === '') return field.current?.focus()
    const shown = { factorId, challengeId: null, code: code.trim() }
    if (!(await run(() => access.verifyFactor(shown)))) field.current?.select()
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label={t('Recovery code')}
        error={
          error !== null &&
          (isWrong
            ? t('This is not one of your recovery codes, or you have already used it.')
            : failureMessage(error, t))
        }
      >
        <AccessInput
          ref={field}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          className="font-mono"
        />
      </Field>
      <Button type="submit" size="lg" pending={isPending}>
        {isPending ? t('Checking...') : t('Verify')}
      </Button>
    </form>
  )
}
