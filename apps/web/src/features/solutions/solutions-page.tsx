import { useTranslation } from 'react-i18next'
import { recordSaver } from '@/catalogue/list/edit/record-value.ts'
import { CatalogueScreen } from '@/catalogue/screen/catalogue-screen.tsx'
import { SOLUTIONS } from './solution-catalogue.ts'
import { SolutionDetails } from './solution-details.tsx'
import { SolutionDialog } from './solution-dialog.tsx'
import { RESTORABLE_SOLUTION } from './solution-form.ts'
import { SolutionsTable } from './solutions-table.tsx'

const save = recordSaver(RESTORABLE_SOLUTION)

/** The solutions catalogue. */
export function SolutionsPage() {
  const { t } = useTranslation()
  return (
    <CatalogueScreen
      catalogue={SOLUTIONS}
      save={save}
      subtitle={t('Manage your custom in-house solutions')}
      addFirst={t('Create First Solution')}
      empty={{
        title: t('No Solutions Yet'),
        description: t('Register the first thing that your organization has built and who uses it.'),
      }}
      filter={{
        label: t('Filter solutions'),
        placeholder: t('Filter solutions...'),
        loadingMore: t('Loading more solutions...'),
      }}
      table={(props) => <SolutionsTable {...props} />}
      details={(solution, handlers) => <SolutionDetails solution={solution} {...handlers} />}
      form={(solution, onClose) => <SolutionDialog solution={solution} onClose={onClose} />}
      missing={{
        title: t('Solution not found'),
        text: t('This solution has been deleted, or the address is wrong.'),
      }}
    />
  )
}
