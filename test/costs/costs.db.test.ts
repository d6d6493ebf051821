import { readdirSync } from 'node:fs'
import { testDatabase } from '@cairn/testing/test-database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connected } from '../../supabase/tests/support/databases.ts'
import { complaintsOfTypes, type Trial, type TriedProduct, tryOut } from './trial.ts'
import { migrate } from './trial-database.ts'

/** docs/develop/architecture.md has the checklist of each. A migration counts, although a command writes most of it. */
const TRIALS: Record<string, Trial> = {
  'a text field of all catalogues': { patch: 'field.patch', most: { added: 1, changed: 2 } },
  'a language': { patch: 'language.patch', most: { added: 4, changed: 1 } },
  'a kind of notification': { patch: 'notification.patch', most: { added: 1, changed: 5 } },
  'a catalogue': { patch: 'catalogue.patch', most: { added: 10, changed: 9 } },
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
    const database = await testDatabase('product')
    try {
      const { written, left, restated } = await connected(database.admin, (sql) => migrate(sql, tried.folder))
      expect(written.byHand).toEqual([])
      expect(left).toEqual({ byHand: [], statements: [] })
      expect(restated).toEqual([])
    } finally {
      await database.drop()
    }
  })
})
