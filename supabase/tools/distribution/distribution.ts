import type { Catalogue, ForeignKey, Relation, Unique } from './catalogue.ts'
import { type Naming, namingOf } from './naming.ts'

/** Something that was counted, and what the count is made of. */
export interface Counted {
  what: string
  names: readonly string[]
  /** What follows of it in Citus. */
  follows: string
}
export interface Chapter {
  title: string
  counted: readonly Counted[]
}

/**
 * What becomes of each table, key and function if the rows of accounts are spread over several databases by Citus. A
 * table spreads if each of its rows names its account; what Citus asks of it then is in its documentation:
 * https://docs.citusdata.com/en/stable/develop/reference_workarounds.html and .../reference_ddl.html.
 */
export function distributionOf(catalogue: Catalogue): Chapter[] {
  const spread = new Map(
    catalogue.relations.filter(spreads).map(({ name, accountColumn }) => [name, accountColumn ?? '']),
  )
  const naming = namingOf(catalogue, new Set(spread.keys()))
  return [
    { title: 'Tables', counted: tables(catalogue.relations) },
    { title: 'Keys of tables that spread', counted: uniques(catalogue.uniques, spread) },
    { title: 'Foreign keys', counted: foreignKeys(catalogue.foreignKeys, spread) },
    { title: 'Policies and triggers', counted: policiesAndTriggers(catalogue, { spread, naming }) },
    { title: 'Functions', counted: functions(catalogue, naming) },
  ]
}

/** By the name of a table that spreads: the column that says the account. */
type Spread = ReadonlyMap<string, string>

const spreads = ({ isView, accountColumn, mayBeEmpty }: Relation): boolean =>
  !isView && accountColumn !== null && !mayBeEmpty

function tables(relations: readonly Relation[]): Counted[] {
  const all = relations.filter(({ isView }) => !isView)
  const names = (of: (table: Relation) => boolean) => all.filter(of).map(({ name }) => name)
  const isAuth = ({ name }: Relation) => name.startsWith('auth.')
  return [
    { what: 'each row names its account', names: names(spreads), follows: 'spread' },
    {
      what: 'the account may be empty',
      names: names(({ accountColumn, mayBeEmpty }) => accountColumn !== null && mayBeEmpty),
      follows: 'stay in one place',
    },
    {
      what: 'no account, of the product',
      names: names((table) => table.accountColumn === null && !isAuth(table)),
      follows: 'stay in one place, or are copied to each node',
    },
    {
      what: 'no account, of the auth service',
      names: names((table) => table.accountColumn === null && isAuth(table)),
      follows: 'stay in one place',
    },
  ]
}

function uniques(all: readonly Unique[], spread: Spread): Counted[] {
  const own = all.filter(({ table }) => spread.has(table))
  const withAccount = ({ table, columns }: Unique) => columns.includes(spread.get(table) ?? '')
  const lacking = own.filter((key) => !withAccount(key))
  const names = (keys: readonly Unique[]) =>
    keys.map(({ table, columns }) => `${table} (${columns.join(', ')})`)
  return [
    { what: 'unique with the account', names: names(own.filter(withAccount)), follows: 'stay' },
    {
      what: 'primary keys without it',
      names: names(lacking.filter(({ isPrimary }) => isPrimary)),
      follows: 'take the account in',
    },
    {
      what: 'other unique indexes without it',
      names: names(lacking.filter(({ isPrimary }) => !isPrimary)),
      follows: 'take it in where that is enough; otherwise a table in one place holds them',
    },
  ]
}

