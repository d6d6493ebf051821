import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CALLERS, type Caller, type OnlineCast, openCast } from './support/cast.ts'
import { type Answer, outcomeOf, tryAll } from './support/matrix.ts'
import { type Snapshot, takeSnapshot } from './support/snapshot.ts'
import { ALIKE, TABLES, type TableCase } from './tables.cases.ts'

let cast: OnlineCast
let snapshot: Snapshot

beforeAll(async () => {
  cast = await openCast()
  snapshot = await takeSnapshot(cast.cairn.database)
})
afterAll(() => cast?.cairn.close())

const ACCOUNTS = ['acme', 'rivals'] as const
const counted = { count: 'exact' } as const

/** The four verbs, each as the official client sends it. */
const VERBS = {
  select: (table, { columns, where }, of) => table.select(columns, counted).eq(where.column, where[of]),
  insert: (table, { row }, of) => table.insert(row(of), counted),
  update: (table, { change, where }, of) => table.update(change, counted).eq(where.column, where[of]),
  delete: (table, { where }, of) => table.delete(counted).eq(where.column, where[of]),
} as const satisfies Record<
  string,
  (
    table: ReturnType<OnlineCast['clients'][Caller]['from']>,
    found: TableCase,
    of: (typeof ACCOUNTS)[number],
  ) => PromiseLike<Answer>
>
const verbs = ['select', 'insert', 'update', 'delete'] as const

describe.each(Object.entries<TableCase>(TABLES))('[PERM-18] rows of %s are reached', (name, found) => {
  describe.each(ACCOUNTS)('of %s', (of) => {
    it.each(verbs)('by %s', async (verb) => {
      const run = async (caller: Caller) =>
        outcomeOf(await VERBS[verb](cast.clients[caller].from(name), found, of))
      const attempt = { run, writes: verb !== 'select', expected: found[verb][of] }
      await tryAll({ ...attempt, successIsShown: name !== 'systems' }, snapshot)
    })
  })
})

describe.each(Object.entries(ALIKE))('[PERM-18] rows of %s are reached', (name, { like, where, select }) => {
  describe.each(ACCOUNTS)('of %s', (of) => {
    it.each(['user', 'rival'] as const)(`by select as the %s, like ${like}`, async (caller) => {
      const found = { ...TABLES[like], where }
      const seen = outcomeOf(await VERBS.select(cast.clients[caller].from(name), found, of))
      expect(seen).toBe(select[of][CALLERS.indexOf(caller)])
    })
  })
})

it('tries every table', async () => {
  const relations = await cast.cairn.database<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') order by relname`
  expect(relations.map(({ name }) => name)).toEqual(Object.keys({ ...TABLES, ...ALIKE }).toSorted())
})
