import type { Catalogue } from './catalogue.ts'
import type { Naming } from './naming.ts'

/** By the name of a table that spreads: the column that says the account. */
export type Spread = ReadonlyMap<string, string>

export interface Places {
  /** Each row names its account. */
  spread: Spread
  /** Lists that no caller and no function changes, so that each node may have a copy. */
  copied: ReadonlySet<string>
  /** All others. */
  stays(table: string): boolean
}

/** Where the rows of each table would be. */
export function placesOf({ relations, policies }: Catalogue, naming: Naming): Places {
  const all = relations.filter(({ isView }) => !isView)
  const spread = new Map(
    all.flatMap(({ name, accountColumn, mayBeEmpty }): [string, string][] =>
      accountColumn !== null && !mayBeEmpty ? [[name, accountColumn]] : [],
    ),
  )
  const changed = new Set(policies.filter(({ lets }) => lets === 'write').map(({ table }) => table))
  const copied = new Set(
    all
      .filter(({ name, accountColumn }) => accountColumn === null && !isOfAuth(name))
      .map(({ name }) => name)
      .filter((name) => !changed.has(name) && !naming.isWritten(name)),
  )
  return { spread, copied, stays: (table) => !spread.has(table) && !copied.has(table) }
}

/** The auth service writes its tables itself, by no function of the database. */
export const isOfAuth = (table: string): boolean => table.startsWith('auth.')
