import type { Automation } from '@cairn/workspace/port/records/automations'
import type { Solution } from '@cairn/workspace/port/records/solutions'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { recordPath } from '@/catalogue/record-path.ts'
import { statusStyle } from '@/catalogue/status-styles.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { catalogueQueries } from '@/queries/records/catalogue.ts'
import { storedLabel } from '@/shared/stored-label.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { RelatedCard, type RelatedItem } from './related-card.tsx'
import { useChangeRelated, useRelated } from './use-related.ts'

/** The automations that belong to a solution. */
export function RelatedAutomations({ solution }: { solution: Solution }) {
  const { t } = useTranslation()
  const { shown, areLinked, choices, search, isLoading } = useRelated({
    kind: 'automations',
    solutionId: solution.id,
    records: catalogueQueries('automation', useWorkspace().automations),
    loadFailed: t('Error loading related automations'),
  })
  const { add, remove } = useChangeRelated('automations', solution.id, {
    added: { title: t('Automation linked'), description: t('The automation now belongs to the solution') },
    removed: {
      title: t('Automation unlinked'),
      description: t('The automation no longer belongs to the solution'),
    },
    addFailed: t('Error linking automation'),
    removeFailed: t('Error unlinking automation'),
  })
  return (
    <RelatedCard
      title={t('Related Automations')}
      shown={shown.map((automation) => itemOf(automation, t))}
      areLinked={areLinked}
      candidates={choices.map((automation) => itemOf(automation, t))}
      search={search}
      isLoading={isLoading}
      texts={{
        none: t('No automations linked'),
        suggestions: t('None are linked yet. These are active in your account:'),
        add: t('Link Automation'),
        list: t('Automations'),
        nothingToAdd: t('No automations available'),
      }}
      disabledReason={useRefusal()('change-record', solution)}
      onAdd={add}
      onRemove={remove}
    />
  )
}

function itemOf({ id, name, description, source, status }: Automation, t: TFunction): RelatedItem {
  const path = recordPath({ kind: 'automation', id })
  return {
    id,
    name,
    description,
    place: storedLabel(source, t),
    status: statusStyle('automation', status),
    path,
  }
}
