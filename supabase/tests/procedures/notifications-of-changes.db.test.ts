import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmPerson, ID } from '../support/cast.ts'
import { notificationsOf, told } from '../support/notifications.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  // The notifications from the arrangement of the cast are not under test.
  await stage.admin`delete from public.notifications`
})
afterAll(() => stage?.close())

const COLLEAGUE = { id: ID.colleague }
const DEPUTY = { id: ID.deputy }
const rename = (id: string, name: string) => `update public.systems set name = '${name}' where id = '${id}'`

describe('a person is notified', () => {
  it('[OPEN-02] of a change to what they own or made, once for all of its fields', async () => {
    const change = `update public.systems set name = 'Vault', description = 'Old papers' where id = '${ID.archive}'`
    const expected = [
      {
        kind: 'record_changed',
        actor_name: 'Mia Manager',
        record_kind: 'system',
        record_id: ID.archive,
        record_name: 'Vault',
        payload: { fields: ['description', 'name'] },
        read_at: null,
      },
    ]
    expect(await told(stage, 'user', 'manager', change)).toEqual(expected)
    expect(await told(stage, COLLEAGUE, 'manager', change)).toEqual(expected)
    expect(await told(stage, 'viewer', 'manager', change)).toEqual([])
  })

  it('once of several changes that they have not read yet, and again afterwards', async () => {
    const change = (field: string) =>
      `update public.systems set ${field} = 'Vault' where id = '${ID.billing}'`
    const merged = await told(stage, 'user', 'manager', change('name'), change('description'))
    expect(merged).toMatchObject([{ record_name: 'Vault', payload: { fields: ['description', 'name'] } }])
    const again = await stage.as('manager', async (tx) => {
      await tx.unsafe(change('name'))
      await become(tx, 'user')
      await tx`select public.mark_all_notifications_read()`
      await become(tx, 'manager')
      await tx.unsafe(change('description'))
      return notificationsOf(tx, 'user')
    })
    expect(again).toMatchObject([
      { payload: { fields: ['description'] }, read_at: null },
      { payload: { fields: ['name'] }, read_at: expect.any(Date) },
    ])
  })

  it('[OPEN-02] of its deletion, with the name that it had', async () => {
    const remove = `delete from public.systems where id = '${ID.billing}'`
    expect(await told(stage, 'user', 'manager', remove)).toContainEqual(
      expect.objectContaining({
        kind: 'record_deleted',
        record_kind: 'system',
        record_id: ID.billing,
        record_name: 'Billing',
        payload: {},
      }),
    )
  })

  it.each([
    ['solution', 'solutions', 'name', ID.portal, 'Portal'],
    ['agent', 'agents', 'name', ID.helper, 'Helper'],
    ['automation', 'automations', 'name', ID.invoices, 'Invoices'],
    ['article', 'knowledge_articles', 'title', ID.handbook, 'Handbook'],
  ])('[GAP-34] of what happens to their %s', async (kind, table, field, id, name) => {
    const change = `update public.${table} set ${field} = 'Renamed' where id = '${id}'`
    const byManager = { actor_name: 'Mia Manager', record_kind: kind, record_id: id }
    expect(await told(stage, 'user', 'manager', change)).toMatchObject([
      { ...byManager, kind: 'record_changed', record_name: 'Renamed', payload: { fields: [field] } },
    ])
    expect(
      await told(stage, 'user', 'manager', `delete from public.${table} where id = '${id}'`),
    ).toMatchObject([{ ...byManager, kind: 'record_deleted', record_name: name }])
  })

  it('[OPEN-02] of having become owner, of an old record or a new one', async () => {
    const hand = `update public.systems set owner_id = '${ID.viewer}', status = 'inactive' where id = '${ID.billing}'`
    expect(await told(stage, 'viewer', 'manager', hand)).toMatchObject([
      { kind: 'owner_assigned', actor_name: 'Mia Manager', record_name: 'Billing' },
    ])
    const add = `insert into public.solutions (name, owner_id) values ('Payroll', '${ID.viewer}')`
    expect(await told(stage, 'viewer', 'user', add)).toMatchObject([
      { kind: 'owner_assigned', actor_name: 'Uma User', record_kind: 'solution', record_name: 'Payroll' },
    ])
  })

  it('of having lost the ownership', async () => {
    const take = `update public.systems set owner_id = null where id = '${ID.archive}'`
    expect(await told(stage, 'user', 'manager', take)).toMatchObject([
      { kind: 'record_changed', payload: { fields: ['owner_id'] } },
    ])
  })

  it('[OPEN-02] of having become expert, and the owner of an expert that was added', async () => {
    const add = `insert into public.system_experts (system_id, expert_id) values ('${ID.archive}', '${ID.viewer}')`
    expect(await told(stage, 'viewer', 'manager', add)).toMatchObject([
      { kind: 'expert_assigned', actor_name: 'Mia Manager', record_kind: 'system', record_name: 'Archive' },
    ])
    expect(await told(stage, 'user', 'manager', add)).toMatchObject([
      { kind: 'record_changed', payload: { fields: ['experts'] } },
    ])
  })

  it.each([
    ['solution', 'Portal', ID.portal],
    ['agent', 'Helper', ID.helper],
    ['automation', 'Invoices', ID.invoices],
  ])('of having become expert of %s %s', async (kind, name, id) => {
    const add = `insert into public.record_experts (kind, record_id, expert_id) values ('${kind}', '${id}', '${ID.viewer}')`
    expect(await told(stage, 'viewer', 'manager', add)).toMatchObject([
      {
        kind: 'expert_assigned',
        actor_name: 'Mia Manager',
        record_kind: kind,
        record_id: id,
        record_name: name,
      },
    ])
  })

  it('[OPEN-02] of a new level', async () => {
    const raise = `update public.account_members set permission_level = 'user' where user_id = '${ID.viewer}'`
    expect(await told(stage, 'viewer', 'admin', raise)).toMatchObject([
      {
        kind: 'level_changed',
        actor_name: 'Ada Admin',
        payload: { new_permission: 'user', old_permission: 'viewer' },
      },
    ])
  })

  it('[GAP-04] as an admin, and only as an admin, of people who joined by their domain', async () => {
    const joined = await stage.admin
      .begin(async (tx) => {
        await confirmPerson(tx, { id: ID.nobody, email: 'nora@acme.test', metadata: { name: 'Nora New' } })
        const lists: unknown[] = []
        for (const person of ['admin', DEPUTY, 'manager'] as const)
          lists.push(await notificationsOf(tx, person))
        throw new Error(JSON.stringify(lists))
      })
      .catch((error: unknown) => (error instanceof Error ? JSON.parse(error.message) : null))
    const expected = { kind: 'member_joined', payload: { name: 'Nora New' } }
    expect(joined).toMatchObject([[expected], [expected], []])
  })

  it('of many who joined in one notification, until it is read', async () => {
    const lists = await stage.admin
      .begin(async (tx) => {
        const join = async (number: number) => {
          // The confirmation has no session.
          await tx`select set_config('request.jwt.claims', '', true), set_config('role', 'none', true)`
          const id = `00000000-0000-4000-8000-00000000f0${String(number).padStart(2, '0')}`
          await confirmPerson(tx, { id, email: `n${number}@acme.test`, metadata: { name: `Nora ${number}` } })
        }
        for (let number = 1; number <= 30; number += 1) await join(number)
        const together = await notificationsOf(tx, 'admin')
        await tx`select public.mark_all_notifications_read()`
        await join(31)
        const after = await notificationsOf(tx, 'admin')
        await tx`set local role none`
        const mails = await tx`
          select payload from public.notifications where user_id = ${ID.admin} and kind = 'member_joined' and mail_due`
        throw new Error(JSON.stringify([together, after, mails]))
      })
      .catch((error: unknown) => (error instanceof Error ? JSON.parse(error.message) : null))
    const many = { kind: 'member_joined', payload: { name: 'Nora 30', others: 29 } }
    expect(lists).toMatchObject([
      [many],
      [{ kind: 'member_joined', payload: { name: 'Nora 31' }, read_at: null }, many],
      [{ payload: { name: 'Nora 30', others: 29 } }, { payload: { name: 'Nora 31' } }],
    ])
  })

  it('[OPEN-02] [OPEN-21] as the inviter that the invitation was accepted, as another admin that a member joined', async () => {
    const [row] = await stage.admin`select private.invitation_token(${ID.invitationOfUnplaced}) as token`
    const accept = `select public.accept_invitation('${String(row?.['token'])}', 'lou@gmail.com')`
    expect(await told(stage, 'admin', 'unplaced', accept)).toMatchObject([
      { kind: 'invitation_accepted', actor_name: 'Lou Loner', payload: { name: 'Lou' } },
    ])
    expect(await told(stage, DEPUTY, 'unplaced', accept)).toMatchObject([
      { kind: 'member_joined', actor_name: 'Lou Loner' },
    ])
  })
})

