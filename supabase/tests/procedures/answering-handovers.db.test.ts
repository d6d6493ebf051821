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
} from '../support/handovers.ts'
import { notificationsOf } from '../support/notifications.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await arrangeBelongings(stage)
})
afterAll(() => stage?.close())

const DEPUTY = { id: ID.deputy }

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
      message: 'This handover was answered, withdrawn or given to another person in the meantime.',
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
