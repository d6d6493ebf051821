import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID, type Person } from '../support/cast.ts'
import { owned, remove } from '../support/handovers.ts'
import { newcomers } from '../support/newcomers.ts'
import { notificationsOf } from '../support/notifications.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const { arrangeInvitation, confirm, accept } = newcomers(() => stage)

const act = <T>(actor: Person, work: (tx: postgres.TransactionSql) => Promise<T>) =>
  stage.as(actor, work, { keep: true })

/** A system that somebody left to an invitation, and then in the bin. */
async function binned(name: string, email: string) {
  const invitation = await arrangeInvitation(email)
  const giver = await confirm(`${name.toLowerCase()}-giver@acme.test`)
  const [system] = await stage.admin`
    insert into public.systems (account_id, name, owner_id) values (${ID.acme}, ${name}, ${giver.id}) returning id`
  const id = String(system?.['id'])
  const records = [owned(id, { invitation: invitation.id })]
  await act('admin', (tx) => remove(tx, giver.id, { records }))
  await act('admin', (tx) => tx`delete from public.systems where id = ${id}`)
  return { invitation, id }
}
const restore = (id: string) => act('admin', (tx) => tx`select public.restore_from_bin(array[${id}]::uuid[])`)
const stateOf = async (id: string) => {
  const [row] = await stage.admin`
    select s.owner_id, s.invited_owner_id, h.receiver_id, h.invitation_id, h.state
    from public.systems s join public.handovers h on h.record_id = s.id where s.id = ${id}`
  return row
}

describe('a record that was handed to somebody invited and deleted', () => {
  it('asks who joined meanwhile when it is restored, and they can answer', async () => {
    const { invitation, id } = await binned('Returned', 'nia@bin.test')
    const nia = await confirm('nia@bin.test')
    await accept(nia, invitation.token, 'nia@bin.test')
    await restore(id)
    expect(await stateOf(id)).toMatchObject({ owner_id: nia.id, receiver_id: nia.id, state: 'pending' })
    await stage.as(nia, async (tx) => {
      const [note] = await notificationsOf(tx, nia)
      expect(note).toMatchObject({ kind: 'handed_over', record_name: 'Returned' })
      const [row] = await tx`select public.answer_handovers('accept', array[
        (select id from public.handovers where record_id = ${id})
      ]) as n`
      expect(row).toEqual({ n: 1 })
    })
  })

  it('does not keep who joined from being removed', async () => {
    const { invitation, id } = await binned('Unstuck', 'ned@bin.test')
    const ned = await confirm('ned@bin.test')
    await accept(ned, invitation.token, 'ned@bin.test')
    await restore(id)
    await act('admin', (tx) => remove(tx, ned.id, { rest: { receiver: ID.user } }))
    const handovers = await stage.admin`
      select receiver_id, state from public.handovers where record_id = ${id} order by state`
    expect(handovers.map((row) => ({ ...row }))).toEqual([
      { receiver_id: null, state: 'passed_on' },
      { receiver_id: ID.user, state: 'pending' },
    ])
  })

  it('waits for the next invitation of the same person', async () => {
    const { invitation, id } = await binned('Renewed', 'nora@bin.test')
    const [renewed] = await act(
      'admin',
      (tx) => tx`select public.renew_invitation(${invitation.id}) ->> 'id' as id`,
    )
    await restore(id)
    expect(await stateOf(id)).toMatchObject({
      owner_id: null,
      invited_owner_id: renewed?.['id'],
      invitation_id: renewed?.['id'],
      state: 'pending',
    })
  })

  it('waits for nobody where the invitation was revoked', async () => {
    const { invitation, id } = await binned('Revoked', 'noel@bin.test')
    await act(
      'admin',
      (tx) => tx`update public.pending_invitations set declined_at = now() where id = ${invitation.id}`,
    )
    await restore(id)
    expect(await stateOf(id)).toMatchObject({ owner_id: null, invited_owner_id: null, state: 'withdrawn' })
  })

  it('loses its handovers when it is purged, and not before', async () => {
    const { id } = await binned('Purged', 'nils@bin.test')
    const { id: other } = await binned('Kept', 'nova@bin.test')
    const left = () =>
      stage.admin`select record_id from public.handovers where record_id in (${id}, ${other})`
    expect(await left()).toHaveLength(2)
    await act('admin', (tx) => tx`select public.purge_bin(array[${id}]::uuid[])`)
    expect((await left()).map((row) => row['record_id'])).toEqual([other])
    await restore(other)
    expect(await left()).toHaveLength(1)
  })
})

