import { useTranslation } from 'react-i18next'
import type { DetailsHandlers } from '@/catalogue/catalogue-dialogs.tsx'
import { useComparedFields } from '@/catalogue/compared-fields.tsx'
import { ExpertsCard } from '@/catalogue/experts-card.tsx'
import { HandoverNotice } from '@/catalogue/handover-mark.tsx'
import { RecordDetails } from '@/catalogue/record-details.tsx'
import { RestorableHistory } from '@/catalogue/restorable-history.tsx'
import { statusLook } from '@/catalogue/status-looks.ts'
import { JsonDetails } from '@/ui/json-details.tsx'
import { StatusBadge } from '@/ui/status-badge.tsx'
import type { System } from '@/workspace/port/systems.ts'
import { RESTORABLE_SYSTEM } from './system-form.tsx'

interface SystemDetailsProps extends DetailsHandlers {
  system: System
}

/** Everything about one system. */
export function SystemDetails({ system, ...handlers }: SystemDetailsProps) {
  const { t } = useTranslation()
  const fields = useComparedFields('system')
  return (
    <RecordDetails
      kind="system"
      history={<RestorableHistory restorable={RESTORABLE_SYSTEM} record={system} fields={fields} />}
      record={system}
      status={system.status && <StatusBadge look={statusLook('system', system.status)} />}
      idLabel={t('System ID')}
      {...handlers}
    >
      <HandoverNotice kind="system" record={system} />
      <ExpertsCard kind="system" recordId={system.id} />
      <JsonDetails label={t('Additional Details')} details={system.details} />
    </RecordDetails>
  )
}
