import { listedIn } from '@cairn/workspace/lib/listed-text'
import { textOf } from '../model/cell-text.ts'
import type { Cell, DateOrder, DecimalMark } from '../model/table.ts'
import { dateOf } from '../text/date-text.ts'
import { isEmptyTypedWord, isEmptyWord } from '../text/empty-words.ts'
import { numberOf } from '../text/number-text.ts'
import { LIST_MARKS } from './list-marks.ts'
import { type Person, personOf, plainPerson } from './people.ts'
import type { Target, TargetType } from './target.ts'
import { choiceOf, yesOrNo } from './words.ts'

/** The meaning of a cell for a field: nothing, a value as it is stored, or the problem with it. */
export type ValueReading =
  | { kind: 'empty' }
  | { kind: 'value'; value: string | number | boolean | readonly string[] }
  | { kind: 'no_number' | 'no_date' | 'impossible_date' | 'no_yes_or_no' | 'no_email' | 'no_address' }
  /** `known` are the IDs of the other words of a list. */
  | { kind: 'unknown_words'; words: readonly string[]; known: readonly string[] }

export interface ValueOptions {
  decimal: DecimalMark
  dateOrder: DateOrder
  /** The user's mapping of words: the ID of a choice by the word. */
  words?: ReadonlyMap<string, string>
}

/** Registers write an end in the far future for no end: 31.12.9999, 2999-12-31. */
const FIRST_DAY_WITHOUT_END = '2900-01-01'
const EMAIL = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/
/** The longest address of a mailbox. */
const LONGEST_EMAIL = 320
/** The separators of lists whose words may contain a comma. */
const CLEAR_MARKS = ';\n'

/** Reads a cell for a field of a type. */
export function readValue(cell: Cell, target: Target, options: ValueOptions): ValueReading {
  if (isEmpty(cell, target.type)) return { kind: 'empty' }
  switch (target.type) {
    case 'text':
      return found(textOf(cell))
    case 'member':
      return found(memberOf(textOf(cell), target.people ?? []))
    case 'number':
      return typeof cell === 'number'
        ? found(cell)
        : (found(numberOf(textOf(cell), options.decimal)) ?? { kind: 'no_number' })
    case 'date':
      return readDate(cell, options.dateOrder)
    case 'yes_no':
      return typeof cell === 'boolean'
        ? found(cell)
        : (found(yesOrNo(textOf(cell))) ?? { kind: 'no_yes_or_no' })
    case 'choice':
      return readChoices([textOf(cell)], target, options, ([id = '']) => id)
    case 'choices':
      return readList(textOf(cell), target, options)
    case 'email':
      return found(emailOf(textOf(cell))) ?? { kind: 'no_email' }
    case 'address':
      return found(addressOf(textOf(cell))) ?? { kind: 'no_address' }
  }
}

/** Whether a cell says nothing: it is empty, or has a word for that. */
function isEmpty(cell: Cell, type: TargetType): boolean {
  if (cell === null) return true
  if (typeof cell !== 'string') return false
  return type === 'text' ? isEmptyWord(cell) : isEmptyTypedWord(cell)
}

function found(value: string | number | boolean): ValueReading
function found(value: string | number | boolean | null): ValueReading | null
function found(value: string | number | boolean | null): ValueReading | null {
  return value === null ? null : { kind: 'value', value }
}

function readDate(cell: Cell, order: DateOrder): ValueReading {
  const reading =
    cell instanceof Date ? { day: cell.toISOString().slice(0, 10) } : dateOf(textOf(cell), order)
  if (reading === null) return { kind: 'no_date' }
  if (reading === 'impossible') return { kind: 'impossible_date' }
  return reading.day >= FIRST_DAY_WITHOUT_END ? { kind: 'empty' } : found(reading.day)
}

/** Reads a list. Commas are part of the words where all words are known with them. */
function readList(text: string, target: Target, options: ValueOptions): ValueReading {
  const all = (ids: readonly string[]) => ids
  const reading = readChoices(listedIn(text, CLEAR_MARKS), target, options, all)
  return reading.kind === 'value'
    ? reading
    : readChoices(listedIn(text, LIST_MARKS.commas), target, options, all)
}

function readChoices(
  texts: readonly string[],
  { choices = [] }: Target,
  { words }: ValueOptions,
  asValue: (ids: readonly string[]) => string | readonly string[],
): ValueReading {
  const unknown: string[] = []
  const ids = new Set<string>()
  for (const word of texts.map((text) => text.trim()).filter(Boolean)) {
    const id = words?.get(word) ?? choiceOf(word, choices)?.id
    if (id === undefined) unknown.push(word)
    else ids.add(id)
  }
  return unknown.length > 0
    ? { kind: 'unknown_words', words: unknown, known: [...ids].filter(Boolean) }
    : { kind: 'value', value: asValue([...ids]) }
}

/** The ID of a member, else the address or the plain name: the caller offers to map it. */
function memberOf(text: string, people: readonly Person[]): string {
  return personOf(text, people)?.id ?? emailOf(text) ?? plainPerson(text)
}

/** The address, also from `Ann Example <ann@example.com>` and `mailto:ann@example.com`. */
function emailOf(text: string): string | null {
  if (text.length > LONGEST_EMAIL) return null
  const address = (/<([^<>]+)>\s*$/.exec(text)?.[1] ?? text).trim().replace(/^mailto:/i, '')
  return EMAIL.test(address) ? address.toLowerCase() : null
}

/** The address, also behind a title: `Documentation: https://…`, as links of documents are. */
function addressOf(text: string): string | null {
  const bare = /^.+\s(https?:\/\/\S+)$/i.exec(text)?.[1] ?? text
  const withProtocol = /^[\w-]+(?:\.[\w-]+)+(?:[/:?#]|$)/.test(bare) ? `https://${bare}` : bare
  if (!/^https?:\/\/\S+$/i.test(withProtocol) || !URL.canParse(withProtocol)) return null
  return withProtocol
}
