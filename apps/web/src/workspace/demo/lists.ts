import { WorkspaceError } from '@cairn/workspace/errors'
import { DEMO_OWN_FIELDS } from '@cairn/workspace/examples/own-fields'
import { bestFirst } from '@cairn/workspace/lib/best-first'
import { asPhrase } from '@cairn/workspace/lib/phrase'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { OWN } from '@cairn/workspace/port/records/field-keys'
import { BUILT_IN_FIELDS, BUILT_IN_KEYS, type BuiltInField } from '@cairn/workspace/port/records/fields'
import type { RecordGroups } from '@cairn/workspace/port/records/groups'
import type {
  CatalogueRecord,
  RecordFilter,
  RecordOrder,
  RecordSearch,
} from '@cairn/workspace/port/records/records'
import { conditionProblem, refusalOf } from '@cairn/workspace/rules/condition-problem'
import { type OrderedField, orderByField } from '@cairn/workspace/rules/field-order'
import { canGroupBy, canOrderBy } from '@cairn/workspace/rules/field-uses'
import { filterRecords } from '@cairn/workspace/rules/filter-records'
import { filterTypesOf } from '@cairn/workspace/rules/filter-types'
import { groupRecords } from '@cairn/workspace/rules/group-records'
import { hasGap } from './gaps.ts'

/** Refuses in the same way as the server. */
export function refuse(sentence: string): never {
  throw new WorkspaceError(asPhrase(sentence), { kind: 'invalid' })
}

/** Returns the fields of a kind whose values the examples have. */
export function fieldsOf(kind: CatalogueKind): readonly OrderedField[] {
  const builtIn = BUILT_IN_KEYS.map((key) => {
    const { type, choices = [] }: BuiltInField = BUILT_IN_FIELDS[key]
    return { key, type, choices }
  })
  const own = DEMO_OWN_FIELDS.filter((field) => field.kind === kind && !field.isRetired)
  return [...builtIn, ...own.map(({ key, type, choices }) => ({ key: OWN + key, type, choices }))]
}

function typesOf(kind: CatalogueKind) {
  return new Map([...filterTypesOf(kind), ...fieldsOf(kind).map(({ key, type }) => [key, type] as const)])
}

const MAX_CHARACTERS = 100_000

/** Returns the examples that match. Invalid conditions are refused as the server refuses them. */
export function filtered<Item extends CatalogueRecord>(
  kind: CatalogueKind,
  items: readonly Item[],
  filter: RecordFilter,
): readonly Item[] {
  if (JSON.stringify(filter.conditions ?? null).length > MAX_CHARACTERS)
    refuse('A filter has at most 100,000 characters.')
  const problem = filter.conditions ? conditionProblem(filter.conditions, typesOf(kind)) : null
  if (problem !== null) refuse(refusalOf(problem))
  return filterRecords(items, filter).filter(
    (record) => filter.gaps.length === 0 || filter.gaps.some((gap) => hasGap(record, gap)),
  )
}

/** Groups the examples by a field. */
export function grouped(kind: CatalogueKind, items: readonly CatalogueRecord[], field: string): RecordGroups {
  const type = typesOf(kind).get(field)
  if (type === undefined || !canGroupBy(field, type))
    return refuse(`There is no field "${field}" to group by.`)
  return groupRecords(items, field, type)
}

/** Sorts the examples. Orders that only the server knows leave them unchanged. */
export function ordered<Item extends CatalogueRecord>(
  kind: CatalogueKind,
  items: readonly Item[],
  { text, order }: RecordSearch,
): readonly Item[] {
  if (order === null) return items
  const { by, descending } = order
  if (by === 'match') return bestFirst(items, text, ({ name, description }) => [name, description])
  const field = fieldsOf(kind).find(({ key }) => key === by)
  if (field && canOrderBy(field.key, field.type)) return orderByField(items, field, descending)
  if (by.startsWith(OWN)) return refuse('There is no such catalogue, or it has no such order.')
  const compare = COMPARE.get(by)
  if (!compare) return items
  return [...items].sort((one, other) => (descending ? compare(other, one) : compare(one, other)))
}

type Compare = (one: CatalogueRecord, other: CatalogueRecord) => number

const COMPARE: ReadonlyMap<string, Compare> = new Map<RecordOrder, Compare>([
  ['name', (one, other) => one.name.localeCompare(other.name)],
  ['created', (one, other) => one.createdAt.getTime() - other.createdAt.getTime()],
  ['status', (one, other) => (one.status ?? '').localeCompare(other.status ?? '')],
])
