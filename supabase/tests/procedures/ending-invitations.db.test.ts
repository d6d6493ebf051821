import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { newcomers } from '../support/newcomers.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const invite = (email: string) =>
  `insert into public.pending_invitations (email, name) values ('${email}', 'Nina')`
const read = (id: string) => `select * from public.pending_invitations where id = '${id}'`

describe('a closed invitation', () => {
  const close = (column: string) =>
    stage.admin.unsafe(`update public.pending_invitations set ${column} = now() - interval '1 hour'
      where id = '${ID.invitation}'`)
  const reopen = () => stage.admin`
    update public.pending_invitations set accepted_at = null, declined_at = null, expires_at = now() + interval '7 days'
    where id = ${ID.invitation}`

  it.each(['accepted_at', 'declined_at'])('is not opened again (%s)', async (column) => {
    await close(column)
    const [before] = await stage.admin.unsafe(read(ID.invitation))
    for (const value of ['null', 'now()']) {
      const change = `update public.pending_invitations set declined_at = ${value} where id = '${ID.invitation}'`
      expect(await stage.outcome('admin', change)).toEqual({ refused: '23514' })
    }
    expect((await stage.admin.unsafe(read(ID.invitation)))[0]).toEqual(before)
    await reopen()
  })

  it.each(['accepted_at', 'declined_at', 'expires_at'])('has no link any more (%s)', async (column) => {
    await close(column)
    const call = `select public.get_invitation_token('${ID.invitation}')`
    expect(await stage.outcome('admin', call)).toEqual({ refused: 'PT404' })
    await reopen()
  })
})

describe('revoking', () => {
  it('[CALL-44] [INV-29] [INV-58] notes the moment, whatever is sent', async () => {
    const [row] = await stage.as('admin', async (tx) => {
      await tx`update public.pending_invitations set declined_at = '1999-01-01' where id = ${ID.invitation}`
      return tx`select declined_at = now() as right_now from public.pending_invitations where id = ${ID.invitation}`
    })
    expect(row).toEqual({ right_now: true })
  })

  it('reaches every open invitation when the filter was forgotten, and none of another account', async () => {
    expect(await stage.outcome('admin', 'update public.pending_invitations set declined_at = now()')).toBe(2)
  })
})

describe('[INV-31] cleanup_expired_invitations_enhanced', () => {
  it('[CALL-68] deletes the expired ones of the caller’s own account and counts them', async () => {
    const [removed, left] = await stage.as('admin', async (tx) => {
      await tx`set local role service_role`
      await tx`
        update public.pending_invitations set expires_at = now()
        where id in (${ID.invitation}, ${ID.rivalInvitation})`
      await tx`set local role authenticated`
      const answer = await tx`select public.cleanup_expired_invitations_enhanced() as count`
      await tx`set local role service_role`
      return [answer[0]?.['count'], await tx`select id from public.pending_invitations order by id`]
    })
    expect(removed).toBe(1)
    expect(left.map((row) => row['id'])).toEqual([ID.invitationOfUnplaced, ID.rivalInvitation])
  })

  it('keeps expired ones that were accepted or revoked: they are history', async () => {
    const [answer] = await stage.as('admin', async (tx) => {
      await tx`set local role service_role`
      await tx`update public.pending_invitations set expires_at = now(), accepted_at = now() where id = ${ID.invitation}`
      await tx`
        update public.pending_invitations set expires_at = now(), declined_at = now()
        where id = ${ID.invitationOfUnplaced}`
      await tx`set local role authenticated`
      return tx`select public.cleanup_expired_invitations_enhanced() as count`
    })
    expect(answer).toEqual({ count: 0 })
  })
})

