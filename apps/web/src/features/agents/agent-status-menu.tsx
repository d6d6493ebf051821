import { AGENT_STATUSES, type Agent } from '@cairn/workspace/port/records/agents'
import { useTranslation } from 'react-i18next'
import { useSetStatus } from '@/catalogue/list/use-set-status.ts'
import { statusStyle } from '@/catalogue/status-styles.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { StatusMenu } from '@/ui/display/status-menu.tsx'
import { AGENTS } from './agent-catalogue.ts'

/** An agent's status, which can be changed where it stands. */
export function AgentStatusMenu({ agent }: { agent: Agent }) {
  const { t } = useTranslation()
  const setStatus = useSetStatus(AGENTS, {
    done: ({ name }) => AGENTS.words(t).changed(name),
    failed: {
      title: t('Error'),
      says: (message) => t('Failed to update agent: {{message}}', { message }),
    },
  })
  return (
    <StatusMenu
      label={t('Status of {{name}}', { name: agent.name })}
      status={statusStyle('agent', agent.status)}
      value={agent.status}
      choices={AGENT_STATUSES}
      styleOf={(status) => statusStyle('agent', status)}
      onChange={(status) => setStatus({ item: agent, status })}
      disabledReason={useRefusal()('change-record', agent)}
    />
  )
}
