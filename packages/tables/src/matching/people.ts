import { folded } from '@cairn/workspace/lib/forgiving'
import { listedIn } from '@cairn/workspace/lib/listed-text'
import { LIST_MARKS } from './list-marks.ts'

/** A member of the account. */
export interface Person {
  id: string
  name: string
}

/** The name in a distinguished name of a directory: `CN=Ann Example,OU=Staff`, with a backslash before a comma in it. */
const DISTINGUISHED = /^(?:cn|uid)=((?:\\.|[^,\\])+)/i

/**
 * The member whom a text names, in the spellings of directories: `Example, Ann`, `EXAMPLE Ann (IT-42)`, a distinguished name.
 * Null where there is none, or more than one. Addresses and names of accounts are looked up by the server.
 */
export function personOf(text: string, people: readonly Person[]): Person | null {
  const key = nameKeyOf(plainPerson(text))
  const [first, ...others] = key === '' ? [] : people.filter(({ name }) => nameKeyOf(name) === key)
  return first && others.length === 0 ? first : null
}

/**
 * The member whom the name of an account may mean: `ORCHARD\\ann`, `a.example@orchard.example`, `aexample`. Null where it fits
 * none, or more than one. A guess: it is offered, and never taken.
 */
export function likelyPerson(text: string, people: readonly Person[]): Person | null {
  const account = folded(
    text
      .trim()
      .replace(/^.*[\\/:]/, '')
      .replace(/@.*$/, ''),
  )
  const parts = account.split(/[._\s-]+/).filter(Boolean)
  if (parts.length === 0) return null
  const fits = (name: string) => {
    const words = folded(name)
      .split(/[\s-]+/)
      .filter(Boolean)
    const [first = '', last = ''] = [words[0], words.at(-1)]
    const isWhole = parts.every((part) =>
      words.some((word) => word === part || (part.length === 1 && word.startsWith(part))),
    )
    return isWhole || account === first.slice(0, 1) + last || account === first + last
  }
  const [one, ...others] = people.filter(({ name }) => fits(name))
  return one && others.length === 0 ? one : null
}

/** A text of a person without what a directory adds: the name in a distinguished name. */
export function plainPerson(text: string): string {
  const trimmed = text.trim()
  return DISTINGUISHED.exec(trimmed)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? trimmed
}

/**
 * The texts of several people in one cell. Commas separate people only where no other mark does, and where the parts are no
 * last and first names of members.
 */
export function peopleIn(text: string, people: readonly Person[]): readonly string[] {
  const clear = listedIn(text, LIST_MARKS.lines)
  if (clear.length !== 1 || DISTINGUISHED.test(text.trim())) return clear
  const parts = listedIn(text, LIST_MARKS.commas)
  const pairs = parts.flatMap((part, place) =>
    place % 2 === 0 ? [`${part}, ${parts[place + 1] ?? ''}`] : [],
  )
  const arePairs = parts.length % 2 === 0 && pairs.every((pair) => personOf(pair, people) !== null)
  return arePairs ? pairs : parts
}

/** The words of a name in alphabetical order, without case, accents, marks, and what stands in brackets. */
function nameKeyOf(name: string): string {
  return folded(name)
    .replaceAll(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .split(/[^\p{L}\p{N}'-]+/u)
    .filter(Boolean)
    .toSorted()
    .join(' ')
}
