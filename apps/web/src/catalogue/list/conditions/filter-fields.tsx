import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { OPERATORS_OF, type Operator } from '@cairn/workspace/port/records/conditions'
import type { FieldType } from '@cairn/workspace/port/records/fields'
import { HEARTBEAT_FIELD } from '@cairn/workspace/port/records/heartbeat-condition'
import { COUNTED_STATES } from '@cairn/workspace/port/records/heartbeats'
import {
  RELATION_FIELDS,
  type RelationField,
  UNOWNED,
} from '@cairn/workspace/port/records/relation-conditions'
import { filterTypesOf } from '@cairn/workspace/rules/filter-types'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnerOptions } from '@/shared/people/use-people-options.tsx'
import { useOwners } from '@/shared/people/use-team.ts'
import { coloredOptions } from '@/ui/picker/colored-options.tsx'
import type { PickerOption } from '@/ui/picker/list-picker.tsx'
import type { RecordField } from '../../fields/field.ts'
import { useFields } from '../../fields/use-fields.ts'
import { HEARTBEAT_LOOKS } from '../../heartbeats/heartbeat-state.tsx'
import { statusStyle } from '../../status-styles.ts'
import { useTags } from '../../tags/use-tags.ts'

/** A field that a list can be filtered by. */
export interface FilterField {
  key: string
  label: string
  type: FieldType
  /** Of a number. */
  unit: string
  operators: readonly Operator[]
  /** The options to choose from; null where the value is typed. */
  options: readonly PickerOption[] | null
}

const RELATION_LABELS: Readonly<Record<RelationField, Phrase>> = {
  depends_on: phrase('Depends on'),
  used_by: phrase('Used by'),
}

/** Whether the values of a field are related records. */
export function isRelationField({ key }: Pick<FilterField, 'key'>): boolean {
  return RELATION_FIELDS.some((known) => known === key)
}

/** Returns all fields that a list can be filtered by, in the reader's language. */
export function useFilterFields(kind: CatalogueKind): readonly FilterField[] {
  const { t } = useTranslation()
  const fields = useFields(kind)
  const people = useOwners()
  const optionsOf = useOwnerOptions()
  const { tags } = useTags()
  return useMemo(() => {
    const persons = optionsOf(people)
    const yesOrNo = [
      { id: 'yes', label: t('Yes') },
      { id: 'no', label: t('No') },
    ]
    const plain = (key: string, label: string, type: FieldType, options: readonly PickerOption[] | null) => ({
      ...{ key, label, type, options, unit: '' },
      operators: OPERATORS_OF[type],
    })
    const statuses = CATALOGUES[kind].statuses.map((status) => ({
      id: status,
      label: t(statusStyle(kind, status).label),
    }))
    const heartbeats = COUNTED_STATES.map((state) => ({
      id: state,
      label: state === 'maintenance' ? t('Maintenance') : t(HEARTBEAT_LOOKS[state].label),
    }))
    return [
      plain('name', t('Name'), 'text', null),
      plain('description', t('Description'), 'long_text', null),
      plain('status', t('Status'), 'choice', statuses),
      plain('owner', t('Owner'), 'member', persons),
      plain('tags', t('Tags'), 'choices', coloredOptions(tags)),
      ...(filterTypesOf(kind).has(HEARTBEAT_FIELD)
        ? [plain(HEARTBEAT_FIELD, t('Heartbeat'), 'choice', heartbeats)]
        : []),
      ...fields.map((field): FilterField => {
        const { key, label, type, unit } = field
        // A filter cannot name a record here: it can only ask whether there is one.
        const operators = type === 'record' ? (['empty', 'filled'] as const) : OPERATORS_OF[type]
        return { key, label, type, unit, operators, options: optionsOfField(field, persons, yesOrNo) }
      }),
      ...RELATION_FIELDS.map((key) =>
        plain(key, t(RELATION_LABELS[key]), 'choice', [
          { id: UNOWNED, label: t('Something without an owner') },
        ]),
      ),
      plain('expert', t('Expert'), 'member', persons),
      plain('links', t('Links'), 'address', null),
      plain('imported_from', t('Imported From'), 'text', null),
      plain('created', t('Created'), 'date', null),
      plain('updated', t('Updated'), 'date', null),
    ]
  }, [t, kind, fields, tags, people, optionsOf])
}

function optionsOfField(
  field: RecordField,
  persons: readonly PickerOption[],
  yesOrNo: readonly PickerOption[],
): readonly PickerOption[] | null {
  switch (field.type) {
    case 'choice':
    case 'choices':
      return coloredOptions(field.choices)
    case 'member':
      return persons
    case 'yes_no':
      return yesOrNo
    default:
      return null
  }
}