describe('a receiver of one record among many that change', () => {
  it('is notified of it, however many of their other records are handed to another person', async () => {
    const told = await stage.as('admin', async (tx) => {
      await tx`set local role service_role`
      const rows = await tx<{ id: string }[]>`
        insert into public.systems (account_id, name, owner_id, created_by)
        select ${ID.acme}, 'Registered ' || n, ${ID.colleague}, ${ID.user} from generate_series(1, 30) n
        returning id`
      await become(tx, 'admin')
      await remove(tx, ID.colleague, {
        records: [owned(String(rows[29]?.id), { receiver: ID.user })],
        rest: { receiver: ID.viewer },
      })
      return notificationsOf(tx, 'user')
    })
    const handed = told.filter(({ kind, record_name }) => kind === 'handed_over' && record_name !== 'Unstuck')
    expect(handed).toMatchObject([
      { record_name: 'Registered 30', payload: { giver: 'Cleo Colleague', amount: 1 } },
    ])
  })
})

describe('a handover of what is switched off meanwhile', () => {
  /** Hands an agent and a system to the user or the deputy, switches agents off, and lets work go on. */
  const handed = <T>(receiver: string, work: (tx: postgres.TransactionSql, act: string) => Promise<T>) =>
    stage.as('admin', async (tx) => {
      await tx`set local role service_role`
      await tx`update public.agents set owner_id = ${ID.colleague} where id = ${ID.oracle}`
      await tx`update public.systems set owner_id = ${ID.colleague} where id = ${ID.billing}`
      await become(tx, 'admin')
      const records = [{ ...owned(ID.oracle, { receiver }), kind: 'agent' }, owned(ID.billing, { receiver })]
      await remove(tx, ID.colleague, { records })
      await tx`set local role service_role`
      await tx`
        insert into public.app_features (account_id, feature_name, enabled) values (${ID.acme}, 'agents', false)
        on conflict (account_id, feature_name) do update set enabled = false`
      const [row] = await tx`select act from public.handovers where record_id = ${ID.oracle}`
      await become(tx, { id: receiver })
      return work(tx, String(row?.['act']))
    })
  const ownerOf = async (tx: postgres.TransactionSql) => {
    await tx`set local role service_role`
    const [row] = await tx`select owner_id from public.agents where id = ${ID.oracle}`
    return row?.['owner_id']
  }
  const passOn = (tx: postgres.TransactionSql, of: string) =>
    tx`select public.answer_handovers('pass_on', of_act => ${of}, receiver => ${ID.viewer}) as n`

  it('is left alone by the others of its act, and is on no list', async () => {
    await handed(ID.user, async (tx, of) => {
      const [list] = await tx`select public.get_my_handovers(${of}) as answer`
      expect(list?.['answer']).toMatchObject({ total: 1, pending: 1, items: [{ record_name: 'Billing' }] })
      expect([...(await passOn(tx, of))]).toEqual([{ n: 1 }])
      expect(await ownerOf(tx)).toBe(ID.user)
    })
    const alone = handed(
      ID.user,
      (tx) => tx`select public.answer_handovers('pass_on', array[
        (select id from public.handovers where record_id = ${ID.oracle})
      ])`,
    )
    await expect(alone).rejects.toMatchObject({ code: 'HO001' })
  })

  it('is answered by an admin, who still changes such records', async () => {
    await handed(ID.deputy, async (tx, of) => {
      expect([...(await passOn(tx, of))]).toEqual([{ n: 2 }])
      expect(await ownerOf(tx)).toBe(ID.viewer)
    })
  })
})

describe('handovers', () => {
  it('are answered 10,000 at a time', async () => {
    const many = (count: number) =>
      stage.outcome(
        'user',
        `select public.answer_handovers('accept', array(select gen_random_uuid() from generate_series(1, ${count})))`,
      )
    expect(await many(10_001)).toEqual({ refused: '22023' })
    expect(await many(10_000)).toEqual({ refused: 'HO001' })
  })

  it('forget the name of giver and receiver in the history too when their users are deleted', async () => {
    const giver = await confirm('gone-giver@acme.test')
    const taker = await confirm('gone-taker@acme.test')
    const [system] = await stage.admin`
      insert into public.systems (account_id, name, owner_id) values (${ID.acme}, 'Passed', ${giver.id}) returning id`
    await act('admin', (tx) => remove(tx, giver.id, { rest: { receiver: taker.id } }))
    const names = async () => {
      const [line] = await stage.admin`
        select after -> 'giver' ->> 'name' as giver, after -> 'receiver' ->> 'name' as receiver
        from public.record_history where record_id = ${system?.['id']} and field = 'handover'`
      return { ...line }
    }
    expect(Object.values(await names())).not.toContain('Former Member')
    await stage.admin`update auth.users set deleted_at = now() where id = ${giver.id}`
    await stage.admin`delete from auth.users where id = ${taker.id}`
    expect(await names()).toEqual({ giver: 'Former Member', receiver: 'Former Member' })
  })
})
