import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { type Conditions, MAX_VALUES } from '@cairn/workspace/port/records/conditions'
import { OWN } from '@cairn/workspace/port/records/field-keys'
import { GAPS, type Gap } from '@cairn/workspace/port/records/gap'
import type { RecordOrder } from '@cairn/workspace/port/records/records'
import { VIEWER } from '@cairn/workspace/port/records/views'
import { canGroupBy, canOrderBy } from '@cairn/workspace/rules/field-uses'
import { type ColumnChoice, choiceOf, wordOf } from '../columns/column-choice.ts'
import { type GoneTags, withoutGoneTags } from '../conditions/gone-tags.ts'
import type { ListFields } from '../conditions/list-fields.ts'
import { conditionWords, MATCH, readConditions, TAG, WHERE, type WhereProblem } from './condition-address.ts'

/** The state of a list, as its address says it. */
export interface ListView {
  text: string
  statuses: readonly string[]
  /** Ids; `me` is the user who looks, as `ownersFor` says; null nobody. */
  owners: readonly (string | null)[]
  gaps: readonly Gap[]
  conditions: Conditions | null
  /** Null for the usual one. */
  order: { by: string; descending: boolean } | null
  /** The field by which records are put together. */
  group: string | null
  columns: ColumnChoice | null
}

/**
 * A part of an address that the list does not know. A problem in the filter means that the list is not the requested
 * one.
 */
export type AddressProblem =
  | { part: 'filter'; problem: WhereProblem | { kind: 'too long' } }
  | { part: 'filter' | 'choice'; problem: GoneTags }
  | {
      part: 'filter' | 'choice' | 'order' | 'grouping' | 'columns'
      problem: { kind: 'unknown'; word: string }
    }

export interface ReadAddress {
  /** The known part of the address. */
  view: ListView
  problems: readonly AddressProblem[]
  /** The requested list cannot be shown: any records would be the wrong ones. */
  isRefused: boolean
}

const NOBODY = 'none'
/** The orders that every list has, some of them only where the column is chosen. */
const ORDERS: readonly RecordOrder[] = ['name', 'created', 'status', 'owner', 'lastPublisher']
const MOST_CHARACTERS = 100_000

/** The list of an address without parameters. */
export const USUAL_VIEW: ListView = {
  ...{
    text: '',
    statuses: [],
    owners: [],
    gaps: [],
    conditions: null,
    order: null,
    group: null,
    columns: null,
  },
}

