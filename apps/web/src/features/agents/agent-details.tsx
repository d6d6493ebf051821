import { useTranslation } from 'react-i18next'
import type { DetailsHandlers } from '@/catalogue/catalogue-dialogs.tsx'
import { ExpertsCard } from '@/catalogue/experts-card.tsx'
import { HandoverNotice } from '@/catalogue/handover-mark.tsx'
import { PublishedFacts } from '@/catalogue/published-facts.tsx'
import { RecordDetails } from '@/catalogue/record-details.tsx'
import { RestorableHistory } from '@/catalogue/restorable-history.tsx'
import { statusLook } from '@/catalogue/status-looks.ts'
import { StatusBadge } from '@/ui/status-badge.tsx'
import type { Agent } from '@/workspace/port/agents.ts'
import { RESTORABLE_AGENT, useAgentFields } from './agent-form.tsx'
import { agentLink } from './agent-link.ts'

interface AgentDetailsProps extends DetailsHandlers {
  agent: Agent
}

/** Everything about one agent. */
export function AgentDetails({ agent, ...handlers }: AgentDetailsProps) {
  const { t } = useTranslation()
  const fields = useAgentFields()
  return (
    <RecordDetails
      kind="agent"
      history={<RestorableHistory restorable={RESTORABLE_AGENT} record={agent} fields={fields} />}
      record={agent}
      status={<StatusBadge look={statusLook('agent', agent.status)} />}
      idLabel={t('Agent ID')}
      facts={
        <PublishedFacts
          record={agent}
          place={{ label: t('Platform'), name: agent.platform, link: agentLink(agent) }}
          last={{ label: t('Last Used'), moment: agent.lastUsed }}
        />
      }
      {...handlers}
    >
      <HandoverNotice kind="agent" record={agent} />
      <ExpertsCard kind="agent" recordId={agent.id} />
    </RecordDetails>
  )
}
