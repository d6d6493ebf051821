import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import {
  arrangeBelongings,
  handoversOf,
  historyOf,
  look,
  OWNERS,
  owned,
  remove,
  type Wishes,
} from '../support/handovers.ts'
import { notificationsOf } from '../support/notifications.ts'
import { become, openStage, outcomeOf, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await arrangeBelongings(stage)
})
afterAll(() => stage?.close())

const COLLEAGUE = { id: ID.colleague }
const DEPUTY = { id: ID.deputy }

describe('remove_member with a handover', () => {
  it('reads the handovers of a thousand records a few times each, however new they are', async () => {
    const records = 1000
    await stage.admin`
      insert into public.systems (account_id, name, owner_id)
      select ${ID.acme}, 'Server ' || n, ${ID.colleague} from generate_series(1, ${records}::integer) n`
    await stage.admin`analyze private.records`
    const read = await stage.as('admin', async (tx) => {
      await remove(tx, ID.colleague, { rest: { receiver: ID.user } })
      const [handovers] = await look<{ read: string }>(
        tx,
        `select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables
         where relid = 'public.handovers'::regclass`,
      )
      return Number(handovers?.read)
    })
    await stage.admin`delete from public.systems where name like 'Server %'`
    expect(read).toBeGreaterThanOrEqual(records)
    expect(read).toBeLessThan(100 * records)
  })

  it('gives each record to whom it was assigned, at once and pending, and leaves the rest a gap', async () => {
    const seen = await stage.as('admin', async (tx) => {
      await remove(tx, ID.colleague, {
        records: [
          owned(ID.billing, { receiver: ID.user }),
          owned(ID.ledger, { invitation: ID.invitation }),
          { kind: 'system', id: ID.archive, part: 'expert', receiver: ID.user },
        ],
      })
      return {
        owners: await look(tx, OWNERS),
        experts: await look(
          tx,
          `select expert_id from public.system_experts where system_id = '${ID.archive}'`,
        ),
        handovers: await handoversOf(tx),
        history: await historyOf(tx, ID.billing),
        gap: await historyOf(tx, ID.reminders),
      }
    })
    expect(seen.owners).toEqual([
      { name: 'Archive', owner_id: ID.user, invited_owner_id: null },
      { name: 'Billing', owner_id: ID.user, invited_owner_id: null },
      { name: 'Ledger', owner_id: null, invited_owner_id: ID.invitation },
    ])
    expect(seen.experts).toEqual([{ expert_id: ID.user }])
    const given = { giver_name: 'Cleo Colleague', state: 'pending' }
    expect(seen.handovers).toEqual([
      { ...given, name: 'Archive', part: 'expert', receiver_id: ID.user, invitation_id: null },
      { ...given, name: 'Billing', part: 'owner', receiver_id: ID.user, invitation_id: null },
      { ...given, name: 'Ledger', part: 'owner', receiver_id: null, invitation_id: ID.invitation },
    ])
    const giver = { id: ID.colleague, name: 'Cleo Colleague' }
    expect(seen.history).toEqual([
      {
        field: 'handover',
        before: null,
        after: { part: 'owner', state: 'pending', giver, receiver: { id: ID.user, name: 'Uma User' } },
        changed_by: ID.admin,
      },
      { field: 'owner_id', before: ID.colleague, after: ID.user, changed_by: ID.admin },
    ])
    expect(seen.gap).toContainEqual({
      field: 'handover',
      before: null,
      after: { part: 'owner', state: 'pending', giver, receiver: null },
      changed_by: ID.admin,
    })
  })

  it('follows the suggestions for what is not named', async () => {
    const owners = await stage.as('admin', async (tx) => {
      await remove(tx, ID.colleague, {
        records: [owned(ID.billing)],
        rest: { suggested: true },
      })
      return look(tx, OWNERS)
    })
    expect(owners).toMatchObject([
      { name: 'Archive', owner_id: ID.user },
      { name: 'Billing', owner_id: null },
      { name: 'Ledger', owner_id: ID.viewer },
    ])
  })

  it('notifies the receiver once, and not again of each record', async () => {
    const told = await stage.as('admin', async (tx) => {
      await remove(tx, ID.colleague, { rest: { receiver: ID.user } })
      return notificationsOf(tx, 'user')
    })
    expect(told).toMatchObject([
      {
        kind: 'handed_over',
        actor_name: 'Ada Admin',
        record_id: null,
        payload: { giver: 'Cleo Colleague', amount: 6, act: expect.any(String) },
      },
    ])
  })

  it('names the record where it is only one', async () => {
    const told = await stage.as('admin', async (tx) => {
      await remove(tx, ID.colleague, { records: [owned(ID.billing, { receiver: ID.viewer })] })
      return notificationsOf(tx, 'viewer')
    })
    expect(told).toMatchObject([
      { kind: 'handed_over', record_kind: 'system', record_name: 'Billing', payload: { amount: 1 } },
    ])
  })

  it('without assignments leaves gaps, as ever', async () => {
    const seen = await stage.as('admin', async (tx) => {
      await tx`select public.remove_member(${ID.colleague})`
      return { owners: await look(tx, OWNERS), handovers: await handoversOf(tx) }
    })
    expect(seen.owners).toMatchObject([{ owner_id: ID.user }, { owner_id: null }, { owner_id: null }])
    expect(seen.handovers).toEqual([])
  })

  it('is required of a member who leaves by themselves, whatever their level', async () => {
    const seen = await stage.as(COLLEAGUE, async (tx) => {
      await remove(tx, ID.colleague, { records: [owned(ID.billing, { receiver: ID.viewer })] })
      return { owners: await look(tx, OWNERS), told: await notificationsOf(tx, 'viewer') }
    })
    expect(seen.owners).toContainEqual({ name: 'Billing', owner_id: ID.viewer, invited_owner_id: null })
    expect(seen.told).toMatchObject([{ kind: 'handed_over', payload: { giver: 'Cleo Colleague' } }])
  })

  it('passes on what the giver never answered', async () => {
    const handovers = await stage.as('admin', async (tx) => {
      await remove(tx, ID.colleague, { records: [owned(ID.billing, { receiver: ID.user })] })
      await become(tx, DEPUTY)
      await remove(tx, ID.user, { records: [owned(ID.billing, { receiver: ID.viewer })] })
      return look(
        tx,
        `select giver_name, receiver_id, state from public.handovers
         where record_id = '${ID.billing}' order by state`,
      )
    })
    expect(handovers).toEqual([
      { giver_name: 'Cleo Colleague', receiver_id: null, state: 'passed_on' },
      { giver_name: 'Uma User', receiver_id: ID.viewer, state: 'pending' },
    ])
  })

  it('asks nobody to accept their own records', async () => {
    const seen = await stage.as('admin', async (tx) => {
      await remove(tx, ID.colleague, {
        records: [owned(ID.billing, { receiver: ID.admin }), owned(ID.ledger, { receiver: ID.user })],
      })
      return { handovers: await handoversOf(tx), history: await historyOf(tx, ID.billing) }
    })
    expect(seen.handovers).toMatchObject([
      { name: 'Billing', receiver_id: ID.admin, state: 'accepted' },
      { name: 'Ledger', receiver_id: ID.user, state: 'pending' },
    ])
    expect(seen.history).toContainEqual(
      expect.objectContaining({ field: 'handover', after: expect.objectContaining({ state: 'accepted' }) }),
    )
  })

  it('keeps the last admin, and with them everything', async () => {
    const attempt = stage.as('rival', (tx) => remove(tx, ID.rival, {}))
    await expect(attempt).rejects.toMatchObject({ code: 'LA001' })
  })
})