describe('a former member who takes another address', () => {
  it('keeps an invitation to it from after they left, and loses one from before', async () => {
    const ended = await stage.admin
      .begin(async (tx) => {
        await become(tx, { id: ID.deputy })
        await tx.unsafe(invite('before@new.test'))
        await tx`select public.remove_member(${ID.colleague})`
        await tx.unsafe(invite('after@new.test'))
        await tx`select set_config('role', 'none', true), set_config('request.jwt.claims', '', true)`
        // All of this happens at one moment for Postgres.
        await tx`
          update public.pending_invitations set created_at = now() - interval '2 hours' where email = 'before@new.test'`
        await tx`update private.former_members set left_at = now() - interval '1 hour' where user_id = ${ID.colleague}`
        for (const email of ['before@new.test', 'after@new.test'])
          await tx`update auth.users set email = ${email} where id = ${ID.colleague}`
        const rows = await tx`
          select email, declined_at is not null as ended from public.pending_invitations
          where email in ('before@new.test', 'after@new.test')`
        throw new Error(JSON.stringify(Object.fromEntries(rows.map(({ email, ended }) => [email, ended]))))
      })
      .catch((error: unknown) => (error instanceof Error ? JSON.parse(error.message) : null))
    expect(ended).toEqual({ 'before@new.test': true, 'after@new.test': false })
  })
})

describe('a member who leaves by themselves', () => {
  const { arrangeInvitation } = newcomers(() => stage)

  it('ends an open invitation to their mailbox, and what it owned has no owner', async () => {
    const { id } = await arrangeInvitation('uma+second@acme.test')
    await stage.admin`update public.systems set invited_owner_id = ${id} where id = ${ID.billing}`
    const left = await stage.as('user', async (tx) => {
      await tx`select public.remove_member(${ID.user})`
      await tx`set local role service_role`
      const [row] = await tx`
        select i.declined_at is not null as ended, s.owner_id, s.invited_owner_id, s.updated_by
        from public.pending_invitations i, public.systems s where i.id = ${id} and s.id = ${ID.billing}`
      return row
    })
    expect(left).toEqual({ ended: true, owner_id: null, invited_owner_id: null, updated_by: null })
    await stage.admin`delete from public.pending_invitations where id = ${id}`
  })
})

describe('an admin who loses the right to invite', () => {
  const open = `
    select id from public.pending_invitations
    where account_id = '${ID.acme}' and accepted_at is null and declined_at is null`
  const others = `select public.invite_member('nina@new.test', 'Nina')`

  it.each([
    [
      'demoted',
      `update public.account_members set permission_level = 'manager' where user_id = '${ID.admin}'`,
    ],
    ['removed', `delete from public.account_members where user_id = '${ID.admin}'`],
  ])('loses the open invitations with it, when %s; those of others stay', async (_how, change) => {
    const left = await stage.as({ id: ID.deputy }, async (tx) => {
      await tx.unsafe(others)
      await tx.unsafe(change)
      return tx.unsafe(open)
    })
    expect(left).toHaveLength(1)
  })

  it('keeps them by any other change', async () => {
    const left = await stage.as({ id: ID.deputy }, async (tx) => {
      await tx`update public.account_members set department = 'Ops' where user_id = ${ID.admin}`
      return tx.unsafe(open)
    })
    expect(left).toHaveLength(2)
  })

  it('has invited before or does not invite any more, when both happen at once', async () => {
    let demotion: Promise<unknown> = Promise.resolve()
    await stage.as(
      { id: ID.deputy },
      async (tx) => {
        await tx.unsafe(invite('last.minute@new.test'))
        demotion = stage.as(
          'admin',
          (other) =>
            other`update public.account_members set permission_level = 'user' where user_id = ${ID.deputy}`,
          { keep: true },
        )
        await stage.untilWaiting(1)
      },
      { keep: true },
    )
    await demotion
    const [row] = await stage.admin`
      select declined_at is not null as ended from public.pending_invitations where email = 'last.minute@new.test'`
    expect(row).toEqual({ ended: true })
    expect(await stage.outcome({ id: ID.deputy }, invite('too.late@new.test'))).toEqual({ refused: '42501' })
  })
})
