import type { Conditions } from '@cairn/workspace/port/records/conditions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RemovableChip } from '@/ui/picker/removable-chip.tsx'
import { focusOnceGone } from '../../focus-row.ts'
import type { ConditionPart } from './condition-parts.ts'
import { ConditionSteps, type FilterSource } from './condition-steps.tsx'
import { conditionText, groupText } from './condition-words.ts'
import { useFilterFields } from './filter-fields.tsx'
import { GroupBuilder } from './group-builder.tsx'
import { changedPart, knownPart, putPart } from './known-parts.ts'
import { lastChip } from './last-chip.ts'
import { type ListFields, useListFields } from './list-fields.ts'
import { MatchSelect } from './match-select.tsx'
import type { ConditionsProps } from './new-condition.tsx'
import { useNamedRecords } from './related-records.tsx'
import { othersOf, withOthers } from './tag-condition.ts'

interface ConditionsRowProps extends Omit<ConditionsProps, 'filters'> {
  conditions: Conditions
}

/** The filters of a list, a chip each. */
export function ConditionsRow({ kind, records, conditions, onChange }: ConditionsRowProps) {
  const { t } = useTranslation()
  const fields = useNamedRecords(useFilterFields(kind), conditions)
  const listFields = useListFields(kind)
  const { match, conditions: parts } = othersOf(conditions)
  const chips = parts.flatMap((part) => {
    const shown = knownPart(part, listFields)
    return shown === null ? [] : [{ part, shown }]
  })
  const isSeveral = chips.length > 1
  const put = (part: ConditionPart, next: ConditionPart | null) => {
    if (next === null || knownPart(next, listFields) === null) focusOnceGone(document.activeElement, lastChip)
    onChange((now) => putPart(now, part, next))
  }
  if (chips.length === 0) return null
  return (
    <fieldset aria-label={t('Added filters')} className="contents">
      {isSeveral && (
        <MatchSelect
          match={match}
          onChange={(next) => onChange((now) => withOthers(now, (others) => ({ ...others, match: next })))}
        />
      )}
      {chips.map((chip, place) => (
        <PartChip
          // biome-ignore lint/suspicious/noArrayIndexKey: the next one takes its place, and the focus
          key={place}
          {...chip}
          kind={kind}
          fields={fields}
          records={records}
          listFields={listFields}
          onChange={put}
        />
      ))}
    </fieldset>
  )
}

interface PartEditorProps extends FilterSource {
  /** The part as the address has it. */
  part: ConditionPart
  listFields: ListFields
  onChange: (part: ConditionPart, next: ConditionPart | null) => void
}

function PartChip({ shown, ...props }: PartEditorProps & { shown: ConditionPart }) {
  const { part, fields, listFields, onChange } = props
  const { t, i18n } = useTranslation()
  const text =
    'field' in shown
      ? conditionText(shown, fields, t, i18n.language)
      : groupText(shown, fields, t, i18n.language)
  return (
    <RemovableChip
      text={text}
      label={text}
      removeLabel={t('Remove the filter: {{filter}}', { filter: text })}
      onRemove={() => onChange(part, changedPart(part, null, listFields))}
    >
      {(close) => <PartEditor {...props} onDone={close} />}
    </RemovableChip>
  )
}

function PartEditor({
  part,
  listFields,
  onChange,
  onDone,
  ...source
}: PartEditorProps & { onDone: () => void }) {
  /** The part after the last change: the drawn one may be one change behind. */
  const [current, setCurrent] = useState<ConditionPart | null>(part)
  const shown = current && knownPart(current, listFields)
  if (current === null || shown === null) return null
  const change = (next: ConditionPart | null) => {
    const changed = changedPart(current, next, listFields)
    onChange(current, changed)
    setCurrent(changed)
  }
  return 'field' in shown ? (
    <ConditionSteps {...source} condition={shown} onChange={change} onDone={onDone} />
  ) : (
    <GroupBuilder {...source} group={shown} onChange={change} />
  )
}
