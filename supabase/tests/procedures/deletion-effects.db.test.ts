import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const call = (kind: string, id: string) =>
  `select affected, count::int, to_json(names) as names from public.get_deletion_effects('${kind}', '${id}')`
const effectsOf = (actor: Actor, kind: string, id: string) =>
  stage.as(actor, async (tx) => (await tx.unsafe(call(kind, id))).map((row) => ({ ...row })))

describe('[GAP-13] get_deletion_effects', () => {
  it('names experts, solutions and articles of a system', async () => {
    expect(await effectsOf('viewer', 'system', ID.ledger)).toEqual([
      { affected: 'articles', count: 1, names: ['Handbook'] },
      { affected: 'experts', count: 1, names: ['Vic Viewer'] },
      { affected: 'solutions', count: 1, names: ['Portal'] },
    ])
  })

  it('names automations and agents of a solution, and the solutions of each of these', async () => {
    expect(await effectsOf('viewer', 'solution', ID.portal)).toEqual([
      { affected: 'agents', count: 1, names: ['Helper'] },
      { affected: 'automations', count: 1, names: ['Invoices'] },
    ])
    const portal = [{ affected: 'solutions', count: 1, names: ['Portal'] }]
    expect(await effectsOf('viewer', 'automation', ID.invoices)).toEqual(portal)
    expect(await effectsOf('viewer', 'agent', ID.helper)).toEqual(portal)
  })

  it.each([
    ['solution', ID.intranet, []],
    ['agent', ID.oracle, [{ affected: 'relations', count: 1, names: ['Reminders'] }]],
    ['automation', ID.reminders, [{ affected: 'relations', count: 1, names: ['Oracle'] }]],
  ])('names the experts and relations of a %s', async (kind, id, related) => {
    expect(await effectsOf('viewer', kind, id)).toEqual([
      { affected: 'experts', count: 1, names: ['Vic Viewer'] },
      ...related,
    ])
  })

  it('is empty where nothing is affected', async () => {
    expect(await effectsOf('viewer', 'system', ID.archive)).toEqual([])
    expect(await effectsOf('viewer', 'system', ID.billing)).not.toContainEqual(
      expect.objectContaining({ affected: 'experts' }),
    )
    expect(await effectsOf('viewer', 'article', ID.handbook)).toEqual([])
    expect(await effectsOf('viewer', 'agent', ID.ledger)).toEqual([])
  })

  it('counts all, and names the first five', async () => {
    const rows = await stage.as('user', async (tx) => {
      await tx`
        insert into public.solutions (name, related_systems)
        select 'App ' || n, ${`{${ID.archive}}`}::uuid[] from generate_series(1, 9) n`
      return tx.unsafe(call('system', ID.archive))
    })
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { affected: 'solutions', count: 9, names: ['App 1', 'App 2', 'App 3', 'App 4', 'App 5'] },
    ])
  })

  it('knows nothing of another account’s records', async () => {
    for (const [kind, id] of [
      ['system', ID.ledger],
      ['solution', ID.portal],
      ['agent', ID.helper],
      ['automation', ID.invoices],
    ] as const) {
      expect(await effectsOf('rival', kind, id)).toEqual([])
      expect(await effectsOf('unplaced', kind, id)).toEqual([])
      expect(await effectsOf('former', kind, id)).toEqual([])
      expect(await effectsOf('service', kind, id)).toEqual([])
    }
    expect(await effectsOf('rival', 'system', ID.rivalSystem)).toHaveLength(3)
  })

  it('is not for anonymous callers, and refuses a kind that it does not know', async () => {
    expect(await stage.outcome('anonymous', call('system', ID.ledger))).toEqual({ refused: '42501' })
    expect(await stage.outcome('viewer', call('person', ID.user))).toEqual({ refused: '22023' })
  })
})
