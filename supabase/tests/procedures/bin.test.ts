import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, ID } from '../support/cast.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

type Tx = Parameters<Parameters<Stage['as']>[1]>[0]

const remove = (table: string, id: string) => `delete from public.${table} where id = '${id}'`
const restore = (ids: readonly string[], names: object = {}) =>
  `select public.restore_from_bin('{${ids}}', '${JSON.stringify(names)}') as answer`

interface Restored {
  restored: {
    kind: string
    id: string
    name: string
    missing: { part: string; name: string; why: string }[]
  }[]
}

const restored = async (tx: Tx, ids: readonly string[], names?: object): Promise<Restored['restored']> => {
  const [row] = await tx.unsafe<{ answer: Restored }[]>(restore(ids, names))
  return row?.answer.restored ?? []
}

/** All that the database has of the account's records, but the times at which solutions last changed. */
const everything = async (tx: Tx) => {
  await tx`set local role service_role`
  const rows = async (statement: string) => (await tx.unsafe(statement)).map((row) => ({ ...row }))
  const state = {
    systems: await rows(`select * from public.systems where account_id = '${ID.acme}' order by id`),
    solutions: await rows(
      `select id, name, related_systems from public.solutions where account_id = '${ID.acme}' order by id`,
    ),
    agents: await rows(`select * from public.agents where account_id = '${ID.acme}' order by id`),
    automations: await rows(`select * from public.automations where account_id = '${ID.acme}' order by id`),
    experts: await rows(
      `${WITH_EXPERTS.map(
        ([kind]) => `select * from public.${kind}_experts where account_id = '${ID.acme}'`,
      ).join(' union all ')} order by 2, 3`,
    ),
    links: await rows(`
      select solution_id, automation_id as other, assigned_by, created_at from public.solution_automations
      where account_id = '${ID.acme}'
      union all
      select solution_id, agent_id, assigned_by, created_at from public.solution_agents where account_id = '${ID.acme}'
      order by 1, 2`),
    articles: await rows(
      `select id, system_id from public.knowledge_articles where account_id = '${ID.acme}' order by id`,
    ),
    tally: await rows(
      `select user_id, contribution_count from public.account_members where account_id = '${ID.acme}' order by 1`,
    ),
  }
  await become(tx, 'manager')
  return state
}

const history = async (tx: Tx, id: string) =>
  (
    await tx`select action, field, before, after from public.record_history
      where record_id = ${id} and changed_by = ${ID.manager} order by changed_at, field`
  ).map((row) => ({ ...row }))

const WITH_EXPERTS = [
  ['system', ID.ledger],
  ['solution', ID.portal],
  ['agent', ID.helper],
  ['automation', ID.invoices],
] as const

