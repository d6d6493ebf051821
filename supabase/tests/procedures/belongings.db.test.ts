import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID, type Person } from '../support/cast.ts'
import { arrangeBelongings, look, remove } from '../support/handovers.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await arrangeBelongings(stage)
})
afterAll(() => stage?.close())

const COLLEAGUE = { id: ID.colleague }

describe('get_belongings', () => {
  const ask = async (actor: Person, person: string = ID.colleague, more = '') => {
    const [row] = await stage.as(actor, (tx) =>
      tx.unsafe(`select public.get_belongings('${person}'${more}) as answer`),
    )
    return row?.['answer']
  }

  it('names everything that somebody owns and knows, with a suggestion and its reason', async () => {
    const other = {
      field_name: null,
      reason: null,
      receiver_id: null,
      receiver_name: null,
      linked_kind: null,
      linked_name: null,
    }
    expect(await ask('admin')).toEqual({
      system: {
        total: 4,
        owned: 2,
        named: 0,
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
        owned: 1,
        named: 0,
        items: [{ ...other, id: ID.reminders, name: 'Reminders', part: 'owner', others: 0 }],
      },
      agent: {
        total: 1,
        owned: 0,
        named: 0,
        items: [
          {
            id: ID.helper,
            name: 'Helper',
            part: 'expert',
            field_name: null,
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

  it('suggests the owner of what a relation leads to, or names the record in a field of the account', async () => {
    const receiverOf = (arrange: (tx: postgres.TransactionSql) => Promise<unknown>) =>
      stage.as('admin', async (tx) => {
        await tx`update public.agents set owner_id = ${ID.viewer} where id = ${ID.helper}`
        await arrange(tx)
        const [row] = await tx.unsafe(`select public.get_belongings('${ID.colleague}') as answer`)
        return row?.['answer'].automation.items[0]
      })
    const expected = { reason: 'linked_owner', receiver_id: ID.viewer, linked_name: 'Helper' }
    expect(
      await receiverOf(
        (tx) => tx`insert into public.relations (from_id, to_id, type)
          values (${ID.helper}, ${ID.reminders}, 'feeds_data_to')`,
      ),
    ).toMatchObject(expected)
    expect(
      await receiverOf(async (tx) => {
        const [field] = await tx`insert into public.own_fields (kind, name, type, record_kind)
          values ('agent', 'Started by', 'record', 'automation') returning key`
        await tx`update public.agents
          set own = own || jsonb_build_object(${field?.['key']}::text, ${ID.reminders}::text) where id = ${ID.helper}`
      }),
    ).toMatchObject(expected)
  })

  it('leaves out what somebody only knows where that stays theirs, and pages by kind', async () => {
    expect(await ask('admin', ID.colleague, ', true')).toMatchObject({
      system: { total: 2 },
      automation: { total: 1 },
    })
    expect(await ask('admin', ID.colleague, `, false, 'system', 3`)).toEqual({
      system: {
        total: 4,
        owned: 2,
        named: 0,
        items: [expect.objectContaining({ name: 'Ledger', part: 'expert' })],
      },
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
