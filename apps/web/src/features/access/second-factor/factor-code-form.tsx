import type { SecondFactor } from '@cairn/workspace/port/security'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '@/session/context.tsx'
import { Button } from '@/ui/button/button.tsx'
import { CodeInput, isComplete } from '@/ui/form/code-input.tsx'
import { Field } from '@/ui/form/field.tsx'
import { failureMessage } from '../failure-message.ts'
import { useAsyncAction } from '../use-async-action.ts'

/** The code that an app shows, or that a phone gets when it is asked for. */
export function FactorCodeForm({ factor }: { factor: SecondFactor }) {
  const { t } = useTranslation()
  const access = useAccess()
  const { isPending, error, run } = useAsyncAction()
  const [code, setCode] = useState('')
  const [challengeId, setChallengeId] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const isPhone = factor.kind === 'phone'

  async function show(complete: string) {
    const shown = { factorId: factor.id, challengeId, code: complete }
    if (!(await run(() => access.verifyFactor(shown)))) field.current?.select()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isComplete(code)) void show(code)
    else field.current?.focus()
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label={t('Code')}
        hint={
          isPhone
            ? t('The six digits in the message to your phone.')
            : t('The six digits that your authenticator app shows now.')
        }
        error={error === null ? null : failureMessage(error, t)}
      >
        <CodeInput ref={field} value={code} onChange={setCode} onComplete={(whole) => void show(whole)} />
      </Field>
      <Button type="submit" size="lg" pending={isPending}>
        {isPending ? t('Checking...') : t('Verify')}
      </Button>
      {isPhone && (
        <Button
          variant="outline"
          size="lg"
          onClick={() => void run(async () => setChallengeId(await access.challengeFactor(factor.id)))}
        >
          {challengeId === null ? t('Send me a code') : t('Send another code')}
        </Button>
      )}
    </form>
  )
}
