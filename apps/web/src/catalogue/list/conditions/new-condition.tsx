import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { Conditions } from '@cairn/workspace/port/records/conditions'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGapFigures } from '../gap-words.ts'
import { GapCount, GapsPicker } from '../gaps-chip.tsx'
import type { RecordFilterState } from '../use-record-filters.ts'
import type { ConditionPart } from './condition-parts.ts'
import { ConditionSteps } from './condition-steps.tsx'
import { useFilterFields } from './filter-fields.tsx'
import { GroupBuilder } from './group-builder.tsx'

export interface ConditionsProps {
  kind: CatalogueKind
  filters: RecordFilterState
  /** All records of the list; null where not all of them are here. */
  records: readonly CatalogueRecord[] | null
  /** Takes a function that changes the present conditions of the address: the drawn ones may be one change behind. */
  onChange: (change: (now: Conditions | null) => Conditions) => void
}

/** The filters that most lists are asked for come first. */
const FIRST: readonly string[] = ['status', 'owner', 'tags']

/** Adds a filter, or several of which any has to hold. */
export function NewCondition(props: Omit<ConditionsProps, 'onChange'> & { onDone: () => void }) {
  const { kind, records, filters, onDone } = props
  const { t, i18n } = useTranslation()
  const all = useFilterFields(kind)
  const figures = useGapFigures(kind)
  const fields = [...all.filter(isFirst), ...all.filter((field) => !isFirst(field))]
  /** The added part: further choices change the same one. */
  const [added, setAdded] = useState<ConditionPart | null>(null)
  const [step, setStep] = useState<'field' | 'group' | 'gaps'>('field')
  const put = (part: ConditionPart | null, continued: ConditionPart | null) => {
    filters.put(added ?? continued, part)
    setAdded(part)
  }
  if (step === 'gaps') return <GapsPicker kind={kind} filters={filters} />
  if (step === 'group')
    return (
      <GroupBuilder
        kind={kind}
        fields={fields}
        records={records}
        group={added && !('field' in added) ? added : { match: 'any', conditions: [] }}
        onChange={(group) => put(group, null)}
      />
    )
  const count = (of: number) => <GapCount count={of} language={i18n.language} />
  return (
    <ConditionSteps
      kind={kind}
      fields={fields}
      records={records}
      condition={null}
      given={filters.plain}
      ways={[
        {
          ...{ id: 'no_owner', label: t('No owner'), after: 'owner', trailing: count(figures.no_owner ?? 0) },
          onPick() {
            filters.setOwnerless(true)
            onDone()
          },
        },
        { id: 'gaps', label: t('Gaps'), after: 'tags', onPick: () => setStep('gaps') },
        {
          ...{ id: 'group', label: t('Any of several filters…'), after: null, muted: true },
          onPick: () => setStep('group'),
        },
      ]}
      onChange={put}
      onDone={onDone}
    />
  )
}

const isFirst = ({ key }: { key: string }) => FIRST.includes(key)
