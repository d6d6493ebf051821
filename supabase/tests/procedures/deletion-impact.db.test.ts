import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, ID } from '../support/cast.ts'
import { OWN } from '../support/own-rows.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

type Tx = Parameters<Parameters<Stage['as']>[1]>[0]

interface Group {
  kind: string
  total: number
  active: number
  items: { name: string; owner_name: string | null }[]
}

const impact = async (actor: Actor, kind: string, ids: readonly string[]): Promise<Group[]> =>
  stage.as(actor, async (tx) => {
    const [row] = await tx.unsafe<{ groups: Group[] }[]>(
      `select public.get_deletion_impact('${kind}', '{${ids}}') as groups`,
    )
    return row?.groups ?? []
  })

const erase = (kind: string, ids: readonly string[], more = '') =>
  `select public.delete_records('${kind}', '{${ids}}'${more})`

const lists = async (tx: Tx) =>
  (
    await tx`select name, to_json(related_systems) as related_systems from public.solutions where account_id = ${ID.acme} order by name`
  ).map((row) => ({ ...row }))

describe('the impact of a deletion', () => {
  it('names what points to any of the records, each once, with its owner', async () => {
    expect(await impact('viewer', 'system', [ID.billing, ID.ledger])).toMatchObject([
      { kind: 'solution', total: 1, active: 1, items: [{ name: 'Portal', owner_name: null }] },
      { kind: 'article', total: 1, active: 0, items: [{ name: 'Handbook', owner_name: 'Uma User' }] },
    ])
    expect((await impact('viewer', 'solution', [ID.portal])).map(({ kind, total }) => [kind, total])).toEqual(
      [
        ['automation', 1],
        ['agent', 1],
      ],
    )
    expect((await impact('viewer', 'agent', [ID.helper])).map(({ kind }) => kind)).toEqual(['solution'])
  })

  it('names the invitation of an owner who has not joined, and a member by their id', async () => {
    const items = await stage.as('admin', async (tx) => {
      await tx`update public.solutions set owner_id = null, invited_owner_id = ${ID.invitation} where id = ${ID.portal}`
      const [row] = await tx<{ groups: unknown }[]>`
        select public.get_deletion_impact('system', array[${ID.billing}]::uuid[]) -> 0 -> 'items' as groups`
      return row?.groups
    })
    expect(items).toMatchObject([{ id: ID.portal, owner_id: null, invited_owner_id: ID.invitation }])
  })

  it('names fifty of a kind and counts them all', async () => {
    await stage.as('user', async (tx) => {
      await tx`
        insert into public.solutions (name, related_systems)
        select 'App ' || n, ${`{${ID.archive}}`}::uuid[] from generate_series(1, 60) n`
      const [row] = await tx.unsafe<{ groups: Group[] }[]>(
        `select public.get_deletion_impact('system', '{${ID.archive}}') as groups`,
      )
      expect(row?.groups[0]).toMatchObject({ total: 60, active: 60 })
      expect(row?.groups[0]?.items).toHaveLength(50)
    })
  })

  it('is told of ten thousand at once, and no more', async () => {
    const many = (count: number) =>
      stage.outcome(
        'viewer',
        `select public.get_deletion_impact('system', array_fill('${ID.ledger}'::uuid, array[${count}]))`,
      )
    expect(await many(10_000)).toBe(1)
    expect(await many(10_001)).toEqual({ refused: '22023' })
  })

  it('knows nothing of another account', async () => {
    expect(await impact('rival', 'system', [ID.ledger])).toEqual([])
    expect(await impact('unplaced', 'system', [ID.ledger])).toEqual([])
  })
})

