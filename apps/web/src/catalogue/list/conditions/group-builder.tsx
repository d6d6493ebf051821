import type { ConditionGroup } from '@cairn/workspace/port/records/conditions'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { withPart } from './condition-parts.ts'
import { ConditionSteps, type FilterSource } from './condition-steps.tsx'
import { conditionText } from './condition-words.ts'
import { MatchSelect } from './match-select.tsx'

interface GroupBuilderProps extends FilterSource {
  group: ConditionGroup
  /** Null where its last condition has gone. */
  onChange: (group: ConditionGroup | null) => void
}

/** Several conditions of which all or any have to hold. */
export function GroupBuilder({ group, onChange, ...source }: GroupBuilderProps) {
  const { t, i18n } = useTranslation()
  /** The place of the condition that is open. */
  const [open, setOpen] = useState<number | null>(group.conditions.length === 0 ? 0 : null)
  const put = (place: number, condition: ConditionGroup['conditions'][number] | null) => {
    const conditions = withPart(group.conditions, place, condition)
    onChange(conditions.length === 0 ? null : { ...group, conditions })
  }
  if (open !== null)
    return (
      <ConditionSteps
        {...source}
        condition={group.conditions[open] ?? null}
        onChange={(condition) => put(open, condition)}
        onDone={() => setOpen(null)}
      />
    )
  return (
    <div className="flex min-h-0 flex-col gap-1 p-2">
      <MatchSelect match={group.match} onChange={(match) => onChange({ ...group, match })} />
      <ul aria-label={t('Filters')} className="min-h-0 overflow-y-auto">
        {group.conditions.map((condition, place) => {
          const text = conditionText(condition, source.fields, t, i18n.language)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a condition has nothing else that it is known by
            <li key={place} className="flex items-center gap-1">
              <div className="min-w-0 flex-1">
                <Button variant="ghost" onClick={() => setOpen(place)} className="max-w-full">
                  <span className="truncate text-foreground">{text}</span>
                </Button>
              </div>
              <IconButton
                icon={X}
                label={t('Remove the filter: {{filter}}', { filter: text })}
                onClick={() => put(place, null)}
              />
            </li>
          )
        })}
      </ul>
      <Button
        variant="ghost"
        size="sm"
        className="self-start"
        onClick={() => setOpen(group.conditions.length)}
      >
        <Plus />
        {t('Add filter')}
      </Button>
    </div>
  )
}
