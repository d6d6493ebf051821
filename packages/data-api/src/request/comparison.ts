import { tooComplex } from '../errors/request-errors.ts'
import { LIMITS } from './limits.ts'
import { attempt, type Scanner } from './scanner.ts'

/** Comparisons that may be made with any or all of a list: `eq(any).{1,2}`. */
const QUANTIFIABLE = ['eq', 'gte', 'gt', 'lte', 'lt', 'like', 'ilike', 'match', 'imatch'] as const
export type Quantifiable = (typeof QUANTIFIABLE)[number]

/** Comparisons with one value. */
const SIMPLE = ['neq', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj', 'isdistinct'] as const
export type Simple = (typeof SIMPLE)[number]

const TEXT_SEARCH = ['fts', 'plfts', 'phfts', 'wfts'] as const
export type TextSearch = (typeof TEXT_SEARCH)[number]

const IS_VALUES = ['null', 'not_null', 'true', 'false', 'unknown'] as const
export type IsValue = (typeof IS_VALUES)[number]

/** How a field is compared, and with what. */
export type Comparison =
  | { kind: 'quantifiable'; operator: Quantifiable; quantifier: 'any' | 'all' | null; value: string }
  | { kind: 'simple'; operator: Simple; value: string }
  | { kind: 'in'; values: readonly string[] }
  | { kind: 'is'; value: IsValue }
  | { kind: 'textSearch'; operator: TextSearch; config: string | null; value: string }

/** A comparison, or its opposite. */
export interface Compared {
  negated: boolean
  comparison: Comparison
}

/** Where a value ends: with the text, or at the comma or parenthesis of the group that it stands in. */
export type ReadValue = (scanner: Scanner) => string

export const wholeValue: ReadValue = (scanner) => scanner.until('')

/** Within a group a value ends at a comma or parenthesis that is not in quotes or braces. */
export const groupedValue: ReadValue = (scanner) =>
  readQuotedWhole(scanner) ?? scanner.match(/\{[^{}]*\}/y) ?? scanner.until(',)')

/** True when a value begins as a comparison does. What else stands in the URL of a function call is an argument. */
export function beginsComparison(scanner: Scanner): boolean {
  scanner.take('not.')
  return readHead(scanner) !== undefined
}

/**
 * Reads `not.eq.5`, `in.(a,b)`, `fts(english).cat`. Undefined when no operator stands here; throws when one does and
 * what
 * follows does not fit it. Source: https://docs.postgrest.org/en/v14/references/api/tables_views.html#operators
 */
export function readCompared(scanner: Scanner, readValue: ReadValue): Compared | undefined {
  const negated = scanner.take('not.')
  const head = readHead(scanner)
  return head && { negated, comparison: readOperand(scanner, head, readValue) }
}

/** The operator with what stands in its parentheses, up to the dot. */
type Head =
  | { kind: 'quantifiable'; operator: Quantifiable; quantifier: 'any' | 'all' | null }
  | { kind: 'simple'; operator: Simple }
  | { kind: 'in' }
  | { kind: 'is' }
  | { kind: 'textSearch'; operator: TextSearch; config: string | null }

function readHead(scanner: Scanner): Head | undefined {
  return attempt(scanner, () => {
    const word = scanner.match(/[a-z]+/y) ?? ''
    const parameter =
      scanner
        .match(/\([\p{L}\p{Nd}_ $]+\)/uy)
        ?.slice(1, -1)
        .trim() ?? null
    return scanner.take('.') ? headOf(word, parameter) : undefined
  })
}

function headOf(word: string, parameter: string | null): Head | undefined {
  const textSearch = oneOf(TEXT_SEARCH, word)
  if (textSearch !== undefined) return { kind: 'textSearch', operator: textSearch, config: parameter }
  const quantifiable = oneOf(QUANTIFIABLE, word)
  if (quantifiable !== undefined && (parameter === null || parameter === 'any' || parameter === 'all')) {
    return { kind: 'quantifiable', operator: quantifiable, quantifier: parameter }
  }
  if (parameter !== null) return undefined
  if (word === 'in' || word === 'is') return { kind: word }
  const simple = oneOf(SIMPLE, word)
  return simple && { kind: 'simple', operator: simple }
}

function readOperand(scanner: Scanner, head: Head, readValue: ReadValue): Comparison {
  switch (head.kind) {
    case 'in':
      return { ...head, values: readList(scanner) }
    case 'is':
      return { ...head, value: readIsValue(scanner) }
    case 'quantifiable':
      return { ...head, value: readValue(scanner) }
    case 'simple':
      return { ...head, value: readValue(scanner) }
    case 'textSearch':
      return { ...head, value: readValue(scanner) }
  }
}

function readIsValue(scanner: Scanner): IsValue {
  const start = scanner.position
  const value = oneOf(IS_VALUES, (scanner.match(/\w+/y) ?? '').toLowerCase())
  if (value !== undefined) return value
  scanner.rewind(start)
  return scanner.fail('isVal: (null, not_null, true, false, unknown)')
}

/** `(a,"b,c",d)`; `()` holds nothing. */
function readList(scanner: Scanner): string[] {
  const values: string[] = []
  scanner.skipSpaces()
  scanner.expect('(')
  scanner.skipSpaces()
  do {
    values.push(readQuotedWhole(scanner) ?? scanner.until(',)'))
    if (values.length > LIMITS.listItems) throw tooComplex(`A list has at most ${LIMITS.listItems} items.`)
  } while (scanner.take(','))
  scanner.expect(')', '"," or ")"')
  scanner.skipSpaces()
  return values.length === 1 && values[0] === '' ? [] : values
}

const QUOTED_WHOLE = /"(?:[^"\\]|\\[\s\S])*"(?=[,)]|$)/y

/**
 * A quoted text that is the whole value; undefined when more follows, because then the quotes are part of the value.
 */
function readQuotedWhole(scanner: Scanner): string | undefined {
  const start = scanner.position
  if (scanner.match(QUOTED_WHOLE) === undefined) return undefined
  scanner.rewind(start)
  return scanner.quoted()
}

function oneOf<T extends string>(words: readonly T[], word: string): T | undefined {
  return words.find((candidate) => candidate === word)
}
