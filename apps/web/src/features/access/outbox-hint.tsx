import { useTranslation } from 'react-i18next'
import { useConfig } from '@/lib/config.ts'

/** A link to the outbox, on an installation that sends no mail. */
export function OutboxHint({ className }: { className?: string }) {
  const { t } = useTranslation()
  const { outbox } = useConfig()
  if (!outbox) return null
  return (
    <p className={className}>
      {t('This installation sends no mail: messages are kept on this machine.')}{' '}
      <a href={outbox} className="font-medium text-link underline underline-offset-3">
        {t('Open the outbox')}
      </a>
    </p>
  )
}
