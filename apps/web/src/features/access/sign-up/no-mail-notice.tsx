import { useTranslation } from 'react-i18next'
import { useConfig } from '@/lib/config.ts'

/** Says before signing up that no message will come, where only the operator can read it. */
export function NoMailNotice() {
  const { t } = useTranslation()
  const { sendsMail, outbox } = useConfig()
  if (sendsMail || outbox) return null
  return (
    <p role="status" className="rounded-md bg-warning-soft px-3 py-2.5 text-sm text-warning-foreground">
      {t(
        'This installation does not send email yet, so you will not get the message that activates your account. Ask the person who runs it to set up a mail server (SMTP_URL).',
      )}
    </p>
  )
}
