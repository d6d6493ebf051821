import type { Agent } from '@cairn/workspace/port/records/agents'
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

/** The agents that belong to a solution. */
export function RelatedAgents({ solution }: { solution: Solution }) {
  const { t } = useTranslation()
  const { shown, areLinked, choices, search, isLoading } = useRelated({
    kind: 'agents',
    solutionId: solution.id,
    records: catalogueQueries('agent', useWorkspace().agents),
    loadFailed: t('Error loading related agents'),
  })
  const { add, remove } = useChangeRelated('agents', solution.id, {
    added: { title: t('Agent linked'), description: t('The agent now belongs to the solution') },
    removed: { title: t('Agent unlinked'), description: t('The agent no longer belongs to the solution') },
    addFailed: t('Error linking agent'),
    removeFailed: t('Error unlinking agent'),
  })
  return (
    <RelatedCard
      title={t('Related Agents')}
      shown={shown.map((agent) => itemOf(agent, t))}
      areLinked={areLinked}
      candidates={choices.map((agent) => itemOf(agent, t))}
      search={search}
      isLoading={isLoading}
      texts={{
        none: t('No agents linked'),
        suggestions: t('None are linked yet. These are active in your account:'),
        add: t('Link Agent'),
        list: t('Agents'),
        nothingToAdd: t('No agents available'),
      }}
      disabledReason={useRefusal()('change-record', solution)}
      onAdd={add}
      onRemove={remove}
    />
  )
}

function itemOf({ id, name, description, platform, status }: Agent, t: TFunction): RelatedItem {
  const path = recordPath({ kind: 'agent', id })
  return {
    id,
    name,
    description,
    place: storedLabel(platform, t),
    status: statusStyle('agent', status),
    path,
  }
}
