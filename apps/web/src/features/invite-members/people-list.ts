import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import { z } from 'zod/mini'

/** How many people are invited in one step. */
export const MAX_PEOPLE = 100
/** Far more than a hundred people with long names take up. */
export const MAX_CHARACTERS = 50_000

/** A person out of a pasted list. */
export interface ListedPerson {
  email: string
  name: string
  /** Null where nothing is wrong; a reason of the server is in the language of the reader. */
  problem: Phrase | null
}

const address = z.email()
const NO_ADDRESS = phrase('Please enter a valid email address')
const NAME_TOO_LONG = phrase('Name must have 1 to 120 characters.')
/** No harm: it is invited once. */
export const REPEATED = phrase('This address is already in the list.')

/** An address between brackets, or one that stands by itself. */
const ADDRESS = /<([^<>]*)>|([^\s,;<>"'()]*@[^\s,;<>"'()]*)/g

/**
 * Reads people out of what a mail client or a spreadsheet puts on the clipboard: 'Ana Lopez <ana@example.com>;
 * ben@example.com', 'Lopez, Ana <…>', or rows with a name and an address in cells. What cannot be read is a person with a
 * problem; so is an address that stands there twice, in whatever capitals.
 */
export function readPeople(text: string): ListedPerson[] {
  const lines = text.slice(0, MAX_CHARACTERS).split(/[\r\n]+/)
  const found = lines.flatMap((line, index) => {
    if (index === 0 && isHeading(line)) return []
    return line.includes('\t') ? fromCells(line.split('\t')) : entriesOf(line).flatMap(fromEntry)
  })
  const known = new Set<string>()
  return found.map(({ email, name }) => {
    const problem = known.has(email) ? REPEATED : problemOf(email, name)
    known.add(email)
    return { email, name, problem }
  })
}

/** The addresses of a list that the server can be asked about at once: those in which nothing is wrong so far. */
export function askableAddresses(people: readonly ListedPerson[]): string[] {
  return people.flatMap(({ email, problem }) => (problem === null ? [email] : [])).slice(0, MAX_PEOPLE)
}

/** The list with these people alone, as it may be pasted again. */
export function writePeople(people: readonly Pick<ListedPerson, 'email' | 'name'>[]): string {
  return people.map(({ email, name }) => `"${name.replaceAll('"', "'")}" <${email}>`).join('\n')
}

type Person = Pick<ListedPerson, 'email' | 'name'>

function problemOf(email: string, name: string): Phrase | null {
  if (!address.safeParse(email).success) return NO_ADDRESS
  return name.length > 120 ? NAME_TOO_LONG : null
}

/** The first row of a table says what is in its columns. */
function isHeading(line: string): boolean {
  return !line.includes('@') && /[\t,;]/.test(line) && /e-?mail|address/i.test(line)
}

function fromCells(cells: readonly string[]): Person[] {
  const texts = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const email = texts.find((text) => text.includes('@'))
  if (texts.length === 0) return []
  return [person(email ?? '', texts.filter((text) => text !== email).join(' '))]
}

/** Parts at semicolons, unless these stand between quotes or brackets. */
function entriesOf(line: string): string[] {
  const parts = line.match(/(?:"[^"]*"|<[^<>]*>|[^;])+/g) ?? []
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

function fromEntry(entry: string): Person[] {
  const people: Person[] = []
  let after = 0
  for (const match of entry.matchAll(ADDRESS)) {
    const [whole, bracketed, bare] = match
    const before = entry.slice(after, match.index)
    people.push(person(bracketed ?? bare ?? '', nameOf(before, bracketed !== undefined)))
    after = match.index + whole.length
  }
  const rest = nameOf(entry.slice(after), false)
  const [only] = people
  if (only === undefined) return rest === '' ? [] : [{ email: rest, name: rest }]
  // 'ana@example.com, Ana Lopez'
  if (people.length === 1 && rest !== '' && isNameless(only)) return [person(only.email, rest)]
  return people
}

/** 'Lopez, Ana' before an address in brackets is turned round; cells are joined. */
function nameOf(text: string, isBeforeBracket: boolean): string {
  const isQuoted = /"[^"]*"/.test(text)
  const bare = text.replace(/["()]/g, ' ').replace(/^[\s,;:]+|[\s,;:]+$/g, '')
  const parts = bare.split(',').map((part) => part.replace(/\s+/g, ' ').trim())
  const [last = '', first = ''] = parts
  if (parts.length === 2 && (isBeforeBracket || isQuoted)) return `${first} ${last}`
  return parts.join(' ').trim()
}

function isNameless({ email, name }: Person): boolean {
  return name === nameFromAddress(email)
}

function person(address_: string, name: string): Person {
  const email = address_
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/\.+$/, '')
    .toLowerCase()
  return { email, name: name === '' ? nameFromAddress(email) : name }
}

/** 'ana.lopez@example.com' is Ana Lopez until she says otherwise. */
function nameFromAddress(email: string): string {
  const [local = ''] = email.split('@')
  const words = local.split(/[._+-]+/).filter((word) => word !== '')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}
