import type { Catalogue, ForeignKey, Relation, Routine, Unique } from './catalogue.ts'
import { type Naming, namingOf } from './naming.ts'
import { isOfAuth, type Places, placesOf, type Spread } from './places.ts'

/** A count, and the objects that it is made of. */
export interface Counted {
  what: string
  names: readonly string[]
  /** The consequence in Citus. */
  follows: string
}
export interface Chapter {
  title: string
  counted: readonly Counted[]
}

/**
 * Sorts each table, key and function by its fate when Citus spreads the rows of accounts over several databases. Citus'
 * requirements are in its documentation and in the sources of these refusals:
 * https://docs.citusdata.com/en/stable/develop/reference_ddl.html, `foreign_constraint.c`, `policy.c` and `trigger.c`.
 */
export function distributionOf(catalogue: Catalogue): Chapter[] {
  const naming = namingOf(catalogue)
  const places = placesOf(catalogue, naming)
  return [
    { title: 'Tables', counted: tables(catalogue.relations, places) },
    { title: 'Keys of tables that spread', counted: uniques(catalogue.uniques, places.spread) },
    { title: 'Foreign keys', counted: foreignKeys(catalogue.foreignKeys, places) },
    { title: 'Policies and triggers', counted: policiesAndTriggers(catalogue, { places, naming }) },
    { title: 'Functions', counted: functions(catalogue, { places, naming }) },
  ]
}

function tables(relations: readonly Relation[], { spread, copied, stays }: Places): Counted[] {
  const names = (of: (table: Relation) => boolean) =>
    relations.filter((table) => !table.isView && of(table)).map(({ name }) => name)
  const staying = (of: (table: Relation) => boolean) => names((table) => stays(table.name) && of(table))
  return [
    { what: 'each row names its account', names: names(({ name }) => spread.has(name)), follows: 'spread' },
    {
      what: 'lists that nothing changes',
      names: names(({ name }) => copied.has(name)),
      follows: 'are copied to each node',
    },
    {
      what: 'the account may be empty',
      names: staying(({ accountColumn }) => accountColumn !== null),
      follows: 'stay in one place',
    },
    {
      what: 'no account, of the product',
      names: staying(({ name, accountColumn }) => accountColumn === null && !isOfAuth(name)),
      follows: 'stay in one place',
    },
    {
      what: 'no account, of the auth service',
      names: staying(({ name, accountColumn }) => accountColumn === null && isOfAuth(name)),
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

function foreignKeys(all: readonly ForeignKey[], { spread, stays }: Places): Counted[] {
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
      what: 'from a table that spreads to one that stays',
      names: names((key) => from(key) && stays(key.target)),
      follows: 'need a copy of the target on each node',
    },
    {
      what: 'from a table that stays to one that spreads',
      names: names((key) => !from(key) && to(key)),
      follows: 'go: Citus has none of these',
    },
    {
      what: 'to a list, and between tables that stay',
      names: names((key) => !to(key) && !(from(key) && stays(key.target))),
      follows: 'stay',
    },
  ]
}

interface Known {
  places: Places
  naming: Naming
}

function policiesAndTriggers({ policies, triggers }: Catalogue, { places, naming }: Known): Counted[] {
  const { spread, stays } = places
  const names = (all: readonly { table: string; name: string }[]) =>
    all.map(({ table, name }) => `${table}: ${name}`)
  const guarding = policies.filter(({ table }) => spread.has(table))
  const firing = triggers.filter(({ table }) => spread.has(table))
  const staying = triggers.filter(({ table }) => !spread.has(table))
  const leaves = (calls: string) => [...naming.tablesOf(calls)].some(stays)
  return [
    {
      what: 'policies of tables that spread, without a query in them',
      names: names(guarding.filter(({ hasQuery }) => !hasQuery)),
      follows: 'stay',
    },
    {
      what: 'the same, with a query in them',
      names: names(guarding.filter(({ hasQuery }) => hasQuery)),
      follows: 'are written without one: Citus refuses them',
    },
    {
      what: 'triggers of tables that spread, which reach none that stays',
      names: names(firing.filter(({ calls }) => !leaves(calls))),
      follows: 'work on the node of the account, with `citus.enable_unsafe_triggers`',
    },
    {
      what: 'the same, which reach one that stays',
      names: names(firing.filter(({ calls }) => leaves(calls))),
      follows: 'are written anew',
    },
    {
      what: 'triggers of tables that stay, which reach one that spreads',
      names: names(staying.filter(({ calls }) => [...naming.tablesOf(calls)].some((one) => spread.has(one)))),
      follows: 'go over the network',
    },
  ]
}

/** The table that nearly every function reads about people; its account may be empty. */
const PEOPLE = 'public.profiles'

function functions({ routines }: Catalogue, { places, naming }: Known): Counted[] {
  const { spread, stays } = places
  const names = (of: (routine: Routine) => boolean) => routines.filter(of).map(({ name }) => name)
  const spreading = ({ name }: Routine) => [...naming.tablesOf(name)].some((table) => spread.has(table))
  const stayingOf = ({ name }: Routine) => [...naming.tablesOf(name)].filter(stays)
  const isPeopleAlone = (staying: readonly string[]) => staying.length === 1 && staying[0] === PEOPLE
  return [
    { what: 'in all', names: names(() => true), follows: '' },
    {
      what: '`security definer`',
      names: names(({ isDefiner }) => isDefiner),
      follows: 'look past policies: each is read for how it finds its account',
    },
    {
      what: 'reach no table but lists',
      names: names((one) => !spreading(one) && stayingOf(one).length === 0),
      follows: 'stay',
    },
    {
      what: 'reach tables that spread and none that stays',
      names: names((one) => spreading(one) && stayingOf(one).length === 0),
      follows: 'run on the node of the account, once an argument says which',
    },
    {
      what: `reach \`${PEOPLE}\` beside them, and no other`,
      names: names((one) => spreading(one) && isPeopleAlone(stayingOf(one))),
      follows: 'run there too, once each node has a copy of it',
    },
    {
      what: 'reach others that stay beside them',
      names: names((one) => spreading(one) && stayingOf(one).length > 0 && !isPeopleAlone(stayingOf(one))),
      follows: 'are cut in two',
    },
    {
      what: 'reach only tables that stay',
      names: names((one) => !spreading(one) && stayingOf(one).length > 0),
      follows: 'run in one place',
    },
    {
      what: 'name a table that spreads and no account',
      names: naming.withoutAccount((table) => spread.has(table)),
      follows: 'ask all nodes until they name one',
    },
    {
      what: 'take rows with `skip locked`',
      names: names(({ text }) => text.includes('skip locked')),
      follows: 'work account by account: Citus locks rows of one account at a time',
    },
    {
      what: 'take an advisory lock',
      names: names(({ text }) => text.includes('pg_advisory')),
      follows: 'hold it on one node alone',
    },
  ]
}
