import type { CodePurpose } from '@cairn/workspace/port/access'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '@/session/context.tsx'
import { Button } from '@/ui/button/button.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { CodeInput, isComplete } from '@/ui/form/code-input.tsx'
import { Field } from '@/ui/form/field.tsx'
import { codeFailureMessage, failureMessage } from '../failure-message.ts'
import { OutboxHint } from '../outbox-hint.tsx'
import { useAsyncAction } from '../use-async-action.ts'
import { useCountdown } from './use-countdown.ts'

/** The server sends a second mail to an address only after this time. */
const SECONDS_BETWEEN_MAILS = 60

interface CodeStepProps {
  purpose: CodePurpose
  email: string
}

/** Asks for the code of the mail that was just sent. The link in the mail does the same, on any device. */
export function CodeStep({ purpose, email }: CodeStepProps) {
  const { t } = useTranslation()
  const access = useAccess()
  const { isPending, error, run } = useAsyncAction()
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  async function redeem(complete: string) {
    if (await run(() => access.redeemCode(purpose, { email, code: complete }))) return
    field.current?.select()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isComplete(code)) void redeem(code)
    else field.current?.focus()
  }

  return (
    <>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={t('Code from the email')}
          hint={t('Enter the six digits, or open the link in the email on any device.')}
          error={error === null ? null : codeFailureMessage(error, t)}
        >
          <CodeInput ref={field} value={code} onChange={setCode} onComplete={(whole) => void redeem(whole)} />
        </Field>
        <Button type="submit" size="lg" pending={isPending}>
          {isPending ? t('Checking...') : t('Continue')}
        </Button>
      </form>
      <div className="mt-4 flex flex-col items-center gap-3 text-center text-muted-foreground text-xs">
        <SendAgain purpose={purpose} email={email} />
        <OutboxHint />
      </div>
    </>
  )
}

function SendAgain({ purpose, email }: CodeStepProps) {
  const { t } = useTranslation()
  const access = useAccess()
  const { isPending, run } = useAsyncAction()
  const { left, restart } = useCountdown(SECONDS_BETWEEN_MAILS)

  async function send() {
    try {
      await access.sendCode(purpose, email)
      toast({
        title: t('Email sent'),
        description: t('The code from the earlier email no longer works.'),
      })
      restart()
    } catch (error) {
      toast({
        variant: 'destructive',
        title: t('Error sending email'),
        description: failureMessage(error, t),
      })
    }
  }

  if (left > 0) {
    return (
      <p className="tabular-nums">
        {t('No email? You can send it again in {{seconds}} s.', { seconds: left })}
      </p>
    )
  }
  return (
    <Button variant="link" size="sm" pending={isPending} onClick={() => void run(send)}>
      {t('Send the email again')}
    </Button>
  )
}
