import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import { useTranslation } from 'react-i18next'
import { ToggleChip } from '@/ui/picker/filter-chip.tsx'
import type { ActivityTopic } from '../shown-activity.tsx'

const LABELS: Readonly<Record<ActivityTopic, Phrase>> = {
  all: phrase('All'),
  changes: phrase('Changes'),
  runs: phrase('Runs'),
  handovers: phrase('Handovers'),
  maintenance: phrase('Maintenance windows'),
}

interface TopicChipsProps {
  topics: readonly ActivityTopic[]
  chosen: ActivityTopic
  onChoose: (topic: ActivityTopic) => void
}

/** The types of activity, of which one is shown. A second press shows all again. */
export function TopicChips({ topics, chosen, onChoose }: TopicChipsProps) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons are no fields
    <div role="group" aria-label={t('Show')} className="flex flex-wrap gap-1.5 print:hidden">
      {topics.map((topic) => (
        <ToggleChip
          key={topic}
          label={t(LABELS[topic])}
          pressed={topic === chosen}
          onPress={() => onChoose(topic === chosen ? 'all' : topic)}
        />
      ))}
    </div>
  )
}
