import { useTranslation } from 'react-i18next'
import type { DetailsHandlers } from '@/catalogue/catalogue-dialogs.tsx'
import { LastPublisher } from '@/catalogue/person.tsx'
import { RecordDetails } from '@/catalogue/record-details.tsx'
import { automationStatusLook } from '@/catalogue/status-looks.ts'
import { ExternalLink } from '@/ui/external-link.tsx'
import { Fact } from '@/ui/fact.tsx'
import { Moment } from '@/ui/moment.tsx'
import { StatusBadge } from '@/ui/status-badge.tsx'
import type { Automation } from '@/workspace/port/automations.ts'
import { automationLink } from './automation-link.ts'

interface AutomationDetailsProps extends DetailsHandlers {
  automation: Automation
}

/** Everything about one automation. */
export function AutomationDetails({ automation, ...handlers }: AutomationDetailsProps) {
  const { t } = useTranslation()
  const { source, webhookUrl, lastRun, updatedBy } = automation
  const link = automationLink(automation)
  return (
    <RecordDetails
      record={automation}
      status={<StatusBadge look={automationStatusLook(automation.status)} />}
      idLabel={t('Automation ID')}
      facts={
        <>
          <Fact label={t('Source')}>
            {link === null ? t(source) : <ExternalLink to={link}>{t(source)}</ExternalLink>}
          </Fact>
          <Fact label={t('Last Run')}>
            <Moment date={lastRun} />
          </Fact>
          <Fact label={t('Last Publisher')}>
            <LastPublisher personId={updatedBy} />
          </Fact>
          {webhookUrl !== '' && (
            <Fact label={t('Webhook URL')} wide>
              <code className="wrap-anywhere font-mono text-xs">{webhookUrl}</code>
            </Fact>
          )}
        </>
      }
      {...handlers}
    />
  )
}
