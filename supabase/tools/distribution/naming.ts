import type { Catalogue } from './catalogue.ts'

/** The names in the text of functions: each has an empty search path, so it names the schema of each table. */
export interface Naming {
  /** The tables that a function names, and those that its called functions name, to any depth. */
  tablesOf(routine: string): ReadonlySet<string>
  /** Functions whose text names such a table, and nothing of an account. */
  withoutAccount(isMeant: (table: string) => boolean): string[]
  /** Whether a function adds, changes or deletes rows of the table. */
  isWritten(table: string): boolean
}

const NAME = /\b(?:public|private|auth)\.[a-z_][a-z0-9_]*/g
const WRITTEN =
  /\b(?:insert into|update|delete from|merge into)\s+((?:public|private|auth)\.[a-z_][a-z0-9_]*)/g

/**
 * Reads the names. It does not see names in statements that are put together at run time; a view stands for the tables
 * that it names. Functions of one name count as one.
 */
export function namingOf({ relations, routines }: Catalogue): Naming {
  const tables = new Set(relations.filter(({ isView }) => !isView).map(({ name }) => name))
  const texts = new Map<string, string>()
  for (const { name, text } of [...routines, ...relations.filter(({ isView }) => isView)])
    texts.set(name, `${texts.get(name) ?? ''}\n${text}`)
  const named = new Map([...texts].map(([name, text]) => [name, new Set(text.match(NAME) ?? [])] as const))
  const reached = new Map(
    [...named.keys()].map((name) => [
      name,
      new Set(reachedFrom(name, named).filter((one) => tables.has(one))),
    ]),
  )
  const written = new Set(
    routines.flatMap(({ text }) => [...text.matchAll(WRITTEN)].map(([, table = '']) => table)),
  )
  return {
    tablesOf: (routine) => reached.get(routine) ?? new Set(),
    withoutAccount: (isMeant) =>
      routines
        .filter(
          ({ name, text }) =>
            [...(named.get(name) ?? [])].some(isMeant) && !withoutNames(text).includes('account'),
        )
        .map(({ name }) => name),
    isWritten: (table) => written.has(table),
  }
}

/** Removes names: `private.count_accounts` says nothing about the account that is meant. */
const withoutNames = (text: string): string => text.replaceAll(NAME, '')

function reachedFrom(start: string, named: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const seen = new Set([start])
  // A set that grows during the walk is walked to its end.
  for (const name of seen) for (const next of named.get(name) ?? []) seen.add(next)
  return [...seen]
}