describe('a deletion', () => {
  it('moves the links, and its restoration brings them back', async () => {
    await stage.as('manager', async (tx) => {
      const before = await lists(tx)
      await tx.unsafe(erase('system', [ID.ledger], `, 'Replaced', '${ID.archive}'`))
      expect((await lists(tx)).find(({ name }) => name === 'Portal')).toEqual({
        name: 'Portal',
        related_systems: [ID.billing, ID.archive],
      })
      const articles = () => tx`select system_id from public.knowledge_articles where id = ${ID.handbook}`
      expect((await articles())[0]).toEqual({ system_id: ID.archive })
      const [bin] = await tx<{ bin: { items: object[] } }[]>`select public.get_bin() as bin`
      expect(bin?.bin.items).toMatchObject([{ name: 'Ledger', reason: 'Replaced' }])
      await tx`select public.restore_from_bin(array[${ID.ledger}]::uuid[])`
      expect(await lists(tx)).toEqual(before)
      expect((await articles())[0]).toEqual({ system_id: ID.ledger })
    })
  })

  it.each([
    ['automation', ID.invoices, ID.reminders],
    ['agent', ID.helper, ID.oracle],
    ['solution', ID.portal, ID.intranet],
  ])('moves the links of an %s and back', async (kind, id, target) => {
    await stage.as('manager', async (tx) => {
      const links = async () =>
        (
          await tx`
            select solution_id, automation_id as other from public.solution_automations
            union all select solution_id, agent_id from public.solution_agents order by 1, 2`
        ).map((row) => ({ ...row }))
      const before = await links()
      await tx.unsafe(erase(kind, [id], `, '', '${target}'`))
      expect(await links()).toHaveLength(2)
      expect(await links()).not.toEqual(before)
      await tx`select public.restore_from_bin(array[${id}]::uuid[])`
      expect(await links()).toEqual(before)
    })
  })

  it('tells the owners of what depends on it, with the reason', async () => {
    await stage.as('manager', async (tx) => {
      await tx`update public.solutions set owner_id = ${ID.viewer} where id = ${ID.portal}`
      await tx.unsafe(erase('system', [ID.ledger], `, 'We have a new one', null, true`))
      await tx`set local role service_role`
      const told = await tx`
        select user_id, record_name, payload from public.notifications where kind = 'dependency_deleted' order by payload`
      expect(told.map((row) => ({ ...row }))).toEqual(
        expect.arrayContaining([
          {
            user_id: ID.viewer,
            record_name: 'Ledger',
            payload: { dependents: ['Portal'], reason: 'We have a new one' },
          },
        ]),
      )
    })
  })

  it('tells the owners of what names it in a custom field, of a team its lead', async () => {
    await stage.as('admin', async (tx) => {
      const [field] = await tx<{ key: string }[]>`
        insert into public.own_fields (kind, name, type, record_kind) values ('agent', 'Runs on', 'record', 'system')
        returning key`
      const value = tx.json({ [field?.key ?? '']: ID.ledger })
      await tx`update public.agents set own = ${value}, owner_id = ${ID.viewer} where id = ${ID.helper}`
      await tx`update public.agents set own = ${value}, team_id = ${OWN.team} where id = ${ID.oracle}`
      await tx.unsafe(erase('system', [ID.ledger], `, '', null, true`))
      await tx`set local role service_role`
      const told = await tx`
        select user_id, payload -> 'dependents' as names from public.notifications where kind = 'dependency_deleted'`
      const names = told.filter(({ names: all }) => all.includes('Helper') || all.includes('Oracle'))
      expect(names.map((row) => ({ ...row }))).toEqual(
        expect.arrayContaining([
          { user_id: ID.viewer, names: ['Helper'] },
          { user_id: ID.user, names: expect.arrayContaining(['Oracle']) },
        ]),
      )
    })
  })

  it('is refused for viewers, for what a user may not delete, and to other accounts', async () => {
    const refused = (code: string) => ({ refused: code })
    expect(await stage.outcome('anonymous', erase('system', [ID.ledger]))).toEqual(refused('42501'))
    expect(await stage.outcome('viewer', erase('system', [ID.ledger]))).toEqual(refused('42501'))
    expect(await stage.outcome('user', erase('system', [ID.billing, ID.ledger]))).toEqual(refused('42501'))
    for (const actor of ['rival', 'unplaced', 'former', 'service'] as const)
      expect(await stage.outcome(actor, erase('system', [ID.ledger]))).toEqual(refused('PT404'))
    expect(await stage.outcome('manager', erase('system', [ID.ledger], `, '', '${ID.rivalSystem}'`))).toEqual(
      refused('23503'),
    )
    expect(await stage.outcome('manager', erase('system', [ID.ledger], `, '', '${ID.ledger}'`))).toEqual(
      refused('23503'),
    )
  })

  it('moves nothing that the caller may not change', async () => {
    await stage.as('manager', async (tx) => {
      const list = `{${ID.billing}}`
      await tx`update public.solutions set related_systems = ${list}::uuid[] where id = ${ID.intranet}`
      await become(tx, 'user')
      await tx.unsafe(erase('system', [ID.billing], `, '', '${ID.archive}'`))
      expect((await lists(tx)).map(({ name, related_systems: systems }) => [name, systems])).toEqual([
        ['Intranet', []],
        ['Portal', [ID.archive, ID.ledger]],
      ])
    })
  })
})

