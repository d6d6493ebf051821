import type { Conditions } from '@cairn/workspace/port/records/conditions'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { RemovableChip } from '@/ui/picker/removable-chip.tsx'
import { focusOnceGone } from '../../focus-row.ts'
import { type ConditionPart, withPart } from './condition-parts.ts'
import { ConditionSteps, type FilterSource } from './condition-steps.tsx'
import { conditionText, groupText } from './condition-words.ts'
import { useFilterFields } from './filter-fields.tsx'
import { GroupBuilder } from './group-builder.tsx'
import { MatchSelect } from './match-select.tsx'
import type { ConditionsProps } from './new-condition.tsx'

interface ConditionsRowProps extends ConditionsProps {
  conditions: Conditions
}

/** What a list is filtered by, a chip each. */
export function ConditionsRow({ kind, records, conditions, onChange }: ConditionsRowProps) {
  const { t } = useTranslation()
  const fields = useFilterFields(kind)
  const parts = conditions.conditions
  const put = (place: number, part: ConditionPart | null) => {
    if (part === null) focusOnceGone(document.activeElement, lastChip)
    onChange({ ...conditions, conditions: withPart(parts, place, part) })
  }
  return (
    <fieldset aria-label={t('Added filters')} className="flex min-w-0 flex-wrap items-center gap-2">
      {parts.length > 1 && (
        <MatchSelect match={conditions.match} onChange={(match) => onChange({ ...conditions, match })} />
      )}
      {parts.map((part, place) => (
        <PartChip
          // biome-ignore lint/suspicious/noArrayIndexKey: the next one takes its place, and the focus
          key={place}
          kind={kind}
          fields={fields}
          records={records}
          part={part}
          onChange={(next) => put(place, next)}
        />
      ))}
      {parts.length > 1 && (
        <Button
          variant="ghost"
          onClick={({ currentTarget }) => {
            focusOnceGone(currentTarget, lastChip)
            onChange({ ...conditions, conditions: [] })
          }}
        >
          {t('Remove all')}
        </Button>
      )}
    </fieldset>
  )
}

/** Where the focus goes when the last chip has gone: to the one before, or to the way to a new one. */
function lastChip(): HTMLElement | undefined {
  const ways = [
    ...document.querySelectorAll<HTMLElement>('#main [data-filter-chip], #main [data-add-filter]'),
  ]
  return ways.findLast((way) => way.checkVisibility())
}

interface PartChipProps extends FilterSource {
  part: ConditionPart
  onChange: (part: ConditionPart | null) => void
}

function PartChip({ part, onChange, ...source }: PartChipProps) {
  const { t, i18n } = useTranslation()
  const isCondition = 'field' in part
  const text = isCondition
    ? conditionText(part, source.fields, t, i18n.language)
    : groupText(part, source.fields, t, i18n.language)
  return (
    <RemovableChip
      text={text}
      label={text}
      removeLabel={t('Remove the filter: {{filter}}', { filter: text })}
      onRemove={() => onChange(null)}
    >
      {(close) =>
        isCondition ? (
          <ConditionSteps {...source} condition={part} onChange={onChange} onDone={close} />
        ) : (
          <GroupBuilder {...source} group={part} onChange={onChange} />
        )
      }
    </RemovableChip>
  )
}
