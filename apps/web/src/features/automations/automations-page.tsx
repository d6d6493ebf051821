import { useTranslation } from 'react-i18next'
import { recordSaver } from '@/catalogue/list/edit/record-value.ts'
import { CatalogueScreen } from '@/catalogue/screen/catalogue-screen.tsx'
import { AUTOMATIONS } from './automation-catalogue.ts'
import { AutomationDetails } from './automation-details.tsx'
import { AutomationDialog, RESTORABLE_AUTOMATION } from './automation-form.tsx'
import { AutomationsTable } from './automations-table.tsx'

const save = recordSaver(RESTORABLE_AUTOMATION)

/** The automations. New ones are created on the connections screen. */
export function AutomationsPage() {
  const { t } = useTranslation()
  return (
    <CatalogueScreen
      catalogue={AUTOMATIONS}
      save={save}
      subtitle={t('The flows that connect your tools')}
      empty={{
        title: t('No Automations Connected'),
        description: t('Connect your first flow so that everyone knows what runs and who looks after it.'),
      }}
      filter={{
        label: t('Filter automations'),
        placeholder: t('Filter automations...'),
        loadingMore: t('Loading more automations...'),
      }}
      table={(props) => <AutomationsTable {...props} />}
      details={(automation, handlers) => <AutomationDetails automation={automation} {...handlers} />}
      form={(automation, onClose) =>
        automation && <AutomationDialog automation={automation} onClose={onClose} />
      }
      missing={{
        title: t('Automation not found'),
        text: t('This automation has been deleted, or the address is wrong.'),
      }}
    />
  )
}
