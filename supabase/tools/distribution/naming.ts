import type { Catalogue } from './catalogue.ts'

type Kind = 'spread' | 'staying'

/** Which tables the functions name, by their text: each has an empty search path, so it names schema and table. */
export interface Naming {
  /** Whether a function names such a table, or calls one that does, as far down as it goes. */
  reaches(routine: string, kind: Kind): boolean
  /** Functions that name a table that spreads, and nothing of an account. */
  withoutAccount(): string[]
}

const NAME = /\b(?:public|private|auth)\.[a-z_][a-z0-9_]*/g

/**
 * What statements put together at run time name is not seen; a view stands for what it names. Functions of one name
 * count as one.
 */
export function namingOf({ relations, routines }: Catalogue, spread: ReadonlySet<string>): Naming {
  const texts = new Map<string, string>()
  const add = (name: string, text: string) => texts.set(name, `${texts.get(name) ?? ''}\n${text}`)
  for (const { name, text } of routines) add(name, text)
  for (const { name, text } of relations.filter(({ isView }) => isView)) add(name, text)
  const tables = new Map(
    relations
      .filter(({ isView }) => !isView)
      .map(({ name }): [string, Kind] => [name, spread.has(name) ? 'spread' : 'staying']),
  )
  const named = new Map([...texts].map(([name, text]) => [name, new Set(text.match(NAME) ?? [])] as const))
  const reached = new Map([...named].map(([name]) => [name, reachedFrom(name, { named, tables })] as const))
  return {
    reaches: (routine, kind) => reached.get(routine)?.has(kind) === true,
    withoutAccount: () =>
      routines
        .filter(
          ({ name, text }) =>
            [...(named.get(name) ?? [])].some((one) => tables.get(one) === 'spread') &&
            !withoutNames(text).includes('account'),
        )
        .map(({ name }) => name),
  }
}

/** `private.count_accounts` says nothing about which account is meant. */
const withoutNames = (text: string): string => text.replaceAll(NAME, '')

interface Known {
  named: ReadonlyMap<string, ReadonlySet<string>>
  tables: ReadonlyMap<string, Kind>
}

function reachedFrom(start: string, { named, tables }: Known): Set<Kind> {
  const found = new Set<Kind>()
  const seen = new Set([start])
  for (const name of seen) {
    const kind = tables.get(name)
    if (kind !== undefined) found.add(kind)
    for (const next of named.get(name) ?? []) seen.add(next)
  }
  return found
}