describe('a record that is restored', () => {
  it.each([
    ['systems', ID.ledger],
    ['solutions', ID.portal],
    ['agents', ID.helper],
    ['automations', ID.invoices],
  ])('out of %s is as before, with all that belonged to it', async (table, id) => {
    await stage.as('manager', async (tx) => {
      for (const [kind, record] of WITH_EXPERTS)
        await tx.unsafe(
          `insert into public.${kind}_experts (${kind}_id, expert_id) values ('${record}', '${ID.admin}')`,
        )
      const before = await everything(tx)
      await tx.unsafe(remove(table, id))
      expect(await everything(tx)).not.toEqual(before)
      expect((await restored(tx, [id]))[0]?.missing).toEqual([])
      expect(await everything(tx)).toEqual(before)
    })
  })

  it('goes on with its history, and tells no expert and no link anew', async () => {
    await stage.as('manager', async (tx) => {
      await tx.unsafe(remove('systems', ID.ledger))
      await restored(tx, [ID.ledger])
      expect(await history(tx, ID.ledger)).toEqual([
        { action: 'deleted', field: null, before: null, after: null },
        { action: 'restored', field: null, before: 'Ledger', after: 'Ledger' },
      ])
      await tx.unsafe(remove('automations', ID.invoices))
      await restored(tx, [ID.invoices])
      expect((await history(tx, ID.portal)).filter(({ field }) => field === 'automations')).toEqual([])
      await tx`set local role service_role`
      const told = await tx`
        select user_id, kind from public.notifications
        where actor_id = ${ID.manager} and record_id = ${ID.ledger} order by number`
      expect(told.map((row) => ({ ...row }))).toEqual([
        { user_id: ID.colleague, kind: 'record_deleted' },
        { user_id: ID.colleague, kind: 'record_restored' },
      ])
    })
  })

  it('has its links again in whatever order several are deleted and restored', async () => {
    const gone = [
      ['solutions', ID.portal],
      ['systems', ID.ledger],
      ['systems', ID.billing],
      ['agents', ID.helper],
      ['automations', ID.invoices],
    ] as const
    for (const order of [gone, gone.toReversed()])
      for (const back of [gone, gone.toReversed()])
        await stage.as('manager', async (tx) => {
          const before = await everything(tx)
          for (const [table, id] of order) await tx.unsafe(remove(table, id))
          for (const [, id] of back) await restored(tx, [id])
          expect(await everything(tx)).toEqual(before)
        })
  })

  it('comes back with others at one stroke', async () => {
    const ids = [ID.portal, ID.ledger, ID.billing, ID.helper, ID.invoices]
    await stage.as('manager', async (tx) => {
      const before = await everything(tx)
      await tx.unsafe(`${remove('systems', ID.billing)} or id = '${ID.ledger}'`)
      await tx.unsafe(remove('automations', ID.invoices))
      await tx.unsafe(remove('solutions', ID.portal))
      await tx.unsafe(remove('agents', ID.helper))
      expect((await restored(tx, ids)).flatMap(({ missing }) => missing)).toEqual([])
      expect(await everything(tx)).toEqual(before)
    })
  })

  it('names what it was linked to and is gone, and whoever left', async () => {
    await stage.as('manager', async (tx) => {
      await tx`update public.systems set owner_id = ${ID.viewer} where id = ${ID.ledger}`
      await tx.unsafe(remove('systems', ID.ledger))
      await tx`set local role service_role`
      await tx`delete from public.account_members where user_id = ${ID.viewer}`
      await tx`delete from public.knowledge_articles where id = ${ID.handbook}`
      await become(tx, 'manager')
      await tx.unsafe(remove('solutions', ID.portal))
      const [record] = await restored(tx, [ID.ledger])
      expect(record?.missing).toEqual([
        { part: 'article', name: 'Handbook', why: 'gone' },
        { part: 'expert', name: 'Vic Viewer', why: 'left' },
        { part: 'owner', name: 'Vic Viewer', why: 'left' },
        { part: 'solution', name: 'Portal', why: 'bin' },
      ])
      const [system] = await tx`select owner_id, created_by from public.systems where id = ${ID.ledger}`
      expect(system).toEqual({ owner_id: null, created_by: ID.colleague })
      const departed = await tx`select person_name from public.departed_owners where record_id = ${ID.ledger}`
      expect(departed.map((row) => ({ ...row }))).toEqual([{ person_name: 'Vic Viewer' }])
    })
  })

  it('is asked for another name where its own is taken, and restores nothing else meanwhile', async () => {
    await stage.as('manager', async (tx) => {
      await tx.unsafe(`${remove('systems', ID.ledger)} or id = '${ID.billing}'`)
      await tx`insert into public.systems (name) values ('LEDGER')`
      await expect(tx.savepoint((nested) => restored(nested, [ID.ledger, ID.billing]))).rejects.toMatchObject(
        {
          code: '23505',
          message: 'A system with this name already exists.',
          detail: ID.ledger,
        },
      )
      const none = await tx`select from public.systems where id in (${ID.ledger}, ${ID.billing})`
      expect(none).toHaveLength(0)
      const both = await restored(tx, [ID.ledger, ID.billing], { [ID.ledger]: 'Old ledger' })
      expect(both.map(({ name }) => name).sort()).toEqual(['Billing', 'Old ledger'])
      expect((await history(tx, ID.ledger)).at(-1)).toEqual({
        action: 'restored',
        field: null,
        before: 'Ledger',
        after: 'Old ledger',
      })
    })
  })

  it('belongs to whoever was invited to own it and joined meanwhile', async () => {
    await stage.as('service', async (tx) => {
      await tx`update public.systems set owner_id = null, invited_owner_id = ${ID.invitation} where id = ${ID.ledger}`
      await tx.unsafe(remove('systems', ID.ledger))
      await tx`update public.pending_invitations set accepted_at = now() where id = ${ID.invitation}`
      await tx`update public.profiles set email = 'ivy@else.test' where id = ${ID.colleague}`
      await become(tx, 'manager')
      await restored(tx, [ID.ledger])
      const [row] = await tx`select owner_id, invited_owner_id from public.systems where id = ${ID.ledger}`
      expect(row).toEqual({ owner_id: ID.colleague, invited_owner_id: null })
    })
  })

  it('has not kept the name of whoever owned it and left: that is looked up again', async () => {
    await stage.as('service', async (tx) => {
      await tx`update public.systems set owner_id = ${ID.viewer} where id = ${ID.ledger}`
      await tx`delete from public.account_members where user_id = ${ID.viewer}`
      await tx.unsafe(remove('systems', ID.ledger))
      const [kept] = await tx`select links::text as links from public.binned_records`
      expect(kept?.['links']).toContain(ID.viewer)
      expect(kept?.['links']).not.toContain('Vic')
      await tx`update public.profiles set name = 'Victor' where id = ${ID.viewer}`
      await become(tx, 'manager')
      await restored(tx, [ID.ledger])
      const departed = await tx`select person_name from public.departed_owners where record_id = ${ID.ledger}`
      expect(departed.map((row) => ({ ...row }))).toEqual([{ person_name: 'Victor' }])
    })
  })

  it('is not given back to whoever left and joined again, as living records are not', async () => {
    await stage.as('service', async (tx) => {
      const [member] = await tx`select * from public.account_members where user_id = ${ID.viewer}`
      await tx`update public.systems set owner_id = ${ID.viewer} where id = ${ID.ledger}`
      await tx.unsafe(remove('systems', ID.ledger))
      await tx`delete from public.account_members where user_id = ${ID.viewer}`
      await tx`
        insert into public.account_members (account_id, user_id, permission_level, created_at)
        values (${ID.acme}, ${ID.viewer}, ${member?.['permission_level']}, now() + interval '1 minute')`
      await become(tx, 'manager')
      const [record] = await restored(tx, [ID.ledger])
      expect(record?.missing).toEqual([
        { part: 'expert', name: 'Vic Viewer', why: 'left' },
        { part: 'owner', name: 'Vic Viewer', why: 'left' },
      ])
      const [system] = await tx`select owner_id from public.systems where id = ${ID.ledger}`
      expect(system).toEqual({ owner_id: null })
      expect(await tx`select from public.system_experts where system_id = ${ID.ledger}`).toHaveLength(0)
    })
  })

  it('is asked for another name also where somebody takes its own at this moment', async () => {
    await stage.as('manager', (tx) => tx.unsafe(remove('automations', ID.reminders)), { keep: true })
    const restoring = await stage.admin.begin(async (tx) => {
      await tx`
        insert into public.automations (account_id, name, source) values (${ID.acme}, 'Reminders', 'Zapier')`
      const waiting = stage
        .as('manager', (other) => restored(other, [ID.reminders]))
        .then(
          () => 'restored',
          (error: unknown) => error,
        )
      await stage.untilWaiting(1)
      return { waiting }
    })
    expect(await restoring.waiting).toMatchObject({ code: '23505', detail: ID.reminders })
    await stage.admin`delete from public.automations where account_id = ${ID.acme} and name = 'Reminders'`
    await stage.as('manager', (tx) => restored(tx, [ID.reminders]), { keep: true })
    await stage.admin`delete from public.binned_records`
  })

  it('comes back once when two restore it at once', async () => {
    await stage.as('manager', (tx) => tx.unsafe(remove('agents', ID.oracle)), { keep: true })
    const tried = await Promise.allSettled(
      (['manager', 'admin'] as const).map((actor) =>
        stage.as(actor, (tx) => tx.unsafe(restore([ID.oracle])), { keep: true }),
      ),
    )
    expect(tried.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refusal = tried.find((one) => one.status === 'rejected')
    expect(refusal?.status === 'rejected' && refusal.reason).toMatchObject({ code: 'PT404' })
    const [{ count } = { count: 0 }] = await stage.admin<{ count: number }[]>`
      select count(*)::int from public.agents where id = ${ID.oracle}`
    expect(count).toBe(1)
  })

  it('has the defaults of columns that its table got meanwhile', async () => {
    await stage.admin
      .begin(async (tx) => {
        await become(tx, 'manager')
        await tx.unsafe(remove('systems', ID.archive))
        await tx`reset role`
        await tx`alter table public.systems add column tier integer not null default 3`
        await become(tx, 'manager')
        await restored(tx, [ID.archive])
        const [row] = await tx`select tier from public.systems where id = ${ID.archive}`
        expect(row).toEqual({ tier: 3 })
        throw new Error('rolled back')
      })
      .catch((error: unknown) => {
        if (!(error instanceof Error && error.message === 'rolled back')) throw error
      })
  })
})

describe('the bin', () => {
  it('takes every delete of a person and of the server, and nothing when the account itself goes', async () => {
    await stage.as('service', async (tx) => {
      await tx.unsafe(remove('systems', ID.archive))
      const [row] =
        await tx`select name, deleted_by from public.binned_records where record_id = ${ID.archive}`
      expect(row).toEqual({ name: 'Archive', deleted_by: null })
    })
    await stage.admin
      .begin(async (tx) => {
        await tx`delete from public.accounts where id = ${ID.rivals}`
        expect(await tx`select from public.binned_records`).toHaveLength(0)
        throw new Error('rolled back')
      })
      .catch((error: unknown) => {
        if (!(error instanceof Error && error.message === 'rolled back')) throw error
      })
  })

  it('says who deleted what, until when it can be had back and whether the caller may', async () => {
    const bin = (tx: Tx, kind: string | null = null) =>
      tx<{ bin: { total: number; days: number; items: Record<string, unknown>[] } }[]>`
        select public.get_bin(${kind}) as bin`.then(([row]) => row?.bin)
    await stage.as('manager', async (tx) => {
      await tx.unsafe(remove('systems', ID.billing))
      await tx.unsafe(remove('agents', ID.oracle))
      const all = await bin(tx)
      expect(all).toMatchObject({ total: 2, days: 30 })
      const systems = await bin(tx, 'system')
      expect(systems?.items).toMatchObject([
        {
          kind: 'system',
          id: ID.billing,
          name: 'Billing',
          deleted_by_name: 'Mia Manager',
          may_restore: true,
        },
      ])
      await become(tx, 'user')
      const mine = await bin(tx)
      expect(
        Object.fromEntries(mine?.items.map(({ name, may_restore }) => [name, may_restore]) ?? []),
      ).toEqual({
        Billing: true,
        Oracle: false,
      })
      await become(tx, 'rival')
      expect(await bin(tx)).toMatchObject({ total: 0, items: [] })
    })
  })

  it('is purged by admins, with an entry in the audit log', async () => {
    await stage.as('admin', async (tx) => {
      await tx.unsafe(remove('systems', ID.billing))
      await tx.unsafe(remove('agents', ID.oracle))
      const [one] = await tx`select public.purge_bin(array[${ID.oracle}]::uuid[]) as purged`
      expect(one).toEqual({ purged: 1 })
      const [rest] = await tx`select public.purge_bin() as purged`
      expect(rest).toEqual({ purged: 1 })
      const entries = await tx`
        select severity, details from public.security_audit_log where action = 'bin_purged' order by details ->> 'first'`
      expect(entries.map((row) => ({ ...row }))).toEqual([
        { severity: 'high', details: { records: 1, first: [{ kind: 'agent', name: 'Oracle' }] } },
        { severity: 'high', details: { records: 1, first: [{ kind: 'system', name: 'Billing' }] } },
      ])
    })
  })
})

describe('attacks on the bin', () => {
  const GONE = [
    ['systems', ID.ledger],
    ['solutions', ID.intranet],
    ['agents', ID.oracle],
    ['automations', ID.reminders],
  ] as const
  const attempt = (actor: Actor, statement: string) =>
    stage.as('manager', async (tx) => {
      for (const [table, id] of GONE) await tx.unsafe(remove(table, id))
      await become(tx, actor)
      return tx
        .savepoint((nested) => nested.unsafe(statement))
        .then(
          (rows) => rows.count,
          (error: { code?: string }) => error.code,
        )
    })

  it('restoring: viewers, users who may not delete it, other accounts, strangers and the service key', async () => {
    for (const [, id] of GONE) {
      expect(await attempt('viewer', restore([id]))).toBe('42501')
      expect(await attempt('user', restore([id]))).toBe('42501')
      for (const actor of ['rival', 'unplaced', 'former', 'service'] as const)
        expect(await attempt(actor, restore([id]))).toBe('PT404')
      expect(await attempt('anonymous', restore([id]))).toBe('42501')
    }
  })

  it('restoring what one may together with what one may not restores neither', async () => {
    await stage.as('manager', async (tx) => {
      await tx.unsafe(remove('systems', ID.ledger))
      await tx.unsafe(remove('systems', ID.billing))
      await become(tx, 'user')
      await expect(tx.savepoint((nested) => restored(nested, [ID.billing, ID.ledger]))).rejects.toMatchObject(
        {
          code: '42501',
        },
      )
      expect(await restored(tx, [ID.billing])).toHaveLength(1)
    })
  })

  it('purging is for admins of the account', async () => {
    for (const actor of ['anonymous', 'unplaced', 'former', 'viewer', 'user', 'manager', 'service'] as const)
      expect(await attempt(actor, 'select public.purge_bin()')).toBe('42501')
    await stage.as('manager', async (tx) => {
      await tx.unsafe(remove('systems', ID.ledger))
      await become(tx, 'rival')
      const [row] = await tx`select public.purge_bin(array[${ID.ledger}]::uuid[]) as purged`
      expect(row).toEqual({ purged: 0 })
    })
  })

  it('the helpers behind it are closed', async () => {
    for (const statement of [
      `select private.restore_records('{${ID.ledger}}')`,
      `select private.put_back('systems', '[]')`,
      `select private.put_into_bin('${ID.acme}', 'system', '{${ID.billing}}')`,
      `select private.empty_bins(0, 1000)`,
    ])
      for (const actor of ['viewer', 'admin', 'service'] as const)
        expect(await attempt(actor, statement)).toBe('42501')
  })
})
