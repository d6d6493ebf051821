import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStage, type Stage } from '../support/stage.ts'
import { columnsOfFields, fieldsOf, usesOfFields, wordsOfFields } from './built-in-fields.ts'
import { formattedAs } from './formatted.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const PORT = join(ROOT, 'packages', 'workspace', 'src', 'port', 'records')
const ROWS = join(ROOT, 'apps', 'web', 'src', 'workspace', 'supabase', 'rows')

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

it.each([
  [join(PORT, 'built-in-fields.ts'), wordsOfFields],
  [join(PORT, 'built-in-uses.ts'), usesOfFields],
  [join(ROWS, 'built-in-columns.ts'), columnsOfFields],
])('%s has the fields of the database; otherwise: npm run types', async (file, write) => {
  await expect(formattedAs(file, write(await fieldsOf(stage.admin)))).toMatchFileSnapshot(file)
})
