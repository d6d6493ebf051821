import { FileBadge } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ComingSoonCard } from './coming-soon-card.tsx'

/** Announces the licenses tab. */
export function LicensesCard() {
  const { t } = useTranslation()
  return (
    <ComingSoonCard
      icon={FileBadge}
      title={t('License Management')}
      description={t(
        'The licenses of your systems, with their seats and when they end, will be managed here.',
      )}
    />
  )
}
