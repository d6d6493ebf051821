import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await stage.admin.unsafe(`
    update public.solutions set owner_id = '${ID.user}' where id = '${ID.portal}';
    update public.agents set owner_id = '${ID.user}' where id = '${ID.helper}';
    update public.automations set owner_id = '${ID.user}' where id = '${ID.invoices}'`)
})
afterAll(() => stage?.close())

const remove = (tx: postgres.TransactionSql, person: string) =>
  tx`delete from public.account_members where user_id = ${person}`
const departed = (tx: postgres.ISql) =>
  tx`
    select kind, record_id, person_id, person_name from public.departed_owners
    where person_id = ${ID.user} order by kind`.then((rows) => rows.map((row) => ({ ...row })))
const of = (kind: string, record_id: string, person_name: string | null = 'Uma User') => ({
  kind,
  record_id,
  person_id: ID.user,
  person_name,
})
const ALL = [
  of('agent', ID.helper),
  of('automation', ID.invoices),
  of('solution', ID.portal),
  of('system', ID.archive),
]

describe('a former owner of records', () => {
  it('is named by them, of every kind, once they are removed or have left', async () => {
    const removed = await stage.as('admin', async (tx) => {
      await remove(tx, ID.user)
      return departed(tx)
    })
    expect(removed).toEqual(ALL)
    const left = await stage.as('user', async (tx) => {
      await tx`select public.remove_member(${ID.user})`
      await become(tx, 'viewer')
      return departed(tx)
    })
    expect(left).toEqual(ALL)
  })

  it('is not named to another account', async () => {
    const seen = await stage.as('admin', async (tx) => {
      await remove(tx, ID.user)
      await become(tx, 'rival')
      return departed(tx)
    })
    expect(seen).toEqual([])
  })

  it('leaves a line in the history of each, and nobody a notification', async () => {
    const [lines, told] = await stage.as('admin', async (tx) => {
      await remove(tx, ID.user)
      const history = await tx`
        select record_name, before, after, changed_by from public.record_history
        where field = 'owner_id' and before = to_jsonb(${ID.user}::uuid) order by record_name`
      // The maker of the system is notified of every change of it, but not of this.
      await become(tx, { id: ID.colleague })
      return [history, await tx`select from public.get_my_notifications() where record_id is not null`]
    })
    const line = { before: ID.user, after: null, changed_by: ID.admin }
    expect(lines.map((row) => ({ ...row }))).toEqual([
      { record_name: 'Archive', ...line },
      { record_name: 'Helper', ...line },
      { record_name: 'Invoices', ...line },
      { record_name: 'Portal', ...line },
    ])
    expect(told).toHaveLength(0)
  })

  it('is forgotten where the record has an owner again, or is gone', async () => {
    const left = await stage.as('admin', async (tx) => {
      await remove(tx, ID.user)
      await tx`update public.systems set owner_id = ${ID.manager} where id = ${ID.archive}`
      await tx`update public.agents set description = 'Still nobody' where id = ${ID.helper}`
      await tx`delete from public.automations where id = ${ID.invoices}`
      return departed(tx)
    })
    expect(left).toEqual([of('agent', ID.helper), of('solution', ID.portal)])
  })
})

describe('a user whom the operator deletes', () => {
  const gaps = [
    of('agent', ID.helper, null),
    of('automation', ID.invoices, null),
    of('solution', ID.portal, null),
    of('system', ID.archive, null),
  ]

  it.each([
    ['at once', `delete from auth.users where id = '${ID.user}'`],
    ['softly', `update auth.users set deleted_at = now() where id = '${ID.user}'`],
    [
      'after they left',
      `delete from public.account_members where user_id = '${ID.user}'; delete from auth.users where id = '${ID.user}'`,
    ],
  ])('leaves gaps without a name: %s', async (_, deletion) => {
    const undo = new Error('undone')
    let seen: unknown
    await stage.admin
      .begin(async (tx) => {
        await tx.unsafe(deletion)
        seen = await departed(tx)
        throw undo
      })
      .catch((error: unknown) => expect(error).toBe(undo))
    expect(seen).toEqual(gaps)
  })
})

it('deletes all of it with its account', async () => {
  const after = await stage.as('service', async (tx) => {
    await tx`delete from public.accounts where id = ${ID.acme}`
    return tx`select from public.departed_owners where account_id = ${ID.acme}`
  })
  expect(after).toHaveLength(0)
})
