import { useTranslation } from 'react-i18next'
import { agentStatusLook } from '@/catalogue/status-looks.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { StatusMenu } from '@/ui/status-menu.tsx'
import { AGENT_STATUSES, type Agent } from '@/workspace/port/agents.ts'
import { useSetAgentStatus } from './use-agents.ts'

/** An agent's status, which can be changed where it stands. */
export function AgentStatusMenu({ agent }: { agent: Agent }) {
  const { t } = useTranslation()
  const setStatus = useSetAgentStatus()
  return (
    <StatusMenu
      label={t('Status of {{name}}', { name: agent.name })}
      look={agentStatusLook(agent.status)}
      value={agent.status}
      choices={AGENT_STATUSES}
      lookOf={agentStatusLook}
      onChange={(status) => setStatus({ item: agent, status })}
      disabledReason={useRefusal()('change-record', agent)}
    />
  )
}
