import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID, type Person } from '../support/cast.ts'
import { look, remove } from '../support/handovers.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

type Tx = postgres.TransactionSql

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await stage.admin`delete from public.record_experts where expert_id = ${ID.colleague}`
  await stage.admin`update private.records set owner_id = null where owner_id = ${ID.colleague}`
  await stage.admin`update public.systems set owner_id = ${ID.manager} where id in (${ID.ledger}, ${ID.archive})`
  await stage.admin.unsafe(`
    insert into public.own_fields (account_id, kind, key, name, type) values
      ('${ID.acme}', 'system', 'contact', 'Technical contact', 'member'),
      ('${ID.acme}', 'system', 'auditor', 'Auditor', 'member');
    update public.systems set own = jsonb_build_object('contact', '${ID.colleague}') where id = '${ID.ledger}';
    update public.systems set own = jsonb_build_object('contact', '${ID.colleague}', 'auditor', '${ID.colleague}')
    where id = '${ID.archive}'`)
})
afterAll(() => stage?.close())

const CONTACT = { kind: 'system', id: ID.ledger, part: 'own.contact' }

const ownOf = async (tx: Tx) => {
  const rows = await look<{ name: string; own: object }>(
    tx,
    `select name, own from public.systems where id in ('${ID.ledger}', '${ID.archive}') order by name`,
  )
  return Object.fromEntries(rows.map(({ name, own }) => [name, own]))
}

const lastAct = async (tx: Tx) => {
  const [act] = await tx<{ id: string; parts: string[]; records: number }[]>`
    select id, to_jsonb(parts) as parts, records from public.acts where action = 'handover' and value = ${ID.colleague}
    order by done_at desc limit 1`
  return act
}

