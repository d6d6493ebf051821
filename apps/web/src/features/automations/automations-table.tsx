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
import type { Automation } from '@/workspace/port/automations.ts'
import { automationLink } from './automation-link.ts'
import { AutomationSwitch } from './automation-switch.tsx'

/** The automations, a row each, the newest first. */
export function AutomationsTable({ list, onOpen, onEdit, onDelete }: CatalogueTableProps<Automation>) {
  const { t } = useTranslation()
  return (
    <DataTable
      label={t('Automations')}
      columns={useColumns()}
      {...list}
      rowId={({ id }) => id}
      onOpen={onOpen}
      actionsHeader={t('Actions')}
      actionsWidth="8rem"
      actions={(automation) => (
        <RowActions record={automation} onOpen={onOpen} onEdit={onEdit} onDelete={onDelete} />
      )}
      loadingText={t('Loading automations...')}
      emptyText={t('No automations found.')}
    />
  )
}

function useColumns(): readonly DataColumn<Automation>[] {
  const { t } = useTranslation()
  const { name, description, nameOf } = useRecordColumns<Automation>()
  return useMemo(
    () => [
      {
        ...name,
        width: '20%',
        cell: (automation) => <AutomationName automation={automation} />,
        bringsControl: (automation) => automationLink(automation) !== null,
      },
      {
        id: 'source',
        header: t('Source'),
        cell: ({ source }) => t(source),
        sortBy: ({ source }) => source,
        width: '8rem',
      },
      { ...description, from: 'wide' },
      {
        id: 'lastRun',
        header: t('Last Run'),
        cell: ({ lastRun }) => <Moment date={lastRun} />,
        sortBy: ({ lastRun }) => lastRun,
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
        cell: (automation) => <AutomationSwitch automation={automation} />,
        sortBy: ({ status }) => status,
        width: '8rem',
      },
    ],
    [t, name, description, nameOf],
  )
}

function AutomationName({ automation }: { automation: Automation }) {
  const link = automationLink(automation)
  if (link === null) return automation.name
  return (
    <ExternalLink to={link} data-row-title>
      {automation.name}
    </ExternalLink>
  )
}
