import { testDatabase } from '@cairn/testing/test-database'
import { LANGUAGES } from '@cairn/workspace/languages/languages'
import { expect, it } from 'vitest'
import { connected } from '../support/databases.ts'

it('[I18N-02] the database has the languages of the product', async () => {
  const database = await testDatabase('product')
  try {
    const rows = await connected(
      database.admin,
      (sql) => sql<{ language: string }[]>`select language from private.languages`,
    )
    expect(rows.map(({ language }) => language).toSorted()).toEqual([...LANGUAGES].toSorted())
  } finally {
    await database.drop()
  }
})
