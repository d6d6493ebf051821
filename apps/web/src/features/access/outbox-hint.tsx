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
        {t('This installation sends no mail yet: ask whoever runs it for the message.')}
      </p>
    )
  }
  return (
    <p className={className}>
      {t('This installation sends no mail: messages are kept on this machine.')}{' '}
      <a href={outbox} className="font-medium text-link underline underline-offset-3">
        {t('Open the outbox')}
      </a>
    </p>
  )
}
