import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { Conditions } from '@cairn/workspace/port/records/conditions'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useState } from 'react'
import type { ConditionPart } from './condition-parts.ts'
import { ConditionSteps } from './condition-steps.tsx'
import { useFilterFields } from './filter-fields.tsx'
import { GroupBuilder } from './group-builder.tsx'
import { putPart } from './known-parts.ts'

export interface ConditionsProps {
  kind: CatalogueKind
  /** All records of the list; null where not all of them are here. */
  records: readonly CatalogueRecord[] | null
  /** The whole filter of the address, with the conditions that the list does not know. */
  conditions: Conditions | null
  /** Takes a function that changes the present conditions of the address: the drawn ones may be one change behind. */
  onChange: (change: (now: Conditions | null) => Conditions) => void
}

/** Adds a condition to a filter, or several of which any has to hold. */
export function NewCondition(props: ConditionsProps & { onDone: () => void }) {
  const { kind, records, onChange, onDone } = props
  const fields = useFilterFields(kind)
  /** The added part: further choices change the same one. */
  const [added, setAdded] = useState<ConditionPart | null>(null)
  const [isGroup, setGroup] = useState(false)
  const put = (part: ConditionPart | null) => {
    onChange((now) => putPart(now, added, part))
    setAdded(part)
  }
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
      onChange={put}
      onDone={onDone}
    />
  )
}
