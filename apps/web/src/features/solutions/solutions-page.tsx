import { Boxes } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { AddRecordButton } from '@/catalogue/add-record-button.tsx'
import { CatalogueScreen } from '@/catalogue/catalogue-screen.tsx'
import type { TableOrders } from '@/catalogue/filtered-records.tsx'
import { DeleteSolutionDialog } from './delete-solution-dialog.tsx'
import { SolutionDetails } from './solution-details.tsx'
import { SolutionDialog } from './solution-dialog.tsx'
import { SolutionsTable } from './solutions-table.tsx'
import { useSolutions } from './use-solutions.ts'

const ORDERS: TableOrders = { by: ['name', 'status', 'owner', 'created'], usual: { id: 'name', desc: false } }

/** The solutions catalogue. */
export function SolutionsPage() {
  const { t } = useTranslation()
  return (
    <CatalogueScreen
      catalogue={useSolutions()}
      title={t('Solutions')}
      subtitle={t('Manage your custom in-house solutions')}
      addButton={(onAdd, isFirst) => (
        <AddRecordButton label={isFirst ? t('Create First Solution') : t('Add Solution')} onClick={onAdd} />
      )}
      empty={{
        icon: Boxes,
        title: t('No Solutions Yet'),
        description: t('Register the first thing that your organization has built itself, and who uses it.'),
      }}
      filter={{
        label: t('Filter solutions'),
        placeholder: t('Filter solutions...'),
        loadingMore: t('Loading more solutions...'),
      }}
      orders={ORDERS}
      table={(props) => <SolutionsTable {...props} />}
      details={(solution, handlers) => <SolutionDetails solution={solution} {...handlers} />}
      form={(solution, onClose) => <SolutionDialog solution={solution} onClose={onClose} />}
      deletion={(solution, handlers) => <DeleteSolutionDialog solution={solution} {...handlers} />}
      missing={{
        title: t('Solution not found'),
        text: t('This solution has been deleted, or the address is not quite right.'),
      }}
    />
  )
}
