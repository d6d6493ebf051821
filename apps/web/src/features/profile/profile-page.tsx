import { useTranslation } from 'react-i18next'
import { PageHeader } from '@/ui/page-header.tsx'
import { AppearanceCard } from './appearance-card.tsx'

/** The own profile. */
export function ProfilePage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('Profile')} subtitle={t('What is yours alone: how Cairn looks to you.')} />
      <AppearanceCard />
    </>
  )
}
