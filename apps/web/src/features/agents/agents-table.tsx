import type { Agent } from '@cairn/workspace/port/records/agents'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogueTableProps } from '@/catalogue/list/filtered-records.tsx'
import { type PublishedColumns, PublishedTable } from '@/catalogue/list/published-table.tsx'
import { storedLabel } from '@/shared/stored-label.ts'
import { agentLink } from './agent-link.ts'
import { AgentStatusMenu } from './agent-status-menu.tsx'

/** The agents, a row each, the newest first. */
export function AgentsTable(props: CatalogueTableProps<Agent>) {
  const { t } = useTranslation()
  const own = useMemo(
    (): PublishedColumns<Agent> => ({
      linkOf: agentLink,
      place: {
        id: 'platform',
        header: t('Platform'),
        cell: ({ platform }) => storedLabel(platform, t),
        sortBy: ({ platform }) => platform,
        width: '6.5rem',
      },
      last: { id: 'lastUsed', header: t('Last Used'), momentOf: ({ lastUsed }) => lastUsed },
      status: { cell: (agent) => <AgentStatusMenu agent={agent} />, width: '8.5rem' },
    }),
    [t],
  )
  return (
    <PublishedTable
      {...props}
      kind="agent"
      own={own}
      loadingText={t('Loading agents...')}
      emptyText={t('No agents found.')}
    />
  )
}
