import { type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresFailure } from '../src/wire/errors.ts'

let database: TestDatabase
let serving: Record<'requests' | 'accounts', postgres.Sql>

beforeAll(async () => {
  database = await testDatabase('roles')
  const options = { ssl: false, max: 1, onnotice: () => {} } as const
  serving = {
    requests: postgres({ ...database.authenticator, ...options }),
    accounts: postgres({ ...database.authAdmin, ...options }),
  }
})

afterAll(async () => {
  await Promise.all(Object.values(serving).map((sql) => sql.end()))
  await database.drop()
})

describe.each(['requests', 'accounts'] as const)('a connection for %s', (pool) => {
  it.each([
    ['statement_timeout', '1min'],
    ['lock_timeout', '10s'],
    ['idle_in_transaction_session_timeout', '1min'],
    ['work_mem', '4MB'],
    ['hash_mem_multiplier', '1'],
    ['temp_file_limit', '256MB'],
    ['log_min_messages', 'fatal'],
    ['log_min_error_statement', 'panic'],
  ])('has %s %s', async (name, value) => {
    const [row] = await serving[pool]`select current_setting(${name}) as value`
    expect(row).toEqual({ value })
  })

  it('does not fill the disk', async () => {
    const sorted = serving[pool]`
      select * from (select repeat(md5(n::text), 30) from generate_series(1, 500000) n order by 1) sorted limit 1 offset 499999`
    const refused = await sorted.catch((error: unknown) => postgresFailure(error))
    expect(refused).toMatchObject({ code: '53400' })
  })
})
