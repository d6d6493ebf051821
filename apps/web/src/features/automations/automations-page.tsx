import { Waypoints } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CatalogueScreen } from '@/catalogue/catalogue-screen.tsx'
import { CreateLink } from '@/catalogue/create-link.tsx'
import type { TableOrders } from '@/catalogue/filtered-records.tsx'
import { connectionsPath } from '@/lib/connections-path.ts'
import { AutomationDetails } from './automation-details.tsx'
import { AutomationDialog } from './automation-dialog.tsx'
import { AutomationsTable } from './automations-table.tsx'
import { DeleteAutomationDialog } from './delete-automation-dialog.tsx'
import { useAutomations } from './use-automations.ts'

const ORDERS: TableOrders = { by: ['name', 'source', 'lastRun', 'lastPublisher', 'status'], usual: null }

/** The automations. New ones are created on the connections screen. */
export function AutomationsPage() {
  const { t } = useTranslation()
  return (
    <CatalogueScreen
      catalogue={useAutomations()}
      title={t('Automations')}
      subtitle={t('The flows that connect your tools')}
      addButton={() => <CreateLink label={t('Connect Automation')} to={connectionsPath('automations')} />}
      empty={{
        icon: Waypoints,
        title: t('No Automations Connected'),
        description: t('Connect the first flow, so that everybody knows what runs and who looks after it.'),
      }}
      filter={{
        label: t('Filter automations'),
        placeholder: t('Filter automations...'),
        loadingMore: t('Loading more automations...'),
      }}
      orders={ORDERS}
      table={(props) => <AutomationsTable {...props} />}
      details={(automation, handlers) => <AutomationDetails automation={automation} {...handlers} />}
      form={(automation, onClose) =>
        automation && <AutomationDialog automation={automation} onClose={onClose} />
      }
      deletion={(automation, handlers) => <DeleteAutomationDialog automation={automation} {...handlers} />}
      missing={{
        title: t('Automation not found'),
        text: t('This automation has been deleted, or the address is not quite right.'),
      }}
    />
  )
}
