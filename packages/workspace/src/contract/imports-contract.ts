import { describe, expect, test } from 'vitest'
import { GuestModeError } from '../errors.ts'
import type { ImportPlan, ImportRow, ImportsPart } from '../port/imports.ts'
import { EVERY_RECORD } from '../port/records/records.ts'
import type { Workspace } from '../port/workspace.ts'
import type { ContractOptions } from './options.ts'

const STARTED = { kind: 'system', fileName: 'systems.csv', source: null, key: 'name' } as const

async function repeated(
  part: () => Promise<ImportPlan>,
  isDone: (plan: ImportPlan) => boolean,
): Promise<ImportPlan> {
  const plan = await part()
  return isDone(plan) ? plan : repeated(part, isDone)
}

async function checkedPlan(imports: ImportsPart, rows: readonly ImportRow[]): Promise<ImportPlan> {
  const id = await imports.start(STARTED)
  await imports.addRows(id, rows)
  return repeated(
    () => imports.check(id),
    ({ checked, total }) => checked === total,
  )
}

/** Tests imports against any implementation of the port. */
export function importsContract({ open, keepsWrites, settle = (answer) => answer }: ContractOptions): void {
  describe('Imports', () => {
    test('nothing is there by an id that none has, and nothing is remembered of a new file', async () => {
      const { imports } = await open()
      expect(await settle(imports.get(crypto.randomUUID()))).toBeNull()
      expect(await settle(imports.matchOf('system', [crypto.randomUUID()]))).toBeNull()
    })

    if (!keepsWrites) {
      test('[GUEST-15] are not planned for guests', async () => {
        const { imports } = await open()
        await expect(settle(imports.start(STARTED))).rejects.toBeInstanceOf(GuestModeError)
        expect(await settle(imports.list())).toEqual([])
      })
      return
    }

    test('say before what they do, and do that', async () => {
      const { imports, systems, acts } = await open()
      const name = `Imported ${crypto.randomUUID()}`
      const found = async () => (await systems.find({ ...EVERY_RECORD, text: name }, 0)).items
      const plan = await checkedPlan(imports, [
        { row: 1, values: { name, vendor: 'Acme', tags: [name.slice(0, 30)] } },
        { row: 2, values: { name: '' } },
        { row: 3, values: { name: `${name} GmbH`, description: 'half \ud800' } },
      ])
      expect(plan).toMatchObject({ ...STARTED, state: 'open', total: 3, summary: { new: 1, error: 2 } })
      expect(await found()).toEqual([])
      const { items, total } = await imports.rows(plan.id, { effect: 'error', skip: 0 })
      expect(total).toBe(2)
      expect(items.map(({ problems }) => problems[0])).toMatchObject([
        { problem: 'name_missing', field: null, detail: null },
        { problem: 'unreadable', field: 'description', detail: null },
      ])
      const done = await repeated(
        () => imports.apply(plan.id),
        ({ state }) => state === 'done',
      )
      expect(done).toMatchObject({ applied: 1, refused: 0, act: expect.any(String) })
      expect(await found()).toMatchObject([{ name, fields: { vendor: 'Acme' } }])
      expect(await imports.get(plan.id)).toEqual(done)
      expect((await imports.list()).map(({ id }) => id)).toContain(plan.id)
      await takeBack({ acts }, done.act)
      expect(await found()).toEqual([])
      await imports.abandon(plan.id)
      expect(await imports.get(plan.id)).toBeNull()
    })

    test('a row that could be a record waits for a decision', async () => {
      const { imports, systems } = await open()
      const name = `Known ${crypto.randomUUID()}`
      const { id: recordId } = await systems.add({ name, description: '', ownerId: null, details: {} })
      const { id, undecided } = await checkedPlan(imports, [
        { row: 1, values: { name: `${name} Ltd.`, vendor: 'Acme' } },
      ])
      expect(undecided).toBe(1)
      const { items } = await imports.rows(id, { effect: 'duplicate', skip: 0 })
      expect(items[0]?.candidates).toMatchObject([{ recordId, row: null, name, reason: 'name' }])
      const decision = { do: 'join', recordId, fields: ['vendor'] } as const
      expect(await imports.decide(id, { rows: [1] }, decision)).toMatchObject({ undecided: 0, toApply: 1 })
      const joined = await imports.rows(id, { effect: null, skip: 0 })
      expect(joined.items).toMatchObject([
        { effect: 'changed', recordId, decision, cells: [{ field: 'vendor', before: null, after: 'Acme' }] },
      ])
      await imports.apply(id)
      expect((await systems.byIds([recordId]))[0]).toMatchObject({ name, fields: { vendor: 'Acme' } })
      await systems.remove(recordId)
    })

    test('whom nobody is called is asked for once', async () => {
      const { imports } = await open()
      const plan = await checkedPlan(imports, [
        { row: 1, values: { name: crypto.randomUUID(), owner: 'Captain Nemo' } },
        { row: 2, values: { name: crypto.randomUUID(), owner: 'Captain Nemo' } },
      ])
      expect(plan.people).toEqual([
        { word: 'Captain Nemo', rows: 2, isOwner: true, choice: null, isRemembered: false },
      ])
      const choice = { member: plan.startedBy.id }
      const waiting = await imports.decidePerson(plan.id, 'Captain Nemo', choice)
      expect(waiting).toMatchObject({ checked: 0, people: [{ choice }] })
      const { items } = await imports
        .check(plan.id)
        .then(() => imports.rows(plan.id, { effect: null, skip: 0 }))
      expect(items[0]?.cells).toContainEqual({ field: 'owner', before: null, after: plan.startedBy.name })
    })

    test('a match is remembered by its heads', async () => {
      const { imports } = await open()
      const heads = ['Name', crypto.randomUUID()]
      const match = {
        columns: { Name: 'name', Other: null },
        words: { status: { live: 'active' } },
        key: 'name' as const,
        source: null,
      }
      await imports.rememberMatch('system', heads, match, null)
      expect(await imports.matchOf('system', heads)).toEqual(match)
      expect(await imports.wordsOf('system')).toMatchObject({ status: { live: 'active' } })
    })
  })
}

async function takeBack({ acts }: Pick<Workspace, 'acts'>, act: string | null): Promise<void> {
  expect(await acts.undo(act ?? '')).toMatchObject({ undone: 1, left: [] })
}
