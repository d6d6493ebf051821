import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStage, type Stage } from '../support/stage.ts'
import { routinesOf, tablesOf } from './catalogue.ts'
import { databaseTypes } from './database-types.ts'
import { formattedAs } from './formatted.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const FILE = join(ROOT, 'apps', 'web', 'src', 'workspace', 'supabase', 'client', 'database-types.ts')

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

it('the types of the web app are those of the database; otherwise: npm run types', async () => {
  const [tables, routines] = await Promise.all([
    tablesOf(stage.admin, 'public'),
    routinesOf(stage.admin, 'public'),
  ])
  await expect(formattedAs(FILE, databaseTypes(tables, routines))).toMatchFileSnapshot(FILE)
})
