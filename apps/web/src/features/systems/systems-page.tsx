import { useTranslation } from 'react-i18next'
import { recordSaver } from '@/catalogue/list/edit/record-value.ts'
import { CatalogueScreen } from '@/catalogue/screen/catalogue-screen.tsx'
import { SYSTEMS } from './system-catalogue.ts'
import { SystemDetails } from './system-details.tsx'
import { RESTORABLE_SYSTEM, SystemDialog } from './system-form.tsx'
import { SystemsTable } from './systems-table.tsx'

const save = recordSaver(RESTORABLE_SYSTEM)

/** The systems catalogue. */
export function SystemsPage() {
  const { t } = useTranslation()
  return (
    <CatalogueScreen
      catalogue={SYSTEMS}
      save={save}
      subtitle={t("Manage your organization's systems")}
      addFirst={t('Create First System')}
      empty={{
        title: t('No Systems Yet'),
        description: t('Register the first system that your organization runs and choose its owner.'),
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
        text: t('This system has been deleted, or the address is wrong.'),
      }}
    />
  )
}
