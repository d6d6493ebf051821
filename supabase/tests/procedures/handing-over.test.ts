import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID, type Person } from '../support/cast.ts'
import { newcomers } from '../support/newcomers.ts'
import { notificationsOf } from '../support/notifications.ts'
import { become, openStage, outcomeOf, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  // Colleague owns two records of three kinds and is the only expert of Billing, one of two of Ledger.
  await stage.admin.unsafe(`
    update public.systems set owner_id = '${ID.colleague}' where id in ('${ID.billing}', '${ID.ledger}');
    update public.solutions set owner_id = '${ID.manager}' where id = '${ID.portal}';
    update public.automations set owner_id = '${ID.colleague}' where id = '${ID.reminders}';
    insert into public.system_experts (account_id, system_id, expert_id) values
      ('${ID.acme}', '${ID.ledger}', '${ID.colleague}'),
      ('${ID.acme}', '${ID.archive}', '${ID.colleague}');
    insert into public.agent_experts (account_id, agent_id, expert_id) values
      ('${ID.acme}', '${ID.helper}', '${ID.colleague}');
    delete from public.automation_experts where automation_id = '${ID.reminders}';
    delete from public.notifications`)
})
afterAll(() => stage?.close())

const COLLEAGUE = { id: ID.colleague }
const DEPUTY = { id: ID.deputy }

interface Wishes {
  records?: readonly {
    kind: string
    id: string
    part: 'owner' | 'expert'
    receiver?: string
    invitation?: string
  }[]
  rest?: { receiver?: string; invitation?: string; suggested?: boolean } | null
}

const remove = (tx: postgres.TransactionSql, person: string, wishes: Wishes) =>
  tx`select public.remove_member(${person}, ${JSON.stringify(wishes)}::text::jsonb)`
const owned = (id: string, to: { receiver?: string; invitation?: string } = {}) => ({
  kind: 'system',
  id,
  part: 'owner' as const,
  ...to,
})

/** Looks past every rule, within the transaction. */
async function look<Row extends postgres.Row>(tx: postgres.TransactionSql, query: string): Promise<Row[]> {
  await tx`set local role service_role`
  const rows = await tx.unsafe<Row[]>(query)
  return rows.map((row) => ({ ...row }))
}
const OWNERS = `select name, owner_id, invited_owner_id from public.systems
  where account_id = '${ID.acme}' order by name`
const handoversOf = (tx: postgres.TransactionSql) =>
  look(
    tx,
    `select coalesce(s.name, a.name) as name, h.part, h.giver_name, h.receiver_id, h.invitation_id, h.state
     from public.handovers h
     left join public.systems s on s.id = h.record_id left join public.automations a on a.id = h.record_id
     where h.giver_id = '${ID.colleague}' order by h.part, 1, h.state`,
  )
const historyOf = (tx: postgres.TransactionSql, id: string) =>
  look(
    tx,
    `select field, before, after, changed_by from public.record_history
     where record_id = '${id}' and field in ('handover', 'owner_id') and changed_at > now() - interval '1 minute'
       and act = (select act from public.record_history where record_id = '${id}' order by changed_at desc limit 1)
     order by field`,
  )

