import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testDatabase } from '@cairn/testing/test-database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connected, databaseOfSchemas } from '../../supabase/tests/support/databases.ts'
import { changesBetween } from '../../supabase/tools/changes.ts'
import { objectsOf } from '../../supabase/tools/objects.ts'
import { readSchemas } from '../../supabase/tools/schema-files.ts'
import { statementsOf } from '../../supabase/tools/statements.ts'
import { complaintsOfTypes, type Trial, type TriedProduct, tryOut } from './trial.ts'

/** docs/architecture.md has the checklist of each. A migration counts, although a command writes most of it. */
const TRIALS: Record<string, Trial> = {
  'a text field of systems': { patch: 'field.patch', most: { added: 1, changed: 6 } },
  'a language': { patch: 'language.patch', most: { added: 4, changed: 1 } },
  'a kind of notification': { patch: 'notification.patch', most: { added: 1, changed: 5 } },
  'a procedure': { patch: 'procedure.patch', most: { added: 1, changed: 5 } },
}

it('every trial is tried out', () => {
  const patches = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.patch'))
  expect(patches.toSorted()).toEqual(
    Object.values(TRIALS)
      .map(({ patch }) => patch)
      .toSorted(),
  )
})

describe.each(Object.entries(TRIALS))('%s', (_what, trial) => {
  let tried: TriedProduct
  beforeAll(() => {
    tried = tryOut(trial)
  })
  afterAll(() => tried?.remove())

  it('costs no more files than its checklist says', () => {
    const { added, changed } = tried.files
    expect(added.length, added.join('\n')).toBeLessThanOrEqual(trial.most.added)
    expect(changed.length, changed.join('\n')).toBeLessThanOrEqual(trial.most.changed)
  })

  it('is all that the compiler asks for', () => {
    expect(complaintsOfTypes(tried.folder)).toBe('')
  })

  it('leaves nothing by hand to do in the database', async () => {
    const schemas = readSchemas(join(tried.folder, 'supabase', 'schemas'))
    const folder = join(tried.folder, 'supabase', 'migrations')
    const byHand = readdirSync(folder)
      .filter((name) => name.endsWith('_trial.sql'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
    const wanted = await databaseOfSchemas(schemas)
    const migrated = await testDatabase('product')
    try {
      const described = await connected(wanted.admin, objectsOf)
      const objects = await connected(migrated.admin, async (sql) => {
        await sql.unsafe(byHand.join('\n'))
        return objectsOf(sql)
      })
      expect(changesBetween(objects, described, statementsOf(schemas)).byHand).toEqual([])
    } finally {
      await wanted.drop()
      await migrated.drop()
    }
  })
})
