import { CreateAgentForm } from '@/features/agents/create-agent-form.tsx'
import { CreateAutomationForm } from '@/features/automations/create-automation-form.tsx'
import { ConnectionsPage } from '@/features/connections/connections-page.tsx'

/** The connections tab with the forms of the features that it serves. */
export function ConnectionsScreen() {
  return <ConnectionsPage forms={{ automations: <CreateAutomationForm />, agents: <CreateAgentForm /> }} />
}
