import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { arrangeBelongings, look, owned, remove } from '../support/handovers.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await arrangeBelongings(stage)
  await stage.admin`delete from public.record_history`
})
afterAll(() => stage?.close())

/** Where each line of the history stands, by the record that it is of. */
const lines = (tx: postgres.TransactionSql, field: string) =>
  look(
    tx,
    `select account_id, kind, record_id, record_name, changed_by from public.record_history
     where field = '${field}' order by record_name, id`,
  )
const of = (kind: string, record_id: string, record_name: string) => ({
  account_id: ID.acme,
  kind,
  record_id,
  record_name,
})

describe('a line of the history stands at the record that changed', () => {
  it.each([
    ['automation', ID.reminders, 'Reminders'],
    ['agent', ID.oracle, 'Oracle'],
  ])('for all that becomes of the heartbeat of an %s', async (kind, record, name) => {
    await stage.as('manager', async (tx) => {
      const [given] = await tx<{ id: string }[]>`
        select public.give_heartbeat(${kind}, ${record}) ->> 'id' as id`
      const beat = given?.id ?? ''
      await tx`select public.rotate_heartbeat(${beat})`
      await tx`select public.pause_heartbeat(${beat}, true)`
      await tx`select public.pause_heartbeat(${beat}, false)`
      await tx`select public.expect_of_heartbeat(${beat}, 'interval', 600, 3600)`
      await tx`select public.revoke_heartbeat(${beat})`
      const written = await look(
        tx,
        `select account_id, kind, record_id, record_name, changed_by, concerned, coalesce(after ->> 'expects', after #>> '{}') as after
         from public.record_history where field = 'heartbeat'`,
      )
      const line = { ...of(kind, record, name), changed_by: ID.manager, concerned: written[0]?.['concerned'] }
      expect(line.concerned).toContain(ID.colleague)
      const words = ['made', 'rotated', 'paused', 'resumed', 'interval', 'revoked']
      expect(written).toHaveLength(words.length)
      expect(written).toEqual(expect.arrayContaining(words.map((after) => ({ ...line, after }))))
    })
  })

  it('for a caller that is joined to it', async () => {
    await stage.as('admin', async (tx) => {
      const [made] = await tx<{ token: string }[]>`
        select public.make_discovery_address() ->> 'token' as token`
      await tx`select public.ping(${made?.token ?? ''}, name => 'nightly')`
      const [caller] = await tx<{ id: string }[]>`
        select public.get_discovered() #>> '{items,0,id}' as id`
      await tx`select public.join_discovered(${caller?.id ?? ''}, 'automation', ${ID.reminders})`
      expect(await lines(tx, 'heartbeat')).toEqual([
        { ...of('automation', ID.reminders, 'Reminders'), changed_by: ID.admin },
      ])
    })
  })

  it('for what a member owned and knew who leaves', async () => {
    await stage.as('admin', async (tx) => {
      await tx`delete from public.account_members where user_id = ${ID.colleague}`
      const by = { changed_by: ID.admin }
      expect(await lines(tx, 'owner_id')).toEqual([
        { ...of('system', ID.billing, 'Billing'), ...by },
        { ...of('system', ID.ledger, 'Ledger'), ...by },
        { ...of('automation', ID.reminders, 'Reminders'), ...by },
      ])
      await become(tx, 'admin')
      expect(await lines(tx, 'experts')).toEqual([
        { ...of('system', ID.archive, 'Archive'), ...by },
        { ...of('agent', ID.helper, 'Helper'), ...by },
        { ...of('system', ID.ledger, 'Ledger'), ...by },
      ])
    })
  })

  it('for what was handed over, and for the answer', async () => {
    await stage.as('admin', async (tx) => {
      await remove(tx, ID.colleague, {
        records: [
          owned(ID.billing, { receiver: ID.user }),
          { kind: 'automation', id: ID.reminders, part: 'owner', receiver: ID.user },
        ],
      })
      const handed = [
        { ...of('system', ID.billing, 'Billing'), changed_by: ID.admin },
        { ...of('automation', ID.reminders, 'Reminders'), changed_by: ID.admin },
      ]
      const before = await lines(tx, 'handover')
      expect(before).toEqual(expect.arrayContaining(handed))
      const [handover] = await look<{ id: string }>(
        tx,
        `select id from public.handovers where record_id = '${ID.reminders}' and state = 'pending'`,
      )
      await become(tx, 'user')
      await tx`select public.answer_handovers('accept', ${`{${handover?.id ?? ''}}`}::uuid[])`
      const after = await lines(tx, 'handover')
      expect(after).toHaveLength(before.length + 1)
      expect(after).toContainEqual({ ...of('automation', ID.reminders, 'Reminders'), changed_by: ID.user })
    })
  })

  it('for what did not come back with a record out of the bin', async () => {
    await stage.as('admin', async (tx) => {
      await tx`delete from public.systems where id = ${ID.ledger}`
      await tx`delete from public.account_members where user_id = ${ID.viewer}`
      await tx`select public.restore_from_bin(${`{${ID.ledger}}`}::uuid[])`
      expect(await lines(tx, 'experts')).toContainEqual({
        ...of('system', ID.ledger, 'Ledger'),
        changed_by: ID.admin,
      })
    })
  })
})