describe('lowering a member to a viewer', () => {
  const lower = (tx: postgres.TransactionSql, wishes: Wishes) =>
    tx`select public.secure_update_user_permission(
      ${ID.colleague}, 'viewer', ${ID.acme}, ${JSON.stringify(wishes)}::text::jsonb)`

  it('hands over their assigned records; the others stay theirs, and so does their expertise', async () => {
    const seen = await stage.as('admin', async (tx) => {
      await lower(tx, { records: [owned(ID.billing, { receiver: ID.user })] })
      return {
        owners: await look(tx, OWNERS),
        experts: await look(
          tx,
          `select expert_id from public.system_experts where system_id = '${ID.archive}'`,
        ),
        level: await look(
          tx,
          `select permission_level from public.account_members where user_id = '${ID.colleague}'`,
        ),
      }
    })
    expect(seen.owners).toMatchObject([
      { name: 'Archive' },
      { name: 'Billing', owner_id: ID.user },
      { name: 'Ledger', owner_id: ID.colleague },
    ])
    expect(seen.experts).toEqual([{ expert_id: ID.colleague }])
    expect(seen.level).toEqual([{ permission_level: 'viewer' }])
  })

  it('is for managers as well, in update_member, and refuses with all of it', async () => {
    const wishes = JSON.stringify({ rest: { receiver: ID.user } })
    const call = (person: string) =>
      `select public.update_member('${person}', new_permission_level => 'viewer', handover => '${wishes}')`
    const owners = await stage.as('manager', async (tx) => {
      await tx.unsafe(call(ID.colleague))
      return look(tx, OWNERS)
    })
    expect(owners).toMatchObject([{ owner_id: ID.user }, { owner_id: ID.user }, { owner_id: ID.user }])
    expect(await stage.outcome('manager', call(ID.deputy))).toEqual({ refused: '42501' })
    expect(await stage.outcome('user', call(ID.colleague))).toEqual({ refused: '42501' })
  })
})