/** The state of a list of this kind that an address names. */
export function readListAddress(
  params: URLSearchParams,
  { kind, types, isTagGone }: ListFields,
): ReadAddress {
  if (params.toString().length > MOST_CHARACTERS)
    return {
      view: USUAL_VIEW,
      problems: [{ part: 'filter', problem: { kind: 'too long' } }],
      isRefused: true,
    }
  const problems: AddressProblem[] = []
  const chosen = <Word extends string>(name: string, known: readonly Word[]) => {
    const words = wordsOf(params.get(name))
    const found = known.filter((one) => words.includes(one))
    // Without any of the choices, the list would have every record.
    const part = found.length === 0 ? 'filter' : 'choice'
    for (const word of words)
      if (!known.some((one) => one === word)) problems.push({ part, problem: { kind: 'unknown', word } })
    return found
  }
  const owners = wordsOf(params.get('owner'))
  if (owners.length > MAX_VALUES) problems.push({ part: 'filter', problem: { kind: 'too many values' } })
  const asked = readConditions(params, types)
  problems.push(...asked.problems.map((problem) => ({ part: 'filter', problem }) as const))
  const { conditions, problems: goneTags } = withoutGoneTags(asked.conditions, isTagGone)
  // Where other tags are left, the rest is shown.
  for (const problem of goneTags) problems.push({ part: problem.isAlone ? 'filter' : 'choice', problem })
  const known = (part: 'order' | 'grouping', word: string, is: boolean) => {
    if (word !== '' && !is) problems.push({ part, problem: { kind: 'unknown', word } })
    return is && word !== ''
  }
  const sort = params.get('sort') ?? ''
  const by = sort.replace(/^-/, '')
  const group = params.get('group') ?? ''
  const [orderType, groupType] = [types.get(by), types.get(group)]
  const isOrder =
    [...ORDERS, ...CATALOGUES[kind].orders].some((one) => one === by) ||
    (orderType !== undefined && canOrderBy(by, orderType))
  const chosenColumns = choiceOf(params.get('cols') ?? '')
  const isMissing = ({ id }: { id: string }) => id.startsWith(OWN) && !types.has(id)
  for (const { id } of chosenColumns?.columns.filter(isMissing) ?? [])
    problems.push({ part: 'columns', problem: { kind: 'unknown', word: id } })
  const columns = chosenColumns && {
    ...chosenColumns,
    columns: chosenColumns.columns.filter((column) => !isMissing(column)),
  }
  return {
    view: {
      text: params.get('q') ?? '',
      statuses: chosen<string>('status', CATALOGUES[kind].statuses),
      owners: owners.slice(0, MAX_VALUES).map((word) => (word === NOBODY ? null : word)),
      gaps: chosen('gap', GAPS),
      conditions,
      order: known('order', by, isOrder) ? { by, descending: sort !== by } : null,
      group: known('grouping', group, groupType !== undefined && canGroupBy(group, groupType)) ? group : null,
      columns,
    },
    problems,
    isRefused: problems.some(({ part }) => part === 'filter'),
  }
}

/**
 * Returns the address with another state of the list. The parts that the change does not name stay, as all other
 * parameters do.
 */
export function writeListAddress(params: URLSearchParams, change: Partial<ListView>): URLSearchParams {
  const next = new URLSearchParams(params)
  const write = (name: string, word: string | undefined) => {
    if (word === '') next.delete(name)
    else if (word !== undefined) next.set(name, word)
  }
  write('q', change.text)
  write('status', change.statuses?.join())
  write('owner', change.owners?.map((owner) => owner ?? NOBODY).join())
  write('gap', change.gaps?.join())
  if (change.conditions !== undefined) {
    const { where, match } = conditionWords(change.conditions)
    next.delete(TAG)
    next.delete(WHERE)
    for (const word of where) next.append(WHERE, word)
    write(MATCH, match)
  }
  if (change.order !== undefined)
    write('sort', change.order === null ? '' : `${change.order.descending ? '-' : ''}${change.order.by}`)
  write('group', change.group === null ? '' : change.group)
  if (change.columns !== undefined) write('cols', change.columns === null ? '' : wordOf(change.columns))
  return next
}

/**
 * Returns the address after a change of its present state. Filters that the list does not know stay in it, so that they
 * are reported.
 */
export function changedAddress(
  params: URLSearchParams,
  change: (now: ListView) => Partial<ListView>,
  fields: ListFields,
): URLSearchParams {
  const asked = readConditions(params, null)
  const changed = change({ ...readListAddress(params, fields).view, conditions: asked.conditions })
  const next = writeListAddress(params, changed)
  if (changed.conditions === undefined) return next
  const words = params.getAll(WHERE)
  for (const problem of asked.problems)
    if (problem.kind === 'no condition')
      // A condition that is unreadable in a group could be readable alone.
      next.append(WHERE, words.includes(problem.word) ? problem.word : `any(${problem.word})`)
  return next
}

/** Returns the owners that a list asks for when this person looks at it; a guest owns nothing. */
export function ownersFor(owners: ListView['owners'], personId: string | null): ListView['owners'] {
  if (personId === null || !owners.includes(VIEWER)) return owners
  return [...new Set(owners.map((owner) => (owner === VIEWER ? personId : owner)))]
}

function wordsOf(parameter: string | null): readonly string[] {
  return [...new Set((parameter ?? '').split(',').filter(Boolean))]
}
