import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { owned, remove } from '../support/handovers.ts'
import { newcomers } from '../support/newcomers.ts'
import { notificationsOf } from '../support/notifications.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

describe('an invited person', () => {
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

  it.each([
    ['removes', (tx: postgres.TransactionSql, id: string, to: object) => remove(tx, id, { rest: to })],
    [
      'lowers to a viewer',
      (tx: postgres.TransactionSql, id: string, to: object) =>
        tx`select public.secure_update_user_permission(
          ${id}, 'viewer', ${ID.acme}, ${JSON.stringify({ rest: to })}::text::jsonb)`,
    ],
  ])('takes over from nobody who invited them: whoever %s that admin ends the invitation', async (_, end) => {
    const admin = await confirm(`inviter-${crypto.randomUUID()}@acme.test`)
    await stage.admin`update public.account_members set permission_level = 'admin' where user_id = ${admin.id}`
    const own = await arrangeInvitation(`${crypto.randomUUID()}@late.test`, { by: admin.id })
    const other = await arrangeInvitation(`${crypto.randomUUID()}@late.test`)
    await stage.admin`insert into public.systems (account_id, name, owner_id)
      values (${ID.acme}, ${`Of ${admin.id}`}, ${admin.id})`
    await stage.as('admin', async (tx) => {
      const attempt = tx.savepoint((nested) => end(nested, admin.id, { invitation: own.id }))
      await expect(attempt).rejects.toMatchObject({
        code: '22023',
        message:
          'This person cannot take over. Their invitation ends with the rights of the admin who sent it.',
      })
      await end(tx, admin.id, { invitation: other.id })
      const [system] = await tx`select invited_owner_id from public.systems where name = ${`Of ${admin.id}`}`
      expect(system).toEqual({ invited_owner_id: other.id })
    })
  })
})
