import type { Conditions } from '@cairn/workspace/port/records/conditions'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { RemovableChip } from '@/ui/picker/removable-chip.tsx'
import { focusOnceGone } from '../../focus-row.ts'
import { type ConditionPart, NO_CONDITIONS, withPart } from './condition-parts.ts'
import { ConditionSteps, type FilterSource } from './condition-steps.tsx'
import { conditionText, groupText } from './condition-words.ts'
import { useFilterFields } from './filter-fields.tsx'
import { GroupBuilder } from './group-builder.tsx'
import { MatchSelect } from './match-select.tsx'
import type { ConditionsProps } from './new-condition.tsx'
import { othersOf, withOthers } from './tag-condition.ts'

interface ConditionsRowProps extends ConditionsProps {
  conditions: Conditions
}

/** What a list is filtered by, a chip each. */
export function ConditionsRow({ kind, records, conditions, onChange }: ConditionsRowProps) {
  const { t } = useTranslation()
  const fields = useFilterFields(kind)
  const { match, conditions: parts } = othersOf(conditions)
  const isSeveral = parts.length > 1
  const change = (next: Partial<Conditions>) =>
    onChange(withOthers(conditions, (others) => ({ ...others, ...next })))
  const put = (place: number, part: ConditionPart | null) => {
    if (part === null) focusOnceGone(document.activeElement, lastChip)
    change({ conditions: withPart(parts, place, part) })
  }
  return (
    <fieldset aria-label={t('Added filters')} className="flex min-w-0 flex-wrap items-center gap-2">
      {isSeveral && <MatchSelect match={match} onChange={(next) => change({ match: next })} />}
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
      {isSeveral && (
        <Button
          variant="ghost"
          onClick={({ currentTarget }) => {
            focusOnceGone(currentTarget, lastChip)
            change(NO_CONDITIONS)
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
