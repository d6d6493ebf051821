import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/queries/context.tsx'
import { ComingSoonCard } from './coming-soon-card.tsx'

/** Announces the rest of the security tab: monitoring for admins, their own activity for other members. */
export function SecurityCard() {
  const { t } = useTranslation()
  const isAdmin = useMe().permissionLevel === 'admin'
  return (
    <ComingSoonCard
      icon={ShieldCheck}
      title={isAdmin ? t('Security Monitoring') : t('Your recent activity')}
      description={
        isAdmin
          ? t('Sign-ins, lock-outs and changes of permission in your account will be watched over here.')
          : t('Your own sign-ins and password changes will be listed here.')
      }
    />
  )
}
