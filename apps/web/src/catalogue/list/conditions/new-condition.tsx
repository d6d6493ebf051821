import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { Condition, Conditions } from '@cairn/workspace/port/records/conditions'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useState } from 'react'
import { withPart } from './condition-parts.ts'
import { ConditionSteps } from './condition-steps.tsx'
import { useFilterFields } from './filter-fields.tsx'
import { GroupBuilder } from './group-builder.tsx'
import { othersOf, withOthers } from './tag-condition.ts'

export interface ConditionsProps {
  kind: CatalogueKind
  /** All records of the list; null where not all of them are here. */
  records: readonly CatalogueRecord[] | null
  conditions: Conditions | null
  onChange: (conditions: Conditions) => void
}

/** Adds a condition to a filter, or several of which any has to hold. */
export function NewCondition(props: ConditionsProps & { onDone: () => void }) {
  const { kind, records, conditions, onChange, onDone } = props
  const fields = useFilterFields(kind)
  const present = othersOf(conditions)
  /** Its place: what is chosen on changes the same one. */
  const [place] = useState(present.conditions.length)
  const [isGroup, setGroup] = useState(false)
  const put = (part: Conditions['conditions'][number] | null) =>
    onChange(
      withOthers(conditions, () => ({ ...present, conditions: withPart(present.conditions, place, part) })),
    )
  const added = present.conditions[place]
  if (isGroup)
    return (
      <GroupBuilder
        kind={kind}
        fields={fields}
        records={records}
        group={added && !('field' in added) ? added : { match: 'any', conditions: [] }}
        onChange={put}
      />
    )
  return (
    <ConditionSteps
      kind={kind}
      fields={fields}
      records={records}
      condition={null}
      onGroup={() => setGroup(true)}
      onChange={(condition: Condition) => put(condition)}
      onDone={onDone}
    />
  )
}