describe('get_belongings', () => {
  const ask = async (actor: Person, person: string = ID.colleague, more = '') => {
    const [row] = await stage.as(actor, (tx) =>
      tx.unsafe(`select public.get_belongings('${person}'${more}) as answer`),
    )
    return row?.['answer']
  }

  it('names everything that somebody owns and knows, with a suggestion and its reason', async () => {
    const other = {
      reason: null,
      receiver_id: null,
      receiver_name: null,
      linked_kind: null,
      linked_name: null,
    }
    expect(await ask('admin')).toEqual({
      system: {
        total: 4,
        items: [
          {
            ...other,
            id: ID.billing,
            name: 'Billing',
            part: 'owner',
            reason: 'linked_owner',
            receiver_id: ID.manager,
            receiver_name: 'Mia Manager',
            linked_kind: 'solution',
            linked_name: 'Portal',
            others: 0,
          },
          {
            ...other,
            id: ID.ledger,
            name: 'Ledger',
            part: 'owner',
            reason: 'only_expert',
            receiver_id: ID.viewer,
            receiver_name: 'Vic Viewer',
            others: 1,
          },
          { ...other, id: ID.archive, name: 'Archive', part: 'expert', others: 0 },
          { ...other, id: ID.ledger, name: 'Ledger', part: 'expert', reason: 'known', others: 1 },
        ],
      },
      automation: {
        total: 1,
        items: [{ ...other, id: ID.reminders, name: 'Reminders', part: 'owner', others: 0 }],
      },
      agent: {
        total: 1,
        items: [
          {
            id: ID.helper,
            name: 'Helper',
            part: 'expert',
            reason: 'linked_owner',
            receiver_id: ID.manager,
            receiver_name: 'Mia Manager',
            linked_kind: 'solution',
            linked_name: 'Portal',
            others: 0,
          },
        ],
      },
    })
  })

  it('leaves out what somebody only knows where that stays theirs, and pages by kind', async () => {
    expect(await ask('admin', ID.colleague, ', true')).toMatchObject({
      system: { total: 2 },
      automation: { total: 1 },
    })
    expect(await ask('admin', ID.colleague, `, false, 'system', 3`)).toEqual({
      system: { total: 4, items: [expect.objectContaining({ name: 'Ledger', part: 'expert' })] },
    })
  })

  it('leaves out what the account has switched off', async () => {
    const answer = await stage.as('admin', async (tx) => {
      await tx`set local role service_role`
      await tx`update public.app_features set enabled = false where account_id = ${ID.acme} and feature_name = 'agents'`
      await become(tx, 'admin')
      const [row] = await tx`select public.get_belongings(${ID.colleague}) as answer`
      return row?.['answer']
    })
    expect(Object.keys(answer).sort()).toEqual(['automation', 'system'])
  })

  it('is for managers, and for oneself', async () => {
    expect(await ask(COLLEAGUE)).toMatchObject({ system: { total: 4 } })
    expect(await ask('manager')).toMatchObject({ system: { total: 4 } })
    await expect(ask('user')).rejects.toMatchObject({ code: '42501' })
    await expect(ask('rival')).rejects.toMatchObject({ code: 'PT404' })
  })

  it('answers for a thousand records within the time of a request', async () => {
    const answer = await stage.as('admin', async (tx) => {
      await tx`set local role service_role`
      await tx`insert into public.systems (account_id, name, owner_id)
        select ${ID.acme}, 'Heap ' || n, ${ID.colleague} from generate_series(1, 1000) n`
      await become(tx, 'admin')
      const [row] = await tx`select public.get_belongings(${ID.colleague}) as answer`
      await remove(tx, ID.colleague, { rest: { receiver: ID.user } })
      const owners = await look(
        tx,
        `select count(*)::integer from public.systems where name like 'Heap %' and owner_id = '${ID.user}'`,
      )
      return { belongings: row?.['answer'], owners }
    })
    expect(answer.belongings.system.total).toBe(1004)
    expect(answer.belongings.system.items).toHaveLength(50)
    expect(answer.owners).toEqual([{ count: 1000 }])
  })
})

