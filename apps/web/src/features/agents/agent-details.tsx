import { useTranslation } from 'react-i18next'
import type { DetailsHandlers } from '@/catalogue/catalogue-dialogs.tsx'
import { LastPublisher } from '@/catalogue/person.tsx'
import { RecordDetails } from '@/catalogue/record-details.tsx'
import { agentStatusLook } from '@/catalogue/status-looks.ts'
import { ExternalLink } from '@/ui/external-link.tsx'
import { Fact } from '@/ui/fact.tsx'
import { Moment } from '@/ui/moment.tsx'
import { StatusBadge } from '@/ui/status-badge.tsx'
import type { Agent } from '@/workspace/port/agents.ts'
import { agentLink } from './agent-link.ts'

interface AgentDetailsProps extends DetailsHandlers {
  agent: Agent
}

/** Everything about one agent. */
export function AgentDetails({ agent, ...handlers }: AgentDetailsProps) {
  const { t } = useTranslation()
  const link = agentLink(agent)
  return (
    <RecordDetails
      record={agent}
      status={<StatusBadge look={agentStatusLook(agent.status)} />}
      idLabel={t('Agent ID')}
      facts={
        <>
          <Fact label={t('Platform')}>
            {link === null ? t(agent.platform) : <ExternalLink to={link}>{t(agent.platform)}</ExternalLink>}
          </Fact>
          <Fact label={t('Last Used')}>
            <Moment date={agent.lastUsed} />
          </Fact>
          <Fact label={t('Last Publisher')}>
            <LastPublisher personId={agent.updatedBy} />
          </Fact>
        </>
      }
      {...handlers}
    />
  )
}
