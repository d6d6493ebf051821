import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { erase, restored } from '../support/bin.ts'
import { ID } from '../support/cast.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

describe('a record that is restored', () => {
  it('belongs to whoever was invited to own it and joined meanwhile', async () => {
    await stage.as('service', async (tx) => {
      await tx`update public.systems set owner_id = null, invited_owner_id = ${ID.invitation} where id = ${ID.ledger}`
      await tx.unsafe(erase('systems', ID.ledger))
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
      await tx.unsafe(erase('systems', ID.ledger))
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
      await tx.unsafe(erase('systems', ID.ledger))
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

  it('belongs to one of them where two users have the address that was invited, as with single sign-on', async () => {
    await stage.as('service', async (tx) => {
      await tx`update public.systems set owner_id = null, invited_owner_id = ${ID.invitation} where id = ${ID.ledger}`
      await tx.unsafe(erase('systems', ID.ledger))
      await tx`update public.pending_invitations set accepted_at = now() where id = ${ID.invitation}`
      await tx`update public.profiles set email = 'ivy@else.test' where id in (${ID.colleague}, ${ID.user})`
      await become(tx, 'manager')
      await restored(tx, [ID.ledger])
      const [row] = await tx`select owner_id from public.systems where id = ${ID.ledger}`
      expect([ID.colleague, ID.user]).toContain(row?.['owner_id'])
    })
  })

  it('has no owner who left any more where whoever was invited instead has joined', async () => {
    await stage.as('service', async (tx) => {
      await tx`update public.systems set owner_id = ${ID.viewer} where id = ${ID.ledger}`
      await tx`delete from public.account_members where user_id = ${ID.viewer}`
      await tx`update public.systems set invited_owner_id = ${ID.invitation} where id = ${ID.ledger}`
      await tx.unsafe(erase('systems', ID.ledger))
      await tx`update public.pending_invitations set accepted_at = now() where id = ${ID.invitation}`
      await tx`update public.profiles set email = 'ivy@else.test' where id = ${ID.colleague}`
      await become(tx, 'manager')
      await restored(tx, [ID.ledger])
      expect(await tx`select from public.departed_owners where record_id = ${ID.ledger}`).toHaveLength(0)
    })
  })

  it('is restored by nobody who made it, left and joined again, unless they change all records', async () => {
    const rejoined = (tx: postgres.TransactionSql, level: string) => tx`
      insert into public.account_members (account_id, user_id, permission_level, created_at)
      values (${ID.acme}, ${ID.user}, ${level}, now() + interval '1 minute')`
    const mayRestore = async (tx: postgres.TransactionSql) => {
      await become(tx, 'user')
      const [row] = await tx`select public.get_bin() -> 'items' -> 0 -> 'may_restore' as may`
      return row?.['may']
    }
    await stage.as('service', async (tx) => {
      await tx.unsafe(erase('systems', ID.billing))
      expect(await mayRestore(tx)).toBe(true)
      await tx`set local role service_role`
      await tx`delete from public.account_members where user_id = ${ID.user}`
      await rejoined(tx, 'user')
      expect(await mayRestore(tx)).toBe(false)
      await expect(tx.savepoint((nested) => restored(nested, [ID.billing]))).rejects.toMatchObject({
        code: '42501',
        message: 'You cannot restore this record.',
      })
      await tx`set local role service_role`
      await tx`update public.account_members set permission_level = 'manager' where user_id = ${ID.user}`
      expect(await mayRestore(tx)).toBe(true)
      expect(await restored(tx, [ID.billing])).toHaveLength(1)
    })
  })
})
