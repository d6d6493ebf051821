import { useTranslation } from 'react-i18next'
import type { DetailsHandlers } from '@/catalogue/catalogue-dialogs.tsx'
import { ExpertsCard } from '@/catalogue/experts-card.tsx'
import { HandoverNotice } from '@/catalogue/handover-mark.tsx'
import { PublishedFacts } from '@/catalogue/published-facts.tsx'
import { RecordDetails } from '@/catalogue/record-details.tsx'
import { RestorableHistory } from '@/catalogue/restorable-history.tsx'
import { statusLook } from '@/catalogue/status-looks.ts'
import { Fact } from '@/ui/fact.tsx'
import { StatusBadge } from '@/ui/status-badge.tsx'
import type { Automation } from '@/workspace/port/automations.ts'
import { RESTORABLE_AUTOMATION, useAutomationFields } from './automation-form.tsx'
import { automationLink } from './automation-link.ts'

interface AutomationDetailsProps extends DetailsHandlers {
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
      status={<StatusBadge look={statusLook('automation', automation.status)} />}
      idLabel={t('Automation ID')}
      facts={
        <>
          <PublishedFacts
            record={automation}
            place={{ label: t('Source'), name: automation.source, link: automationLink(automation) }}
            last={{ label: t('Last Run'), moment: automation.lastRun }}
          />
          {webhookUrl !== '' && (
            <Fact label={t('Webhook URL')} wide>
              <code className="wrap-anywhere font-mono text-xs">{webhookUrl}</code>
            </Fact>
          )}
        </>
      }
      {...handlers}
    >
      <HandoverNotice kind="automation" record={automation} />
      <ExpertsCard kind="automation" recordId={automation.id} />
    </RecordDetails>
  )
}
