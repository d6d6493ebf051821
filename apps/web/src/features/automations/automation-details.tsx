import { AUTOMATION_SOURCES, type Automation } from '@cairn/workspace/port/records/automations'
import { useTranslation } from 'react-i18next'
import { RestorableHistory } from '@/catalogue/activity/restorable-history.tsx'
import type { RecordHandlers } from '@/catalogue/details/catalogue-dialogs.tsx'
import { PublishedProperties } from '@/catalogue/details/published-properties.tsx'
import { RecordDetails } from '@/catalogue/details/record-details.tsx'
import { ExpertsCard } from '@/catalogue/experts/experts-card.tsx'
import { HandoverNotice } from '@/catalogue/handover/handover-badge.tsx'
import { HeartbeatCard } from '@/catalogue/heartbeats/heartbeat-card.tsx'
import { StateLine } from '@/catalogue/heartbeats/state-line.tsx'
import { statusStyle } from '@/catalogue/status-styles.ts'
import { StatusBadge } from '@/ui/display/status-badge.tsx'
import { automationFormSchema, RESTORABLE_AUTOMATION, useAutomationFields } from './automation-form.tsx'
import { automationLink } from './automation-link.ts'
import { WebhookProperty } from './webhook-property.tsx'

interface AutomationDetailsProps extends RecordHandlers<Automation> {
  automation: Automation
}

/** Everything about one automation. */
export function AutomationDetails({ automation, ...handlers }: AutomationDetailsProps) {
  const { t } = useTranslation()
  const { webhookUrl } = automation
  const fields = useAutomationFields()
  return (
    <RecordDetails
      kind="automation"
      history={<RestorableHistory restorable={RESTORABLE_AUTOMATION} record={automation} fields={fields} />}
      record={automation}
      status={<StatusBadge status={statusStyle('automation', automation.status)} />}
      state={<StateLine kind="automation" recordId={automation.id} />}
      nameSchema={automationFormSchema.shape.name}
      idLabel={t('Automation ID')}
      facts={
        <>
          <PublishedProperties
            kind="automation"
            record={automation}
            editing={handlers.editing}
            place={{
              ...{ id: 'source', label: t('Source'), choices: AUTOMATION_SOURCES },
              read: ({ source }) => source,
              write: (item, source) => ({ ...item, source }),
              link: automationLink(automation),
            }}
            last={{ label: t('Last Run'), moment: automation.lastRun }}
          />
          {(webhookUrl !== '' || handlers.editing) && (
            <WebhookProperty automation={automation} editing={handlers.editing} />
          )}
        </>
      }
      {...handlers}
    >
      <HandoverNotice kind="automation" record={automation} />
      <HeartbeatCard kind="automation" record={automation} />
      <ExpertsCard kind="automation" recordId={automation.id} />
    </RecordDetails>
  )
}
