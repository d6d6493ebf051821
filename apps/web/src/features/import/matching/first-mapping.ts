import type { ColumnMatch } from '@cairn/tables/matching/match-columns'
import { isDocumentShape, SOURCES } from '@cairn/tables/shapes/shape'
import type { ImportKey, ImportMatch } from '@cairn/workspace/port/imports'
import { OWN } from '@cairn/workspace/port/records/field-keys'
import { COST, CURRENCY } from '@/catalogue/fields/money.ts'
import { columnName } from '../reading/column-name.ts'
import { currencyIn, withCurrency } from '../reading/cost-currency.ts'
import {
  type ColumnUse,
  type ImportTarget,
  LINE,
  type Mapping,
  targetOf,
  type Words,
} from '../reading/mapping.ts'
import type { Preview } from '../reading/preview.ts'

/** Returns the headers by which a match is remembered. */
export function headsOf({ head, columns }: Preview): readonly string[] {
  return columns.map((_, column) => columnName(head, column))
}

/**
 * Returns the initial match of the columns: the last one, otherwise by names and values.
 * @param accountWords the meanings of words in all files of the account
 */
export function firstMapping(
  preview: Preview,
  targets: readonly ImportTarget[],
  matches: readonly ColumnMatch[],
  remembered: ImportMatch | null,
  accountWords: Words = {},
): Mapping {
  const known = new Map(targets.map((target) => [target.key, target]))
  const heads = headsOf(preview)
  const before = remembered?.columns ?? {}
  const taken = new Set<string>()
  const columns = heads.map((head, column): ColumnUse => {
    const key = Object.hasOwn(before, head) ? before[head] : matches[column]?.target
    if (key === LINE) return { use: 'line' }
    const target = key ? known.get(key) : undefined
    if (!key || !target || (taken.has(key) && target.list === null)) return { use: 'out' }
    taken.add(key)
    return { use: 'field', key }
  })
  const keys = keysFor(columns, targets)
  const words = possibleWords(remembered?.words ?? {}, targets)
  return {
    columns,
    words: wordsFor(preview, columns, words),
    remembered: rememberedWords(words, possibleWords(accountWords, targets), targets),
    rowWords: {},
    key: keys.find((key) => key === remembered?.key) ?? keys[0] ?? 'name',
    source: remembered?.source ?? (taken.has('source_id') ? sourceOf(preview) : null),
    emptiesFields: false,
  }
}

/** The words without those that mean a choice which is there no more. */
function possibleWords(words: Words, targets: readonly ImportTarget[]): Words {
  return Object.fromEntries(
    Object.entries(words).map(([key, meanings]) => {
      const choices = targets.find((target) => target.key === key)?.choices
      const isPossible = (id: string) => !choices || id === '' || choices.some((choice) => choice.id === id)
      return [key, Object.fromEntries(Object.entries(meanings).filter(([, id]) => isPossible(id)))]
    }),
  )
}

/** The words of fields with choices: as this file had them, else as others had them. */
function rememberedWords(own: Words, others: Words, targets: readonly ImportTarget[]): Words {
  return Object.fromEntries(
    targets.flatMap(({ key, choices }) =>
      choices && (own[key] || others[key]) ? [[key, { ...others[key], ...own[key] }]] : [],
    ),
  )
}

/** Sets the currency that the column of the costs names, where nothing is remembered. */
function wordsFor(
  { head, columns: looks }: Preview,
  columns: readonly ColumnUse[],
  words: Mapping['words'],
): Mapping['words'] {
  const column = columns.findIndex((use) => use.use === 'field' && use.key === COST)
  const texts = [head?.[column] ?? '', ...(looks[column]?.samples ?? [])]
  const named = texts.map(currencyIn).find((currency) => currency !== null)
  return named && words[CURRENCY] === undefined ? withCurrency(words, named) : words
}

/** Returns the keys by which rows with these columns can find records, the surest first. */
export function keysFor(
  columns: readonly ColumnUse[],
  targets: readonly ImportTarget[],
): readonly ImportKey[] {
  const used = columns.flatMap((use) => (use.use === 'field' ? use.key : []))
  const own = used.filter(isOwn).filter((key) => {
    const target = targets.find((each) => each.key === key)
    return target?.list === null && (target.type === 'text' || target.type === 'number')
  })
  return [
    ...(used.includes('id') ? ['id' as const] : []),
    ...(used.includes('source_id') ? ['source' as const] : []),
    ...(used.includes('name') ? ['name' as const] : []),
    ...own,
  ]
}

function isOwn(key: string): key is `own.${string}` {
  return key.startsWith(OWN)
}

/** Returns the parts of a mapping that are remembered. */
export function matchOf(preview: Preview, { columns, words, key, source }: Mapping): ImportMatch {
  const uses = headsOf(preview).map((head, column) => [head, fieldOf(columns[column])] as const)
  return { columns: Object.fromEntries(uses), words, key, source }
}

function fieldOf(use: ColumnUse | undefined): string | null {
  if (use?.use === 'line') return LINE
  return use?.use === 'field' ? use.key : null
}

const LONGEST_SOURCE = 60

/** Returns the source of the rows, as far as the file tells: a known format, or its name without dates and numbers. */
function sourceOf({ shape, name }: Preview): string {
  if (isDocumentShape(shape)) return SOURCES[shape]
  const bare = name.replace(/\.\w+$/, '').replaceAll(/[\d\s._-]+$/g, '')
  return (bare || name).slice(0, LONGEST_SOURCE)
}

/**
 * Returns the mapping with another use of a column. A field with one value is taken from the column that had it; a field
 * with several values can have several columns.
 */
export function withUse(
  mapping: Mapping,
  column: number,
  use: ColumnUse,
  targets: readonly ImportTarget[],
): Mapping {
  const hasSeveral = (targetOf(targets, use)?.list ?? null) !== null
  const columns = mapping.columns.map((each, at): ColumnUse => {
    if (at === column) return use
    if (hasSeveral) return each
    return use.use === 'field' && each.use === 'field' && each.key === use.key ? { use: 'out' } : each
  })
  return { ...mapping, columns }
}

/** Returns the mapping with the meaning of a word in a field, in all rows or in one; null forgets it. */
export function withWord(
  mapping: Mapping,
  field: string,
  word: string,
  id: string | null,
  row: number | null = null,
): Mapping {
  const { words, rowWords } = mapping
  if (row === null) return { ...mapping, words: changed(words, field, word, id) }
  return {
    ...mapping,
    rowWords: { ...rowWords, [field]: changed(rowWords[field] ?? {}, String(row), word, id) },
  }
}

function changed(words: Words, key: string, word: string, id: string | null): Words {
  const { [word]: _, ...others } = words[key] ?? {}
  return { ...words, [key]: id === null ? others : { ...others, [word]: id } }
}
