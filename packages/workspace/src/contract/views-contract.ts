import { describe, expect, test } from 'vitest'
import { GuestModeError } from '../errors.ts'
import { CATALOGUES } from '../port/records/catalogues.ts'
import {
  type CatalogueRecord,
  EVERY_RECORD,
  type RecordPage,
  type RecordSearch,
} from '../port/records/records.ts'
import { type NewView, VIEWER } from '../port/records/views.ts'
import { newSystem } from './examples.ts'
import type { ContractOptions } from './options.ts'

const viewNamed = (name: string, more: Partial<NewView> = {}): NewView => ({
  kind: 'system',
  name,
  icon: 'star',
  address: 'q=bill',
  filter: { ...EVERY_RECORD, text: 'bill' },
  isShared: false,
  ...more,
})

interface Searched {
  find(search: RecordSearch, skip: number): Promise<RecordPage<CatalogueRecord>>
}

/** Tests saved views against any implementation of the port. */
export function viewsContract(options: ContractOptions): void {
  const { open, keepsWrites, settle = (answer) => answer } = options
  describe('Views', () => {
    test('are counted as their lists are', async () => {
      const workspace = await open()
      if (keepsWrites) await settle(workspace.views.add(viewNamed('Counted')))
      const counts = await settle(workspace.views.counts())
      expect(counts).not.toHaveLength(0)
      for (const view of await settle(workspace.views.list())) {
        const params = new URLSearchParams(view.address)
        const search = {
          ...EVERY_RECORD,
          text: params.get('q') ?? '',
          statuses: params.get('status')?.split(',') ?? [],
          owners: params.get('owner') === 'none' ? [null] : [],
        }
        const catalogue: Searched = workspace[CATALOGUES[view.kind].table]
        const { total } = await settle(catalogue.find(search, 0))
        expect(counts).toContainEqual({ viewId: view.id, records: total, problem: null })
      }
    })

    if (keepsWrites) describeKeptViews(options)
    else
      test('are not kept in guest mode', async () => {
        const { views } = await open()
        const writes = [
          () => views.add(viewNamed('Mine')),
          () => views.change('any', { name: 'Other' }),
          () => views.set('any', { isWatched: true }),
          () => views.order([]),
          () => views.remove('any'),
        ]
        for (const write of writes)
          await expect(settle<unknown>(write())).rejects.toBeInstanceOf(GuestModeError)
      })
  })
}

function describeKeptViews({ open, settle = (answer) => answer }: ContractOptions): void {
  test('are kept, changed, shared, put in order and deleted', async () => {
    const { views } = await open()
    const named = async (prefix: string) =>
      (await settle(views.list())).filter(({ name }) => name.startsWith(prefix))
    const one = await settle(views.add(viewNamed('Kept one')))
    const two = await settle(views.add(viewNamed('Kept two')))
    expect(one).toMatchObject({ address: 'q=bill', isShared: false, isDefault: false, isWatched: false })
    expect(await named('Kept')).toEqual([one, two])
    await settle(views.order([two.id, one.id]))
    expect((await named('Kept')).map(({ id }) => id)).toEqual([two.id, one.id])
    const list = { address: 'status=active', filter: { ...EVERY_RECORD, statuses: ['active'] } }
    await settle(views.change(one.id, { name: 'Kept 1', icon: 'flag', isShared: true, list }))
    const [changed] = await named('Kept 1')
    expect(changed).toEqual({
      ...one,
      name: 'Kept 1',
      icon: 'flag',
      isShared: true,
      address: 'status=active',
    })
    for (const { id } of [one, two]) await settle(views.remove(id))
    expect(await named('Kept')).toEqual([])
  })

  test('have names of their own', async () => {
    const { views } = await open()
    const { id } = await settle(views.add(viewNamed('Name')))
    await expect(settle(views.add(viewNamed('náme')))).rejects.toMatchObject({
      kind: 'conflict',
      message: 'A view with this name already exists.',
    })
    await settle(views.remove(id))
  })

  test('are watched, and one of a kind is the default', async () => {
    const { views } = await open()
    const one = await settle(views.add(viewNamed('Set one')))
    const two = await settle(views.add(viewNamed('Set two')))
    await settle(views.set(one.id, { isDefault: true }))
    await settle(views.set(one.id, { isWatched: true }))
    await settle(views.set(two.id, { isDefault: true }))
    const found = (await settle(views.list())).filter(({ name }) => name.startsWith('Set'))
    expect(found).toEqual([
      { ...one, isWatched: true },
      { ...two, isDefault: true },
    ])
    for (const { id } of [one, two]) await settle(views.remove(id))
  })

  test('take me for the user who looks', async () => {
    const { views, systems } = await open()
    const name = `Contract ${crypto.randomUUID()}`
    const system = await settle(systems.add(newSystem({ name, description: '', ownerId: null })))
    await settle(systems.setOwner(system.id, system.createdBy ?? ''))
    const filter = {
      ...EVERY_RECORD,
      conditions: {
        match: 'all',
        conditions: [{ field: 'owner', operator: 'is', values: [VIEWER] }],
      },
    } as const
    const mine = viewNamed('Mine', { address: 'owner=me', filter: { ...EVERY_RECORD, owners: [VIEWER] } })
    const ids = [
      await settle(views.add(mine)),
      await settle(views.add(viewNamed('Mine by condition', { filter }))),
    ].map(({ id }) => id)
    const counts = (await settle(views.counts())).filter(({ viewId }) => ids.includes(viewId))
    expect(counts.map(({ records, problem }) => [records, problem])).toEqual([
      [1, null],
      [1, null],
    ])
    for (const id of ids) await settle(views.remove(id))
    await settle(systems.remove(system.id))
  })
}
