import { testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { expect, it } from 'vitest'
import { SEALED_IN_PRODUCT } from './open-secret-change.ts'

it('encrypts every encrypted column of the database again', async () => {
  const database = await testDatabase('product')
  const admin = postgres({ ...database.admin, ssl: false, max: 1, onnotice: () => {} })
  try {
    const columns = await admin<{ name: string }[]>`
      select table_schema || '.' || table_name || '.' || column_name as name
      from information_schema.columns
      where column_name ~ '(^|_)sealed$'
      order by 1`
    expect(columns.map(({ name }) => name)).toEqual(SEALED_IN_PRODUCT.map(({ name }) => name).toSorted())
  } finally {
    await admin.end()
    await database.drop()
  }
})
