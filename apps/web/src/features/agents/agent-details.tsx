import { AGENT_PLATFORMS, type Agent } from '@cairn/workspace/port/records/agents'
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
import { agentFormSchema, RESTORABLE_AGENT, useAgentFields } from './agent-form.tsx'
import { agentLink } from './agent-link.ts'

interface AgentDetailsProps extends RecordHandlers<Agent> {
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
      status={<StatusBadge status={statusStyle('agent', agent.status)} />}
      state={<StateLine kind="agent" recordId={agent.id} />}
      nameSchema={agentFormSchema.shape.name}
      idLabel={t('Agent ID')}
      facts={
        <PublishedProperties
          kind="agent"
          record={agent}
          editing={handlers.editing}
          place={{
            ...{ id: 'platform', label: t('Platform'), choices: AGENT_PLATFORMS },
            read: ({ platform }) => platform,
            write: (item, platform) => ({ ...item, platform }),
            link: agentLink(agent),
          }}
          last={{ label: t('Last Used'), moment: agent.lastUsed }}
        />
      }
      {...handlers}
    >
      <HandoverNotice kind="agent" record={agent} />
      <HeartbeatCard kind="agent" record={agent} />
      <ExpertsCard kind="agent" recordId={agent.id} />
    </RecordDetails>
  )
}
