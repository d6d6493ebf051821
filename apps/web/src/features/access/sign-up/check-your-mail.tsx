import { MailCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { Button } from '@/ui/button/button.tsx'
import { OutboxHint } from '../outbox-hint.tsx'
import { useResend } from '../use-resend.ts'

/** After signing up: asks to confirm the address. Without a mail server the mail is in this installation's outbox. */
export function CheckYourMail({ email }: { email: string }) {
  const { t } = useTranslation()
  const { isSending, resend } = useResend(useLocation().state)
  const card = useRef<HTMLDivElement>(null)
  // After signing up the form is gone; who is in another field stays there.
  useEffect(() => {
    if (document.activeElement === document.body) card.current?.focus()
  }, [])
  return (
    <div
      ref={card}
      role="status"
      tabIndex={-1}
      className="mb-4 flex gap-3 rounded-xl border bg-card p-4 text-sm shadow-raised outline-none"
    >
      <MailCheck aria-hidden className="mt-0.5 size-4.5 shrink-0 text-success-foreground" />
      <div className="min-w-0">
        <p className="font-medium">{t('Almost there: confirm your email address')}</p>
        <p className="mt-1 wrap-anywhere text-muted-foreground">
          {t('We sent a link to {{email}}. Open it to activate your account.', { email })}
        </p>
        <OutboxHint className="mt-2 text-muted-foreground" />
        <Button
          variant="link"
          size="sm"
          className="mt-2"
          pending={isSending}
          onClick={() => void resend(email)}
        >
          {t('Send the email again')}
        </Button>
      </div>
    </div>
  )
}
