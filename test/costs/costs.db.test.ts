import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testDatabase } from '@cairn/testing/test-database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connected, databaseOfSchemas } from '../../supabase/tests/support/databases.ts'
import { changesBetween } from '../../supabase/tools/changes.ts'
import { type DatabaseObject, objectsOf } from '../../supabase/tools/objects.ts'
import { readSchemas } from '../../supabase/tools/schema-files.ts'
import { statementsOf } from '../../supabase/tools/statements.ts'
import { complaintsOfTypes, type Trial, type TriedProduct, tryOut } from './trial.ts'

/** docs/develop/architecture.md has the checklist of each. A migration counts, although a command writes most of it. */
const TRIALS: Record<string, Trial> = {
  'a text field of all catalogues': { patch: 'field.patch', most: { added: 1, changed: 4 } },
  'a language': { patch: 'language.patch', most: { added: 4, changed: 1 } },
  'a kind of notification': { patch: 'notification.patch', most: { added: 1, changed: 5 } },
  'a catalogue': { patch: 'catalogue.patch', most: { added: 10, changed: 10 } },
  'a procedure': { patch: 'procedure.patch', most: { added: 1, changed: 5 } },
}

it('tries out every trial', () => {
  const patches = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.patch'))
  expect(patches.toSorted()).toEqual(
    Object.values(TRIALS)
      .map(({ patch }) => patch)
      .toSorted(),
  )
})

// All trials share a tree: the compilers and the databases read the whole product once.
let tried: TriedProduct
beforeAll(() => {
  tried = tryOut(Object.values(TRIALS))
})
afterAll(() => tried?.remove())

it.each(Object.entries(TRIALS))(
  '%s costs no more files than its checklist says',
  (_what, { patch, most }) => {
    const { added = [], changed = [] } = tried.files.get(patch) ?? {}
    expect([...added, ...changed]).not.toEqual([])
    expect(added.length, added.join('\n')).toBeLessThanOrEqual(most.added)
    expect(changed.length, changed.join('\n')).toBeLessThanOrEqual(most.changed)
  },
)

describe('all trials together', () => {
  // Two compilers read the whole product, on a machine that may be busy with the rest of the tests.
  it('are all that the compiler asks for', { timeout: 900_000 }, () => {
    expect(complaintsOfTypes(tried.folder)).toBe('')
  })

  it('leave nothing by hand to do in the database, and restate no function', async () => {
    const schemas = readSchemas(join(tried.folder, 'supabase', 'schemas'))
    const statements = statementsOf(schemas)
    const byHand = migrationsOf(tried.folder)
    const wanted = await databaseOfSchemas(schemas)
    const migrated = await testDatabase('product')
    try {
      const described = await connected(wanted.admin, objectsOf)
      await connected(migrated.admin, async (sql) => {
        const before = await objectsOf(sql)
        await sql.unsafe(byHand)
        const written = changesBetween(await objectsOf(sql), described, statements)
        expect(written.byHand).toEqual([])
        await sql.unsafe(['set check_function_bodies = off;', ...written.statements].join('\n'))
        const after = await objectsOf(sql)
        expect(changesBetween(after, described, statements)).toEqual({ byHand: [], statements: [] })
        expect(changedFunctions(before, after)).toEqual([])
      })
    } finally {
      await wanted.drop()
      await migrated.drop()
    }
  })
})

/** The parts of the migrations that a developer writes. */
function migrationsOf(folder: string): string {
  const migrations = join(folder, 'supabase', 'migrations')
  const names = readdirSync(migrations)
    .filter((name) => name.endsWith('_trial.sql'))
    .toSorted()
  return names.map((name) => readFileSync(join(migrations, name), 'utf8')).join('\n')
}

/** The existing functions that the migration changed. */
function changedFunctions(before: readonly DatabaseObject[], after: readonly DatabaseObject[]): string[] {
  const now = new Map(after.map((each) => [each.name, each.definition]))
  return before
    .filter(({ kind, name, definition }) => kind === 'function' && now.get(name) !== definition)
    .map(({ name }) => name)
}
