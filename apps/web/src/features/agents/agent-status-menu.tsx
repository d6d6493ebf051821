import { useTranslation } from 'react-i18next'
import { statusLook } from '@/catalogue/status-looks.ts'
import { useSetStatus } from '@/catalogue/use-set-status.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { StatusMenu } from '@/ui/status-menu.tsx'
import { AGENT_STATUSES, type Agent } from '@/workspace/port/agents.ts'
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
      look={statusLook('agent', agent.status)}
      value={agent.status}
      choices={AGENT_STATUSES}
      lookOf={(status) => statusLook('agent', status)}
      onChange={(status) => setStatus({ item: agent, status })}
      disabledReason={useRefusal()('change-record', agent)}
    />
  )
}