describe('several records whose links were moved together', () => {
  const pairs = async (tx: Tx) =>
    (
      await tx`
        select s.name, a.name as other
        from public.solution_automations l
        join public.solutions s on s.id = l.solution_id
        join public.automations a on a.id = l.automation_id
        order by 1, 2`
    ).map(({ name, other }) => `${name}: ${other}`)
  const stand = async (tx: Tx, table: string) => {
    const [row] = await tx.unsafe<{ id: string }[]>(
      table === 'systems'
        ? `insert into public.systems (name) values ('Stand-in') returning id`
        : `insert into public.automations (name, source) values ('Stand-in', 'Zapier') returning id`,
    )
    return row?.id ?? ''
  }
  const link = (tx: Tx, solution: string, automation: string) =>
    tx`insert into public.solution_automations (solution_id, automation_id) values (${solution}, ${automation})`
  const restore = (tx: Tx, ids: readonly string[]) => tx.unsafe(`select public.restore_from_bin('{${ids}}')`)

  it('give back only their own place when one of them is restored', async () => {
    await stage.as('manager', async (tx) => {
      await link(tx, ID.intranet, ID.reminders)
      const before = await pairs(tx)
      const target = await stand(tx, 'automations')
      await tx.unsafe(erase('automation', [ID.invoices, ID.reminders], `, '', '${target}'`))
      expect(await pairs(tx)).toEqual(['Intranet: Stand-in', 'Portal: Stand-in'])
      await restore(tx, [ID.invoices])
      expect(await pairs(tx)).toEqual(['Intranet: Stand-in', 'Portal: Invoices'])
      await restore(tx, [ID.reminders])
      expect(await pairs(tx)).toEqual(before)
    })
  })

  it('keep the stand-in for as long as one of them is in the bin, deleted at once or one by one', async () => {
    for (const together of [true, false])
      await stage.as('manager', async (tx) => {
        await link(tx, ID.portal, ID.reminders)
        const target = await stand(tx, 'automations')
        const ids = [ID.invoices, ID.reminders]
        for (const some of together ? [ids] : ids.map((id) => [id]))
          await tx.unsafe(erase('automation', some, `, '', '${target}'`))
        await restore(tx, [ID.invoices])
        expect(await pairs(tx)).toEqual(['Portal: Invoices', 'Portal: Stand-in'])
        await restore(tx, [ID.reminders])
        expect(await pairs(tx)).toEqual(['Portal: Invoices', 'Portal: Reminders'])
      })
  })

  it('keep it in lists of systems too', async () => {
    for (const together of [true, false])
      await stage.as('manager', async (tx) => {
        const before = await lists(tx)
        const target = await stand(tx, 'systems')
        const ids = [ID.billing, ID.ledger]
        const portal = async () =>
          (await lists(tx)).find(({ name }) => name === 'Portal')?.['related_systems']
        for (const some of together ? [ids] : ids.map((id) => [id]))
          await tx.unsafe(erase('system', some, `, '', '${target}'`))
        expect(await portal()).toEqual([target])
        await restore(tx, [ID.ledger])
        // Where they went one by one, the stand-in stood before Ledger went.
        expect(await portal()).toEqual(together ? [ID.ledger, target] : [target, ID.ledger])
        await restore(tx, [ID.billing])
        expect(await lists(tx)).toEqual(before)
      })
  })

  it.each([
    ['alone, what was deleted first', [[0], [1]]],
    ['alone, the stand-in first', [[1], [0]]],
    ['at once', [[0, 1]]],
  ])('come back without a stand-in that was deleted after them: %s', async (_, steps) => {
    await stage.as('manager', async (tx) => {
      const articles = async () =>
        (await tx`select system_id from public.knowledge_articles where id = ${ID.handbook}`)[0]
      const before = [await lists(tx), await articles(), await pairs(tx)]
      for (const [kind, id] of [
        ['system', ID.ledger],
        ['automation', ID.invoices],
      ] as const) {
        const ids = [id, await stand(tx, `${kind}s`)]
        await tx.unsafe(erase(kind, [id], `, '', '${ids[1]}'`))
        await tx.unsafe(erase(kind, [ids[1] ?? '']))
        for (const step of steps)
          await restore(
            tx,
            step.map((place) => ids[place] ?? ''),
          )
      }
      expect([await lists(tx), await articles(), await pairs(tx)]).toEqual(before)
    })
  })

  it('leave the stand-in in solutions that whoever restores may not change', async () => {
    await stage.as('manager', async (tx) => {
      await link(tx, ID.intranet, ID.invoices)
      await tx`update public.solutions set related_systems = ${`{${ID.billing}}`}::uuid[] where id = ${ID.intranet}`
      const automation = await stand(tx, 'automations')
      const system = await stand(tx, 'systems')
      await tx`update public.knowledge_articles set system_id = ${ID.billing}`
      await tx.unsafe(erase('automation', [ID.invoices], `, '', '${automation}'`))
      await tx.unsafe(erase('system', [ID.billing], `, '', '${system}'`))
      await become(tx, 'user')
      await restore(tx, [ID.invoices, ID.billing])
      expect(await pairs(tx)).toEqual(['Intranet: Invoices', 'Intranet: Stand-in', 'Portal: Invoices'])
      expect((await lists(tx)).map(({ name, related_systems: systems }) => [name, systems])).toEqual([
        ['Intranet', [ID.billing, system]],
        ['Portal', [ID.billing, ID.ledger]],
      ])
      const articles = await tx`select id, system_id from public.knowledge_articles order by id`
      expect(articles.map(({ id, system_id }) => [id, system_id])).toEqual([
        [ID.handbook, ID.billing],
        [ID.news, system],
      ])
    })
  })

  it('while solutions are switched off, links are moved and given back by admins alone', async () => {
    const off = `insert into public.app_features (account_id, feature_name, enabled) values ('${ID.acme}', 'solutions', false)`
    for (const [actor, moves] of [
      ['manager', false],
      ['admin', true],
    ] as const)
      await stage.as('admin', async (tx) => {
        const [system, automation] = [await stand(tx, 'systems'), await stand(tx, 'automations')]
        await tx.unsafe(off)
        await become(tx, actor)
        await tx.unsafe(erase('system', [ID.ledger], `, '', '${system}'`))
        await tx.unsafe(erase('automation', [ID.invoices], `, '', '${automation}'`))
        expect(await pairs(tx)).toEqual(moves ? ['Portal: Stand-in'] : [])
        expect((await lists(tx)).at(-1)).toEqual({
          name: 'Portal',
          related_systems: moves ? [ID.billing, system] : [ID.billing],
        })
        // Articles have no switch.
        const [article] = await tx`select system_id from public.knowledge_articles where id = ${ID.handbook}`
        expect(article).toEqual({ system_id: system })
        await become(tx, 'manager')
        await restore(tx, [ID.ledger, ID.invoices])
        expect(await pairs(tx)).toEqual(['Portal: Invoices', ...(moves ? ['Portal: Stand-in'] : [])])
      })
  })
})
