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
      description={t('You will manage the licenses of your systems here, with their seats and end dates.')}
    />
  )
}