describe('remove_member with a handover', () => {
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

  it('tells the receiver once, and not again of each record', async () => {
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

  it('is asked of who leaves by themselves, whatever their level', async () => {
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

  it('keeps the last admin, and with them everything', async () => {
    const attempt = stage.as('rival', (tx) => remove(tx, ID.rival, {}))
    await expect(attempt).rejects.toMatchObject({ code: 'LA001' })
  })
})

describe('two admins at once', () => {
  it('one removes, the other is told, and nothing is handed over twice', async () => {
    const { id } = await newcomers(() => stage).confirm('twice@acme.test')
    await stage.admin`insert into public.systems (account_id, name, owner_id) values (${ID.acme}, 'Contested', ${id})`
    const [row] = await stage.admin`select id from public.systems where name = 'Contested'`
    const assigned = (receiver: string): Wishes => ({ records: [owned(String(row?.['id']), { receiver })] })
    const outcomes = await Promise.allSettled([
      stage.as('admin', (tx) => remove(tx, id, assigned(ID.user)), { keep: true }),
      stage.as(DEPUTY, (tx) => remove(tx, id, assigned(ID.viewer)), { keep: true }),
    ])
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toHaveLength(1)
    expect(['HO001', 'PT404']).toContain(refused[0].code)
    expect(await stage.admin`select state from public.handovers where giver_id = ${id}`).toHaveLength(1)
    await stage.admin`delete from public.systems where name = 'Contested'`
  })

  it('the second waits for the first, and then reads why', async () => {
    const { id } = await newcomers(() => stage).confirm('waits@acme.test')
    let second: Promise<unknown> = Promise.resolve()
    await stage.as(
      'admin',
      async (tx) => {
        await remove(tx, id, {})
        second = stage.as(DEPUTY, (other) => remove(other, id, {}), { keep: true }).catch((error) => error)
        await stage.untilWaiting(1)
      },
      { keep: true },
    )
    expect(await second).toMatchObject({
      code: 'HO001',
      message: 'Somebody else has handed this over in the meantime.',
    })
  })

  it('a list that is out of date is refused whole', async () => {
    const attempt = stage.as('admin', async (tx) => {
      await tx`update public.systems set owner_id = ${ID.viewer} where id = ${ID.billing}`
      await remove(tx, ID.colleague, { records: [owned(ID.billing, { receiver: ID.user })] })
    })
    await expect(attempt).rejects.toMatchObject({ code: 'HO001' })
  })
})

describe('lowering somebody to a viewer', () => {
  const lower = (tx: postgres.TransactionSql, wishes: Wishes) =>
    tx`select public.secure_update_user_permission(
      ${ID.colleague}, 'viewer', ${ID.acme}, ${JSON.stringify(wishes)}::text::jsonb)`

  it('hands over what they own; what is not assigned stays theirs, and what they know too', async () => {
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

describe('the receiver answers', () => {
  /** Hands Billing, Reminders and the knowledge of Archive to the user, and lets work go on in the transaction. */
  const handed = <T>(work: (tx: postgres.TransactionSql, ids: Record<string, string>) => Promise<T>) =>
    stage.as('admin', async (tx) => {
      await remove(tx, ID.colleague, {
        records: [
          owned(ID.billing, { receiver: ID.user }),
          { kind: 'automation', id: ID.reminders, part: 'owner', receiver: ID.user },
          { kind: 'system', id: ID.archive, part: 'expert', receiver: ID.user },
        ],
      })
      const rows = await look<{ record_id: string; id: string }>(
        tx,
        `select record_id, id from public.handovers where giver_id = '${ID.colleague}' and state = 'pending'`,
      )
      await become(tx, 'user')
      return work(tx, Object.fromEntries(rows.map(({ record_id, id }) => [record_id, id])))
    })
  const answer = (
    tx: postgres.TransactionSql,
    word: string,
    ids: readonly (string | undefined)[],
    to = 'null',
  ) =>
    tx.unsafe(
      `select public.answer_handovers('${word}', array[${ids.map((id) => `'${id}'`).join(',')}]::uuid[], receiver => ${to}) as n`,
    )

  it('reads what they were handed, record by record', async () => {
    const list = await handed(async (tx) => {
      const [note] =
        await tx`select payload ->> 'act' as act from public.notifications where kind = 'handed_over'`
      const [row] = await tx`select public.get_my_handovers(${note?.['act']}) as answer`
      return row?.['answer']
    })
    expect(list).toMatchObject({
      total: 3,
      pending: 3,
      items: [
        { record_name: 'Billing', part: 'owner', giver_name: 'Cleo Colleague', state: 'pending' },
        { record_name: 'Reminders', part: 'owner' },
        { record_name: 'Archive', part: 'expert' },
      ],
    })
  })

  it('accepts, all of one act if they like', async () => {
    const seen = await handed(async (tx) => {
      const [note] =
        await tx`select payload ->> 'act' as act from public.notifications where kind = 'handed_over'`
      const [row] = await tx`select public.answer_handovers('accept', of_act => ${note?.['act']}) as n`
      return { count: row?.['n'], handovers: await handoversOf(tx), history: await historyOf(tx, ID.billing) }
    })
    expect(seen.count).toBe(3)
    expect(seen.handovers.map(({ state }) => state)).toEqual(['accepted', 'accepted', 'accepted'])
    expect(seen.history).toContainEqual(
      expect.objectContaining({
        after: expect.objectContaining({ state: 'accepted', receiver: { id: ID.user, name: 'Uma User' } }),
        changed_by: ID.user,
      }),
    )
  })

  it('passes on to somebody, who is asked in turn', async () => {
    const seen = await handed(async (tx, ids) => {
      await answer(tx, 'pass_on', [ids[ID.billing], ids[ID.archive]], `'${ID.viewer}'`)
      return {
        owners: await look(tx, OWNERS),
        experts: await look(
          tx,
          `select expert_id from public.system_experts where system_id = '${ID.archive}'`,
        ),
        pending: (await handoversOf(tx)).filter(({ state }) => state === 'pending'),
        told: await notificationsOf(tx, 'viewer'),
      }
    })
    expect(seen.owners).toContainEqual({ name: 'Billing', owner_id: ID.viewer, invited_owner_id: null })
    expect(seen.experts).toEqual([{ expert_id: ID.viewer }])
    expect(seen.pending).toMatchObject([
      { name: 'Archive', receiver_id: ID.viewer, giver_name: 'Cleo Colleague' },
      { name: 'Billing', receiver_id: ID.viewer, giver_name: 'Cleo Colleague' },
      { name: 'Reminders', receiver_id: ID.user },
    ])
    expect(seen.told).toMatchObject([{ kind: 'handed_over', actor_name: 'Uma User', payload: { amount: 2 } }])
  })

  it('passes on to nobody, which leaves a gap', async () => {
    const seen = await handed(async (tx, ids) => {
      await answer(tx, 'pass_on', [ids[ID.billing]])
      return { owners: await look(tx, OWNERS), history: await historyOf(tx, ID.billing) }
    })
    expect(seen.owners).toContainEqual({ name: 'Billing', owner_id: null, invited_owner_id: null })
    expect(seen.history).toContainEqual(
      expect.objectContaining({
        field: 'handover',
        after: expect.objectContaining({ state: 'passed_on', receiver: null }),
      }),
    )
  })

  it('answers once', async () => {
    const attempt = handed(async (tx, ids) => {
      await answer(tx, 'accept', [ids[ID.billing]])
      await answer(tx, 'pass_on', [ids[ID.billing]])
    })
    await expect(attempt).rejects.toMatchObject({
      code: 'HO001',
      message: 'This was answered, withdrawn or given to somebody else in the meantime.',
    })
  })

  it('and nobody else answers for them', async () => {
    for (const actor of ['viewer', 'manager', DEPUTY, 'rival'] as const) {
      const attempt = handed(async (tx, ids) => {
        await become(tx, actor)
        await answer(tx, 'pass_on', [ids[ID.billing]])
      })
      await expect(attempt).rejects.toMatchObject({ code: 'HO001' })
    }
  })

  it('waits for nobody once somebody else is owner, or the receiver leaves', async () => {
    const states = await handed(async (tx) => {
      await become(tx, DEPUTY)
      await tx`update public.systems set owner_id = ${ID.viewer} where id = ${ID.billing}`
      await tx`select public.remove_member(${ID.user})`
      return (await handoversOf(tx)).map(({ name, state }) => `${name} ${state}`)
    })
    expect(states).toEqual(['Archive withdrawn', 'Billing withdrawn', 'Reminders withdrawn'])
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

  it('what the giver does not have, also where it is another account’s', async () => {
    for (const id of [ID.rivalSystem, ID.archive]) {
      const attempt = stage.as('admin', (tx) =>
        remove(tx, ID.colleague, { records: [owned(id, { receiver: ID.admin })] }),
      )
      await expect(attempt).rejects.toMatchObject({ code: 'HO001' })
    }
    const [row] = await stage.admin`select owner_id from public.systems where id = ${ID.rivalSystem}`
    expect(row).toEqual({ owner_id: ID.rival })
  })

  it('handing over for somebody by who may not remove them', async () => {
    for (const actor of ['viewer', 'user', 'manager'] as const) {
      const attempt = outcomeOf(
        stage.as(actor, (tx) => remove(tx, ID.colleague, { rest: { receiver: ID.user } })),
      )
      expect(await attempt).toEqual({ refused: '42501' })
    }
  })
})

describe('somebody invited', () => {
  const { arrangeInvitation, confirm, accept } = newcomers(() => stage)

  /** Leaves a system of the giver's to an invitation. */
  async function kept(name: string, email: string) {
    const invitation = await arrangeInvitation(email)
    const giver = await confirm(`${name.toLowerCase()}@acme.test`)
    const [system] = await stage.admin`
      insert into public.systems (account_id, name, owner_id) values (${ID.acme}, ${name}, ${giver.id}) returning id`
    const records = [owned(system?.['id'], { invitation: invitation.id })]
    await stage.as('admin', (tx) => remove(tx, giver.id, { records }), { keep: true })
    return { invitation, id: String(system?.['id']) }
  }
  const stateOf = async (id: string) => {
    const [row] = await stage.admin`
      select s.owner_id, s.invited_owner_id, h.receiver_id, h.invitation_id, h.state
      from public.systems s join public.handovers h on h.record_id = s.id where s.id = ${id}`
    return row
  }

  it('gets what was kept for them when they join, and is asked then', async () => {
    const { invitation, id } = await kept('Joined', 'nina@late.test')
    const nina = await confirm('nina@late.test')
    await accept(nina, invitation.token, 'nina@late.test')
    expect(await stateOf(id)).toMatchObject({ owner_id: nina.id, receiver_id: nina.id, state: 'pending' })
    const told = await stage.as(nina, (tx) => notificationsOf(tx, nina))
    expect(told).toMatchObject([{ kind: 'handed_over', actor_name: 'Ada Admin', record_name: 'Joined' }])
  })

  it('is waited for by the next invitation as well', async () => {
    const { invitation, id } = await kept('Renewed', 'rita@late.test')
    await stage.as('admin', (tx) => tx`select public.renew_invitation(${invitation.id})`, { keep: true })
    const state = await stateOf(id)
    expect(state).toMatchObject({ state: 'pending', invitation_id: state?.['invited_owner_id'] })
    expect(state?.['invitation_id']).not.toBe(invitation.id)
  })

  it('whose invitation is revoked is waited for by nobody', async () => {
    const { invitation, id } = await kept('Revoked', 'rob@late.test')
    await stage.as(
      'admin',
      (tx) => tx`update public.pending_invitations set declined_at = now() where id = ${invitation.id}`,
      { keep: true },
    )
    expect(await stateOf(id)).toMatchObject({ owner_id: null, invited_owner_id: null, state: 'withdrawn' })
  })
})