describe('the own fields that name a member who leaves', () => {
  it('stand among what the member has, field by field, with the owner of the record as the suggestion', async () => {
    const had = await stage.as('admin', async (tx) => {
      const [row] = await tx`select public.get_belongings(${ID.colleague}) as answer`
      return row?.['answer'].system
    })
    const suggested = { reason: 'record_owner', receiver_id: ID.manager, receiver_name: 'Mia Manager' }
    expect(had).toMatchObject({ total: 3, owned: 0, named: 3 })
    expect(had.items).toMatchObject([
      { name: 'Archive', part: 'own.auditor', field_name: 'Auditor', ...suggested },
      { name: 'Archive', part: 'own.contact', field_name: 'Technical contact', ...suggested },
      { name: 'Ledger', part: 'own.contact', field_name: 'Technical contact', ...suggested },
    ])
  })

  it('suggest who becomes the owner, where the member owns the record too', async () => {
    const items = await stage.as('admin', async (tx) => {
      await tx`update public.systems set owner_id = ${ID.colleague} where id = ${ID.ledger}`
      await tx`insert into public.record_experts (kind, record_id, expert_id) values ('system', ${ID.ledger}, ${ID.viewer})
        on conflict do nothing`
      await tx`delete from public.record_experts where record_id = ${ID.ledger} and expert_id <> ${ID.viewer}`
      const [row] = await tx`select public.get_belongings(${ID.colleague}) as answer`
      return row?.['answer'].system.items.filter(({ name }: { name: string }) => name === 'Ledger')
    })
    const suggested = { reason: 'only_expert', receiver_id: ID.viewer }
    expect(items).toMatchObject([
      { part: 'owner', ...suggested },
      { part: 'own.contact', ...suggested },
    ])
  })

  it('name their receivers at once, who are asked nothing, and the act says so', async () => {
    await stage.as('admin', async (tx) => {
      await remove(tx, ID.colleague, {
        records: [{ ...CONTACT, receiver: ID.user }],
        rest: { suggested: true },
      })
      const { id, ...act } = (await lastAct(tx)) ?? {}
      expect(act).toEqual({
        parts: expect.arrayContaining(['owner_id', 'experts', 'own.auditor', 'own.contact']),
        records: 2,
      })
      const [lines] = await tx`select public.get_act_lines(${id ?? null}) as lines`
      expect(lines?.['lines']).toMatchObject([
        { name: 'Archive', after: ID.manager, problem: 'left' },
        { name: 'Archive', after: ID.manager, problem: 'left' },
        { name: 'Ledger', part: 'own.contact', before: ID.colleague, after: ID.user, problem: 'left' },
      ])
      expect(await ownOf(tx)).toEqual({
        Archive: { auditor: ID.manager, contact: ID.manager },
        Ledger: { contact: ID.user },
      })
      expect(await look(tx, `select from public.handovers where part like 'own.%'`)).toEqual([])
    })
  })

  it('name the member again when the act is undone after they have come back', async () => {
    await stage.as('admin', async (tx) => {
      await remove(tx, ID.colleague, { rest: { receiver: ID.user } })
      const act = await lastAct(tx)
      await tx`set local role service_role`
      await tx`insert into public.account_members (account_id, user_id, permission_level)
        values (${ID.acme}, ${ID.colleague}, 'user')`
      await become(tx, 'admin')
      const [row] = await tx`select public.undo_act(${act?.id ?? null}) as done`
      expect(row?.['done']).toMatchObject({ undone: 2, left: [] })
      expect(await ownOf(tx)).toEqual({
        Archive: { auditor: ID.colleague, contact: ID.colleague },
        Ledger: { contact: ID.colleague },
      })
    })
  })

  it.each<[string, object]>([
    ['nobody gets them', { rest: null }],
    ['an invited person gets the rest', { rest: { invitation: ID.invitation } }],
    ['their choice is nobody', { records: [{ ...CONTACT }], rest: null }],
  ])('stay as they are where %s', async (_, wishes) => {
    await stage.as('admin', async (tx) => {
      await remove(tx, ID.colleague, wishes)
      expect(await ownOf(tx)).toMatchObject({ Ledger: { contact: ID.colleague } })
    })
  })

  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    [
      'was deleted',
      (tx) => tx`update public.own_fields set deleted_at = now() where key = 'contact' and kind = 'system'`,
    ],
    [
      'was given another member',
      (tx) =>
        tx`update public.systems set own = own || jsonb_build_object('contact', ${ID.viewer}::text) where id = ${ID.ledger}`,
    ],
  ])('keep nothing else from being handed over where a chosen field %s meanwhile', async (_, change) => {
    await stage.as('admin', async (tx) => {
      await change(tx)
      await remove(tx, ID.colleague, {
        records: [
          { ...CONTACT, receiver: ID.user },
          { kind: 'system', id: ID.archive, part: 'own.auditor', receiver: ID.user },
        ],
      })
      const own = await ownOf(tx)
      expect(own['Archive']).toMatchObject({ auditor: ID.user })
      expect(own['Ledger']).not.toEqual({ contact: ID.user })
    })
  })

  it('are no matter of a member who becomes a viewer', async () => {
    await stage.as('admin', async (tx) => {
      const [row] = await tx`select public.get_belongings(${ID.colleague}, true) as answer`
      expect(row?.['answer']).toEqual({})
      await tx`select public.update_member(
        ${ID.colleague}, new_permission_level => 'viewer',
        handover => ${JSON.stringify({ rest: { receiver: ID.user } })}::text::jsonb
      )`
      expect(await ownOf(tx)).toMatchObject({ Ledger: { contact: ID.colleague } })
    })
  })
})

describe('two members who are named in records of each other', () => {
  it('are handed over at once: the second waits for the first', async () => {
    const [one, other] = [ID.colleague, ID.viewer].toSorted()
    const [first, second] = [ID.archive, ID.ledger].toSorted()
    await stage.admin`update private.records
      set owner_id = case id when ${first ?? null} then ${one ?? null}::uuid else ${other ?? null}::uuid end,
        own = jsonb_build_object('contact', case id when ${first ?? null} then ${other ?? null} else ${one ?? null} end::text)
      where id in (${first ?? null}, ${second ?? null})`
    const handOver = (by: Person, person: string | undefined, receiver: string) =>
      stage.as(by, (tx) => remove(tx, person ?? '', { rest: { receiver } }), { keep: true })
    let both: Promise<unknown> = Promise.resolve()
    await stage.admin.begin(async (tx) => {
      await tx`select from private.records where id = ${first ?? null} for update`
      const owns = handOver('admin', one, ID.user)
      await stage.untilWaiting(1)
      both = Promise.all([owns, handOver({ id: ID.deputy }, other, ID.manager)])
      await stage.untilWaiting(2)
    })
    await both
    const rows = await stage.admin`
      select owner_id, own from private.records where id in (${first ?? null}, ${second ?? null}) order by id`
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { owner_id: ID.user, own: { contact: ID.manager } },
      { owner_id: ID.manager, own: { contact: ID.user } },
    ])
  })
})
