import { useTranslation } from 'react-i18next'
import { AddRecordButton } from '@/catalogue/add-record-button.tsx'
import { CatalogueScreen } from '@/catalogue/catalogue-screen.tsx'
import { SYSTEMS } from './system-catalogue.ts'
import { SystemDetails } from './system-details.tsx'
import { SystemDialog } from './system-form.tsx'
import { SystemsTable } from './systems-table.tsx'

/** The systems catalogue. */
export function SystemsPage() {
  const { t } = useTranslation()
  return (
    <CatalogueScreen
      catalogue={SYSTEMS}
      subtitle={t("Manage your organization's systems")}
      addButton={(onAdd, isFirst) => (
        <AddRecordButton label={isFirst ? t('Create First System') : t('Add System')} onClick={onAdd} />
      )}
      empty={{
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
      table={(props) => <SystemsTable {...props} />}
      details={(system, handlers) => <SystemDetails system={system} {...handlers} />}
      form={(system, onClose) => <SystemDialog system={system} onClose={onClose} />}
      missing={{
        title: t('System not found'),
        text: t('This system has been deleted, or the address is not quite right.'),
      }}
    />
  )
}
