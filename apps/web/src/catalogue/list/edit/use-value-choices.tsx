import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { FieldValue } from '@cairn/workspace/port/records/fields'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useTranslation } from 'react-i18next'
import { useOwnerOptions } from '@/shared/people/use-people-options.tsx'
import { useOwnerName, useOwners } from '@/shared/people/use-team.ts'
import { coloredOptions } from '@/ui/picker/colored-options.tsx'
import type { PickerOption } from '@/ui/picker/list-picker.tsx'
import { choiceOptions } from '../../fields/choice-options.ts'
import type { RecordField } from '../../fields/field.ts'
import { useFields } from '../../fields/use-fields.ts'
import { statusStyle } from '../../status-styles.ts'
import { useTags } from '../../tags/use-tags.ts'
import { presentValue } from './record-value.ts'

/** The choices for a column of a row. */
export interface ValueChoices {
  column: string
  label: string
  options: readonly PickerOption[]
  /** The ids of the record's present values. */
  chosen: readonly string[]
  multiple: boolean
  /** Returns the value for chosen ids. */
  valueFrom: (ids: readonly string[]) => FieldValue | null
  /** Returns its words. */
  textOf: (ids: readonly string[]) => string
}

/** The id of the option that stands for no value. */
const NOTHING = ''

/** Returns all choices in the row of a record; none without one. */
export function useValueChoices(
  kind: CatalogueKind,
  record: CatalogueRecord | null,
): readonly ValueChoices[] {
  const { t } = useTranslation()
  const owners = useOwners()
  const ownerOptions = useOwnerOptions()
  const ownerName = useOwnerName()
  const fields = useFields(kind)
  const { tags } = useTags()
  if (record === null) return []
  const statuses = CATALOGUES[kind].statuses.map((status) => ({
    id: status,
    label: t(statusStyle(kind, status).label),
  }))
  const owner: ValueChoices = {
    ...one(record, 'owner', t('Owner'), [
      { id: NOTHING, label: t('No owner assigned'), muted: true },
      ...ownerOptions(owners),
    ]),
    textOf: ([id = NOTHING]) => ownerName(id),
  }
  return [
    one(record, 'status', t('Status'), statuses),
    owner,
    ...(tags.length > 0 ? [several(record, 'tags', t('Tags'), coloredOptions(tags))] : []),
    ...fields.flatMap((field) => fieldChoices(field, record, t('Not specified'))),
  ]
}

function fieldChoices(field: RecordField, record: CatalogueRecord, nothing: string): readonly ValueChoices[] {
  const { key, label, type, required } = field
  const options = choiceOptions(field, presentValue(record, key))
  const none = required ? [] : [{ id: NOTHING, label: nothing, muted: true }]
  if (type === 'choice') return [one(record, key, label, [...none, ...options])]
  if (type !== 'choices') return []
  return [several(record, key, label, options)]
}

/** A choice of any number of the options. */
function several(
  record: CatalogueRecord,
  column: string,
  label: string,
  options: readonly PickerOption[],
): ValueChoices {
  const present = presentValue(record, column)
  return {
    ...one(record, column, label, options),
    chosen: typeof present === 'object' ? (present ?? []) : [],
    multiple: true,
    valueFrom: (ids) => ids,
  }
}

/** A choice of a single option. */
function one(
  record: CatalogueRecord,
  column: string,
  label: string,
  options: readonly PickerOption[],
): ValueChoices {
  const present = presentValue(record, column)
  return {
    column,
    label,
    options,
    chosen: [typeof present === 'string' ? present : NOTHING],
    multiple: false,
    valueFrom: ([id = NOTHING]) => (id === NOTHING ? null : id),
    textOf: (ids) => wordsOf(options, ids),
  }
}

/** Returns the labels of chosen options, and the id of a value that is no option. */
function wordsOf(options: readonly PickerOption[], ids: readonly string[]): string {
  const named = ids.map((id) => options.find((option) => option.id === id)?.label ?? id)
  return named.join(', ') || '–'
}
