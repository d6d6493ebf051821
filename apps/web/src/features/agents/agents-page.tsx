import { useTranslation } from 'react-i18next'
import { recordSaver } from '@/catalogue/list/edit/record-value.ts'
import { CatalogueScreen } from '@/catalogue/screen/catalogue-screen.tsx'
import { AGENTS } from './agent-catalogue.ts'
import { AgentDetails } from './agent-details.tsx'
import { AgentDialog, RESTORABLE_AGENT } from './agent-form.tsx'
import { AgentsTable } from './agents-table.tsx'

const save = recordSaver(RESTORABLE_AGENT)

/** The agents. New ones are created on the connections screen. */
export function AgentsPage() {
  const { t } = useTranslation()
  return (
    <CatalogueScreen
      catalogue={AGENTS}
      save={save}
      subtitle={t('The AI agents that your organization uses')}
      empty={{
        title: t('No Agents Created'),
        description: t(
          'Register your first AI agent so that everyone knows where it runs and who looks after it.',
        ),
      }}
      filter={{
        label: t('Filter agents'),
        placeholder: t('Filter agents...'),
        loadingMore: t('Loading more agents...'),
      }}
      table={(props) => <AgentsTable {...props} />}
      details={(agent, handlers) => <AgentDetails agent={agent} {...handlers} />}
      form={(agent, onClose) => agent && <AgentDialog agent={agent} onClose={onClose} />}
      missing={{
        title: t('Agent not found'),
        text: t('This agent has been deleted, or the address is wrong.'),
      }}
    />
  )
}
