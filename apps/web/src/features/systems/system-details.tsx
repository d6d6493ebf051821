import { useTranslation } from 'react-i18next'
import type { DetailsHandlers } from '@/catalogue/catalogue-dialogs.tsx'
import { RecordDetails } from '@/catalogue/record-details.tsx'
import { statusLook } from '@/catalogue/status-looks.ts'
import { useMe } from '@/queries/context.tsx'
import { JsonDetails } from '@/ui/json-details.tsx'
import { StatusBadge } from '@/ui/status-badge.tsx'
import type { System } from '@/workspace/port/systems.ts'
import { ExpertsCard } from './experts-card.tsx'

interface SystemDetailsProps extends DetailsHandlers {
  system: System
}

/** Everything about one system. */
export function SystemDetails({ system, ...handlers }: SystemDetailsProps) {
  const { t } = useTranslation()
  const isMember = useMe().kind === 'member'
  return (
    <RecordDetails
      record={system}
      status={system.status && <StatusBadge look={statusLook('system', system.status)} />}
      idLabel={t('System ID')}
      {...handlers}
    >
      {isMember && <ExpertsCard systemId={system.id} />}
      <JsonDetails label={t('Additional Details')} details={system.details} />
    </RecordDetails>
  )
}
