import {
  type Condition,
  type ConditionGroup,
  type Conditions,
  MAX_CONDITIONS,
  OPERATORS,
} from '@cairn/workspace/port/records/conditions'
import type { FieldType } from '@cairn/workspace/port/records/fields'
import { MAX_TAGS } from '@cairn/workspace/port/records/tags'
import { type ConditionProblem, problemOf } from '@cairn/workspace/rules/condition-problem'
import { bothOf, countOf } from '../conditions/both-of.ts'
import { tagCondition } from '../conditions/tag-condition.ts'

/**
 * Conditions in an address: `where=lifecycle.is.active,planned` for each of them, without values `where=vendor.empty`,
 * and `match=any` where one of them is enough. Nested ones stand in one: `where=any(vendor.is.SAP;own.seats.after.5)`.
 * In a value a backslash stands before what would end it.
 */
export const WHERE = 'where'
export const MATCH = 'match'
/** Earlier addresses have tags by themselves: `tag=<id>,<id>` any of them, `tag=all:<id>,<id>` every one. */
export const TAG = 'tag'
const ALL = 'all:'

type Part = Condition | ConditionGroup

export type WhereProblem = ConditionProblem | { kind: 'no condition'; word: string }

interface ReadConditions {
  /** Those that can be asked; null for none. */
  conditions: Conditions | null
  problems: readonly WhereProblem[]
}

const GROUP = /^(all|any)\((.*)\)$/s
const CONDITION = /^((?:own\.)?\w+)\.(\w+)(?:\.(.*))?$/s

/**
 * The conditions that an address names, and what is wrong with the others.
 * @param types null leaves open whether there are such fields, and whether there are too many conditions
 */
export function readConditions(
  params: URLSearchParams,
  types: ReadonlyMap<string, FieldType> | null,
): ReadConditions {
  const problems: WhereProblem[] = []
  let count = 0
  const conditionOf = (word: string): Condition[] => {
    count += 1
    const condition = parsed(word)
    const problem = condition
      ? types && problemOf(condition, types)
      : ({ kind: 'no condition', word } as const)
    if (problem !== null) problems.push(problem)
    return condition && problem === null ? [condition] : []
  }
  const parts = params.getAll(WHERE).flatMap((word): Part[] => {
    const [, match, inside = ''] = GROUP.exec(word) ?? []
    if (match === undefined) return conditionOf(word)
    const conditions = split(inside, ';').flatMap(conditionOf)
    // Without a condition, it would keep every record or none.
    return conditions.length === 0 ? [] : [{ match: matchOf(match), conditions }]
  })
  const match = params.get(MATCH) ?? 'all'
  if (match !== 'all' && match !== 'any') problems.push({ kind: 'no condition', word: match })
  const asked: Conditions | null = parts.length === 0 ? null : { match: matchOf(match), conditions: parts }
  const tags = tagsIn(params)
  const conditions = tags.ids.length === 0 ? asked : bothOf(asked, tagCondition(tags))
  if (types && (count > MAX_CONDITIONS || (conditions && countOf(conditions) > MAX_CONDITIONS)))
    return { conditions: null, problems: [{ kind: 'too many conditions' }] }
  return { conditions, problems }
}

/** The values of the parameters `where` and `match`. */
export function conditionWords(conditions: Conditions | null): { where: readonly string[]; match: string } {
  const parts = (conditions?.conditions ?? []).filter((part) => 'field' in part || part.conditions.length > 0)
  const where = parts.map((part) =>
    'field' in part ? wordOf(part) : `${part.match}(${part.conditions.map(wordOf).join(';')})`,
  )
  return { where, match: parts.length > 0 && conditions?.match === 'any' ? 'any' : '' }
}

function tagsIn(params: URLSearchParams) {
  const word = params.get(TAG) ?? ''
  const all = word.startsWith(ALL)
  const ids = (all ? word.slice(ALL.length) : word).split(',').filter(Boolean)
  return { ids: [...new Set(ids)].slice(0, MAX_TAGS), all }
}

const matchOf = (word: string): Conditions['match'] => (word === 'any' ? 'any' : 'all')

function wordOf({ field, operator, values }: Condition): string {
  const list = values.map((value) => value.replaceAll(/[\\,;)]/g, '\\$&')).join()
  return values.length === 0 ? `${field}.${operator}` : `${field}.${operator}.${list}`
}

function parsed(word: string): Condition | null {
  const [, field = '', operatorWord, list] = CONDITION.exec(word) ?? []
  const operator = OPERATORS.find((known) => known === operatorWord)
  if (operator === undefined) return null
  const values = list === undefined ? [] : split(list, ',')
  return { field, operator, values: values.map((value) => value.replaceAll(/\\(.)/gs, '$1')) }
}

/** The parts of a text between the separators that have no backslash before them. */
function split(text: string, separator: ',' | ';'): string[] {
  const parts: string[] = []
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === separator) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}