describe('no person is notified', () => {
  it('of their own actions', async () => {
    expect(await told(stage, 'user', 'user', rename(ID.billing, 'Mine'))).toEqual([])
    const expert = `insert into public.system_experts (system_id, expert_id) values ('${ID.billing}', '${ID.user}')`
    expect(await told(stage, 'user', 'user', expert)).toEqual([])
  })

  it('of a change that changes nothing, or was refused', async () => {
    expect(await told(stage, 'user', 'manager', rename(ID.billing, 'Billing'))).toEqual([])
    expect(await told(stage, 'user', 'viewer', rename(ID.billing, 'Taken'))).toEqual([])
  })

  it('of anything in another account, nor after having left', async () => {
    expect(await told(stage, 'rival', 'manager', rename(ID.billing, 'X'), rename(ID.archive, 'Y'))).toEqual(
      [],
    )
    const gone = await stage.as('manager', async (tx) => {
      await tx.unsafe(rename(ID.billing, 'X'))
      await become(tx, 'admin')
      await tx`delete from public.account_members where user_id = ${ID.user}`
      await become(tx, 'manager')
      await tx.unsafe(rename(ID.billing, 'Y'))
      await become(tx, 'user')
      return tx`select from public.notifications`
    })
    expect(gone).toHaveLength(0)
  })
})
