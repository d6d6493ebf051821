import { type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { objectsOf } from '../../tools/objects.ts'
import { readSchemas } from '../../tools/schema-files.ts'
import { statementsOf } from '../../tools/statements.ts'
import { catalogueOf } from '../installation/catalogue.ts'
import { connected, databaseOfSchemas } from '../support/databases.ts'

const files = readSchemas()
const LONGEST_FILE = 400

let described: TestDatabase
let migrated: TestDatabase

beforeAll(async () => {
  described = await databaseOfSchemas()
  migrated = await testDatabase('product')
})
afterAll(async () => {
  await described?.drop()
  await migrated?.drop()
})

/** A line for each object: as the installation is compared, and as the command sees it. */
const everythingIn = ({ admin }: TestDatabase): Promise<string[]> =>
  connected(admin, async (sql) => [
    ...(await catalogueOf(sql)),
    ...(await objectsOf(sql)).map((each) => JSON.stringify(each)),
  ])

describe('supabase/schemas', () => {
  it('make the same database as all migrations; otherwise: npm run migration -- <name>', async () => {
    const [bySchemas, byMigrations] = await Promise.all([described, migrated].map(everythingIn))
    expect(bySchemas?.length).toBeGreaterThan(2_000)
    expect(bySchemas?.filter((line) => !byMigrations?.includes(line))).toEqual([])
    expect(byMigrations?.filter((line) => !bySchemas?.includes(line))).toEqual([])
  })

  it('have functions whose bodies name only what exists', async () => {
    await connected(described.admin, async (sql) => {
      await sql.unsafe(`set check_function_bodies = on; set search_path = ''`)
      const functions = await sql<{ definition: string }[]>`
        select pg_get_functiondef(oid) as definition from pg_catalog.pg_proc
        where pronamespace in ('public'::regnamespace, 'private'::regnamespace)`
      for (const { definition } of functions) await sql.unsafe(definition)
      await expect(
        sql.unsafe(
          'create function private.wrong() returns bigint language sql as $$ select count(*) from private.nothing $$',
        ),
      ).rejects.toThrow('private.nothing')
    })
  })

  it('declare each function, trigger, policy and view once', () => {
    const created = statementsOf(files)
      .filter(({ part }) => part === 'create')
      .map(({ kind, name, relation }) => [kind, name, relation].join(' '))
    expect(created.length).toBeGreaterThan(400)
    expect(created.filter((each, at) => created.indexOf(each) !== at)).toEqual([])
  })

  it.each(files)('$name begins with what it is about, and is no longer than a chapter', ({ text }) => {
    const [header = ''] = text.split('\n\n')
    expect(header.split('\n').filter((line) => !line.startsWith('--'))).toEqual([])
    expect(text.split('\n').length - 1).toBeLessThanOrEqual(LONGEST_FILE)
  })
})
