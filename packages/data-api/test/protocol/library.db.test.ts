import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate, SUPABASE_HISTORY } from '@cairn/postgres/migrate/migrate'
import { testDatabase } from '@cairn/testing/test-database'
import { describe, expect, it } from 'vitest'
import { validOpenApi } from '../valid-openapi.ts'
import { useWorkbench } from '../workbench/workbench.ts'
import { expectAnswer, named } from './expect-answer.ts'
import { LIBRARY } from './library.cases.ts'

const PROJECT = join(import.meta.dirname, '..', 'supabase-project', 'supabase')

const bench = useWorkbench(
  async () => {
    const database = await testDatabase('auth')
    await migrate(database.admin, [{ directory: join(PROJECT, 'migrations'), history: SUPABASE_HISTORY }])
    return database
  },
  {
    world: readFileSync(join(PROJECT, 'seed.sql'), 'utf8'),
    schemas: ['public', 'reports'],
    extraSearchPath: ['public', 'extensions'],
  },
)

const BEA = {
  role: 'authenticated',
  claims: { sub: '00000000-0000-0000-0000-00000000000b', role: 'authenticated' },
  sessionId: null,
} as const

describe('a project of the Supabase CLI', () => {
  it.each(named(LIBRARY))('%s', (_title, wanted) => expectAnswer(bench, wanted, BEA))

  it.each(['public', 'reports'])(
    'is described as OpenAPI 2.0 that a validator accepts (%s)',
    async (schema) => {
      const { text } = await bench.request('/', { caller: BEA, headers: { 'accept-profile': schema } })
      await expect(validOpenApi(text)).resolves.toMatchObject({ swagger: '2.0' })
    },
  )

  it('is described with the lengths of its columns, and types of extensions by their names', async () => {
    const { json } = await bench.request('/', { caller: BEA })
    expect(json).toMatchObject({
      definitions: {
        books: {
          properties: {
            title: { type: 'string', format: 'character varying', maxLength: 200 },
            shelf: { type: 'string', format: 'extensions.ltree' },
            state: { enum: ['available', 'lent', 'lost'] },
          },
        },
      },
    })
  })
})
