import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogueTableProps } from '@/catalogue/filtered-records.tsx'
import { LastPublisher } from '@/catalogue/person.tsx'
import { useRecordColumns } from '@/catalogue/record-columns.tsx'
import { RowActions } from '@/catalogue/row-actions.tsx'
import { DataTable } from '@/ui/data-table.tsx'
import type { DataColumn } from '@/ui/data-table-types.ts'
import { ExternalLink } from '@/ui/external-link.tsx'
import { Moment } from '@/ui/moment.tsx'
import type { Agent } from '@/workspace/port/agents.ts'
import { agentLink } from './agent-link.ts'
import { AgentStatusMenu } from './agent-status-menu.tsx'

/** The agents, a row each, the newest first. */
export function AgentsTable({ list, onOpen, onEdit, onDelete }: CatalogueTableProps<Agent>) {
  const { t } = useTranslation()
  return (
    <DataTable
      label={t('Agents')}
      columns={useColumns()}
      {...list}
      rowId={({ id }) => id}
      onOpen={onOpen}
      actionsHeader={t('Actions')}
      actionsWidth="8rem"
      actions={(agent) => <RowActions record={agent} onOpen={onOpen} onEdit={onEdit} onDelete={onDelete} />}
      loadingText={t('Loading agents...')}
      emptyText={t('No agents found.')}
    />
  )
}

function useColumns(): readonly DataColumn<Agent>[] {
  const { t } = useTranslation()
  const { name, description, nameOf } = useRecordColumns<Agent>()
  return useMemo(
    () => [
      {
        ...name,
        width: '20%',
        cell: (agent) => <AgentName agent={agent} />,
        bringsControl: (agent) => agentLink(agent) !== null,
      },
      {
        id: 'platform',
        header: t('Platform'),
        cell: ({ platform }) => t(platform),
        sortBy: ({ platform }) => platform,
        width: '6.5rem',
      },
      { ...description, from: 'wide' },
      {
        id: 'lastUsed',
        header: t('Last Used'),
        cell: ({ lastUsed }) => <Moment date={lastUsed} />,
        sortBy: ({ lastUsed }) => lastUsed,
        width: '8rem',
      },
      {
        id: 'lastPublisher',
        header: t('Last Publisher'),
        cell: ({ updatedBy }) => <LastPublisher personId={updatedBy} />,
        sortBy: ({ updatedBy }) => nameOf(updatedBy),
        width: '9rem',
        from: 'wide',
      },
      {
        id: 'status',
        header: t('Status'),
        cell: (agent) => <AgentStatusMenu agent={agent} />,
        sortBy: ({ status }) => status,
        width: '8.5rem',
      },
    ],
    [t, name, description, nameOf],
  )
}

function AgentName({ agent }: { agent: Agent }) {
  const link = agentLink(agent)
  if (link === null) return agent.name
  return (
    <ExternalLink to={link} data-row-title>
      {agent.name}
    </ExternalLink>
  )
}
