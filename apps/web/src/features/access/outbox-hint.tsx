import { useTranslation } from 'react-i18next'
import { useConfig } from '@/lib/config.ts'

/** Where the message is, on an installation that sends no mail. */
export function OutboxHint({ className }: { className?: string }) {
  const { t } = useTranslation()
  const { sendsMail, outbox } = useConfig()
  if (sendsMail) return null
  if (!outbox) {
    return (
      <p className={className}>
        {t('This installation does not send email yet. Ask the person who runs it for the message.')}
      </p>
    )
  }
  return (
    <p className={className}>
      {t('This installation does not send email. It keeps messages on this machine.')}{' '}
      <a href={outbox} className="font-medium text-link underline underline-offset-3">
        {t('Open the outbox')}
      </a>
    </p>
  )
}
