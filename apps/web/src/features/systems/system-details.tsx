import type { System } from '@cairn/workspace/port/records/systems'
import { useTranslation } from 'react-i18next'
import { RestorableHistory } from '@/catalogue/activity/restorable-history.tsx'
import type { RecordHandlers } from '@/catalogue/details/catalogue-dialogs.tsx'
import { RecordDetails } from '@/catalogue/details/record-details.tsx'
import { ExpertsCard } from '@/catalogue/experts/experts-card.tsx'
import { HandoverNotice } from '@/catalogue/handover/handover-badge.tsx'
import { AdditionalDetails } from '@/catalogue/properties/additional-details.tsx'
import { statusStyle } from '@/catalogue/status-styles.ts'
import { StatusBadge } from '@/ui/display/status-badge.tsx'
import { RESTORABLE_SYSTEM, systemFormSchema, useSystemFields } from './system-form.tsx'

interface SystemDetailsProps extends RecordHandlers<System> {
  system: System
}

/** Everything about one system. */
export function SystemDetails({ system, ...handlers }: SystemDetailsProps) {
  const { t } = useTranslation()
  const fields = useSystemFields()
  return (
    <RecordDetails
      kind="system"
      history={<RestorableHistory restorable={RESTORABLE_SYSTEM} record={system} fields={fields} />}
      record={system}
      status={system.status && <StatusBadge status={statusStyle('system', system.status)} />}
      nameSchema={systemFormSchema.shape.name}
      idLabel={t('System ID')}
      {...handlers}
    >
      <HandoverNotice kind="system" record={system} />
      <ExpertsCard kind="system" recordId={system.id} />
      <AdditionalDetails kind="system" record={system} editing={handlers.editing} />
    </RecordDetails>
  )
}
