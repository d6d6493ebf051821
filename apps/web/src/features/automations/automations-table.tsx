import type { Automation } from '@cairn/workspace/port/records/automations'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogueTableProps } from '@/catalogue/list/filtered-records.tsx'
import { type PublishedColumns, PublishedTable } from '@/catalogue/list/published-table.tsx'
import { storedLabel } from '@/shared/stored-label.ts'
import { automationLink } from './automation-link.ts'
import { AutomationSwitch } from './automation-switch.tsx'

/** The automations, a row each, the newest first. */
export function AutomationsTable(props: CatalogueTableProps<Automation>) {
  const { t } = useTranslation()
  const own = useMemo(
    (): PublishedColumns<Automation> => ({
      linkOf: automationLink,
      place: {
        id: 'source',
        header: t('Source'),
        cell: ({ source }) => storedLabel(source, t),
        sortBy: ({ source }) => source,
        width: '7.5rem',
      },
      last: { id: 'lastRun', header: t('Last Run'), momentOf: ({ lastRun }) => lastRun },
      status: { cell: (automation) => <AutomationSwitch automation={automation} />, width: '7.5rem' },
    }),
    [t],
  )
  return (
    <PublishedTable
      {...props}
      kind="automation"
      own={own}
      loadingText={t('Loading automations...')}
      emptyText={t('No automations found.')}
    />
  )
}