function foreignKeys(all: readonly ForeignKey[], spread: Spread): Counted[] {
  const from = ({ table }: ForeignKey) => spread.has(table)
  const to = ({ target }: ForeignKey) => spread.has(target)
  const together = (key: ForeignKey) =>
    key.columns.some(
      (column, place) =>
        column === spread.get(key.table) && key.targetColumns[place] === spread.get(key.target),
    )
  const names = (of: (key: ForeignKey) => boolean) =>
    all.filter(of).map(({ table, columns, target }) => `${table} (${columns.join(', ')}) → ${target}`)
  const fits = (key: ForeignKey) => from(key) && to(key) && together(key)
  return [
    {
      what: 'between tables that spread, by the account, that empty nothing',
      names: names((key) => fits(key) && !key.setsNull),
      follows: 'stay',
    },
    {
      what: 'the same, that empty a column on deletion',
      names: names((key) => fits(key) && key.setsNull),
      follows: 'become triggers: Citus refuses `set null` in a key with the account',
    },
    {
      what: 'between tables that spread, without the account',
      names: names((key) => from(key) && to(key) && !together(key)),
      follows: 'take the account in',
    },
    {
      what: 'from a table that spreads to one that does not',
      names: names((key) => from(key) && !to(key)),
      follows: 'need a copy of the target on each node',
    },
    {
      what: 'from a table that does not to one that spreads',
      names: names((key) => !from(key) && to(key)),
      follows: 'go: Citus has none of these',
    },
    {
      what: 'between tables that do not spread',
      names: names((key) => !from(key) && !to(key)),
      follows: 'stay, if both tables are held in the same way',
    },
  ]
}

function policiesAndTriggers(
  { policies, triggers }: Catalogue,
  { spread, naming }: { spread: Spread; naming: Naming },
): Counted[] {
  const names = (all: readonly { table: string; name: string }[]) =>
    all.map(({ table, name }) => `${table}: ${name}`)
  const guarding = policies.filter(({ table }) => spread.has(table))
  const firing = triggers.filter(({ table }) => spread.has(table))
  const staying = triggers.filter(({ table }) => !spread.has(table))
  return [
    {
      what: 'policies of tables that spread, without a query in them',
      names: names(guarding.filter(({ hasQuery }) => !hasQuery)),
      follows: 'stay',
    },
    {
      what: 'the same, with a query in them',
      names: names(guarding.filter(({ hasQuery }) => hasQuery)),
      follows: 'call a function instead: Citus refuses them',
    },
    {
      what: 'triggers of tables that spread, which reach such tables alone',
      names: names(firing.filter(({ calls }) => !naming.reaches(calls, 'staying'))),
      follows: 'work on the node of the account, with `citus.enable_unsafe_triggers`',
    },
    {
      what: 'the same, which reach others too',
      names: names(firing.filter(({ calls }) => naming.reaches(calls, 'staying'))),
      follows: 'are written anew, or reach copies',
    },
    {
      what: 'triggers of other tables, which reach tables that spread',
      names: names(staying.filter(({ calls }) => naming.reaches(calls, 'spread'))),
      follows: 'go over the network',
    },
  ]
}

function functions({ routines }: Catalogue, naming: Naming): Counted[] {
  const names = (of: (name: string) => boolean) =>
    routines.filter(({ name }) => of(name)).map(({ name }) => name)
  const both = (name: string) => naming.reaches(name, 'spread') && naming.reaches(name, 'staying')
  const one = (reached: 'spread' | 'staying') => (name: string) =>
    naming.reaches(name, reached) && !both(name)
  return [
    { what: 'in all', names: names(() => true), follows: '' },
    {
      what: '`security definer`',
      names: routines.filter(({ isDefiner }) => isDefiner).map(({ name }) => name),
      follows: 'no policy holds them to an account: each is read',
    },
    {
      what: 'reach no table',
      names: names((name) => !naming.reaches(name, 'spread') && !naming.reaches(name, 'staying')),
      follows: 'stay',
    },
    {
      what: 'reach only tables that spread',
      names: names(one('spread')),
      follows: 'run on the node of the account, once their first argument is the account',
    },
    { what: 'reach only others', names: names(one('staying')), follows: 'run in one place' },
    {
      what: 'reach both',
      names: names(both),
      follows: 'are cut in two, or reach copies',
    },
    {
      what: 'name a table that spreads and no account',
      names: naming.withoutAccount(),
      follows: 'ask all nodes until they name one',
    },
    {
      what: 'take rows with `skip locked`',
      names: routines.filter(({ text }) => text.includes('skip locked')).map(({ name }) => name),
      follows: 'work account by account: Citus locks rows of one account at a time',
    },
    {
      what: 'take an advisory lock',
      names: routines.filter(({ text }) => text.includes('pg_advisory')).map(({ name }) => name),
      follows: 'hold it on one node alone',
    },
  ]
}
