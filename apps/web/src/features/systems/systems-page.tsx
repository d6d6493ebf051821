import { Server } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { AddRecordButton } from '@/catalogue/add-record-button.tsx'
import { CatalogueScreen } from '@/catalogue/catalogue-screen.tsx'
import type { TableOrders } from '@/catalogue/filtered-records.tsx'
import { DeleteSystemDialog } from './delete-system-dialog.tsx'
import { SystemDetails } from './system-details.tsx'
import { SystemDialog } from './system-dialog.tsx'
import { SystemsTable } from './systems-table.tsx'
import { useSystems } from './use-systems.ts'

const ORDERS: TableOrders = { by: ['name', 'owner', 'created'], usual: { id: 'name', desc: false } }

/** The systems catalogue. */
export function SystemsPage() {
  const { t } = useTranslation()
  return (
    <CatalogueScreen
      catalogue={useSystems()}
      title={t('Systems')}
      subtitle={t("Manage your organization's systems")}
      addButton={(onAdd, isFirst) => (
        <AddRecordButton label={isFirst ? t('Create First System') : t('Add System')} onClick={onAdd} />
      )}
      empty={{
        icon: Server,
        title: t('No Systems Yet'),
        description: t(
          'Register the first system that your organization runs, and name the person who owns it.',
        ),
      }}
      filter={{
        label: t('Filter systems'),
        placeholder: t('Filter systems...'),
        loadingMore: t('Loading more systems...'),
      }}
      orders={ORDERS}
      table={(props) => <SystemsTable {...props} />}
      details={(system, handlers) => <SystemDetails system={system} {...handlers} />}
      form={(system, onClose) => <SystemDialog system={system} onClose={onClose} />}
      deletion={(system, handlers) => <DeleteSystemDialog system={system} {...handlers} />}
      missing={{
        title: t('System not found'),
        text: t('This system has been deleted, or the address is not quite right.'),
      }}
    />
  )
}