describe('refused is', () => {
  it.each([
    ['a person of another account', { receiver: ID.rival }, 'PT404'],
    ['a person who is nowhere', { receiver: ID.nobody }, 'PT404'],
    ['an invitation of another account', { invitation: ID.rivalInvitation }, 'PT404'],
    ['the giver themselves', { receiver: ID.colleague }, '22023'],
  ])('%s as receiver', async (_, to, code) => {
    for (const wishes of [{ records: [owned(ID.billing, to)] }, { rest: to }]) {
      const attempt = stage.as('admin', (tx) => remove(tx, ID.colleague, wishes))
      await expect(attempt).rejects.toMatchObject({ code })
    }
  })

  it.each([
    ['no object', [], 'all of it'],
    ['misspelled', { record: [] }, { rest: { reciever: ID.user } }, { rest: { suggested: 'true' } }],
    ['of another shape', { records: {} }, { records: [1] }, { rest: ID.user }, { rest: [] }],
    ['about two receivers of one record', { rest: { receiver: ID.user, invitation: ID.invitation } }],
    ['about a suggestion for one record', { records: [{ ...owned(ID.billing), suggested: true }] }],
  ])('a handover that is %s, and the member stays', async (_, ...unclear) => {
    for (const wishes of unclear) {
      const attempt = stage.as('admin', (tx) => remove(tx, ID.colleague, wishes))
      await expect(attempt).rejects.toMatchObject({
        code: '22023',
        message: 'A handover says who gets which records, and who gets the rest.',
      })
    }
  })

  it('nothing of a handover in which what is nobody’s is null', async () => {
    const wishes = { records: [{ ...owned(ID.billing), receiver: null, invitation: null }], rest: null }
    const owners = await stage.as('admin', async (tx) => {
      await remove(tx, ID.colleague, wishes)
      await remove(tx, ID.user, { records: null })
      return look(tx, OWNERS)
    })
    expect(owners).toMatchObject([{ owner_id: null }, { owner_id: null }, { owner_id: null }])
  })

  it('a record that the giver does not have, also one of another account', async () => {
    for (const id of [ID.rivalSystem, ID.archive]) {
      const attempt = stage.as('admin', (tx) =>
        remove(tx, ID.colleague, { records: [owned(id, { receiver: ID.admin })] }),
      )
      await expect(attempt).rejects.toMatchObject({ code: 'HO001' })
    }
    const [row] = await stage.admin`select owner_id from public.systems where id = ${ID.rivalSystem}`
    expect(row).toEqual({ owner_id: ID.rival })
  })

  it('a handover for another person by a member who may not remove them', async () => {
    for (const actor of ['viewer', 'user', 'manager'] as const) {
      const attempt = outcomeOf(
        stage.as(actor, (tx) => remove(tx, ID.colleague, { rest: { receiver: ID.user } })),
      )
      expect(await attempt).toEqual({ refused: '42501' })
    }
  })

  it('a list that is out of date, whole', async () => {
    const attempt = stage.as('admin', async (tx) => {
      await tx`update public.systems set owner_id = ${ID.viewer} where id = ${ID.billing}`
      await remove(tx, ID.colleague, { records: [owned(ID.billing, { receiver: ID.user })] })
    })
    await expect(attempt).rejects.toMatchObject({ code: 'HO001' })
  })
})
